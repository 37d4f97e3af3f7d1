"""Sentences for what an audit finds, by code, for readers of other languages than English.

The English sentence is written where the fault is found and says more, such as hashes; `--json` has it in
every language. Here are the sentences of the page of an audit wherever they say the same.
"""

import re
from collections.abc import Mapping, Sequence

from service.application.i18n.commands.audit import IN_THE_BUNDLE, OF_EVENT
from service.application.i18n.commands.terminal import digits
from service.application.i18n.pages.audit import WORDS
from service.application.i18n.problems import DETAILS, speaks_english
from service.application.i18n.refusals import OF_CODES, OF_GROUPS
from service.application.i18n.speaking import Plural, Word, plural, present
from service.application.i18n.speaking import lazy_gettext as _l

_GAMES = _l("The bundle does not have exactly the games that were started.")
_OTHER_GAME = _l("The game is not the one that was due: its rules, players, entropy or options differ.")
_COMMITMENT = _l("The game draws from another commitment than that of the whole.")
_MEMBERS = _l("A file of the archive is missing, or does not belong there.")
_REPAIRED = _l("A round could not be paired again here, so pairing is not shown.")

FINDINGS: Mapping[str, Word] = {
    "bundle/not-zip": WORDS["audit.no-zip"],
    "bundle/too-large": WORDS["audit.too-large"],
    "bundle/compressed": WORDS["audit.compressed"],
    "bundle/duplicate": WORDS["audit.archive-twice"],
    "bundle/layout": WORDS["audit.archive-other"],
    "bundle/path": _MEMBERS,
    "bundle/missing": _MEMBERS,
    "bundle/file-hash": WORDS["audit.member-hash"],
    "bundle/derived": WORDS["audit.not-derived"],
    "bundle/other-game": _l("This is the bundle of another game than the one that was requested."),
    "manifest": _l("The manifest does not have the form of one."),
    "manifest/files": _l("The manifest does not list exactly the files of the archive."),
    "manifest/head": _l("The manifest's head is not the last event."),
    "proof": _l("The proof from the public log does not hold."),
    "proof/other": WORDS["audit.proof-other"],
    "proof/unsigned": _l("The proof from the public log is not signed by a key that you gave."),
    "signature": _l("The signature does not have the form of one."),
    "signature/other-head": WORDS["audit.signature-other"],
    "signature/invalid": WORDS["audit.signature-false"],
    "signature/unknown-key": WORDS["audit.key-other"],
    "events": _l("The line of this event cannot be read."),
    "events/line-end": _l("The line of this event does not end as it should."),
    "events/not-canonical": WORDS["audit.not-canonical"],
    "log/chain": WORDS["audit.hash"],
    "log/gap": _l("Event {version} does not have the next version."),
    "log/torn": _l("Events that follow by themselves in the same append are missing: the end was cut off."),
    "log/unknown-type": _l("Event {version} is of a type that this verifier does not know."),
    "log/other": WORDS["audit.proof-history"],
    "head/cut": WORDS["audit.held-cut"],
    "head/other": WORDS["audit.held-other"],
    "receipt/contradiction/receipts": WORDS["audit.held-contradiction"],
    "receipt/contradiction/bundle": WORDS["audit.held-convicts"],
    "dynasty/games": _GAMES,
    "dynasty/commitment": _COMMITMENT,
    "dynasty/other-game": _OTHER_GAME,
    "tournament/games": _GAMES,
    "tournament/commitment": _COMMITMENT,
    "tournament/other-game": _OTHER_GAME,
    "tournament/seed": WORDS["audit.seed-other"],
    "tournament/lots": _l("The lots of the round are not those that were committed to."),
    "tournament/pairing": _l("Paired again from its lots, the round is another one."),
    "tournament/result": _l("The tournament counts something else than the game gives."),
    "tournament/not-late": _l("The table counts as late, and was not."),
    "tournament/standings": _l("Computed again, the standings are others."),
    "bot/unknown-policy": _l("Event {version} names a bot that this verifier does not know."),
    "bot/otherwise": _l("The bot would choose otherwise."),
    "draw/otherwise": _l("The seed gives another draw."),
    "seed/commitment": WORDS["audit.seed-other"],
    "entropy/seen": _l("The player sent entropy for another first event than the one in this record."),
    "entropy/other": _l("The record has other entropy than the player sent, or gives it to another player."),
    "result/otherwise": _l("Counted again, the points or the places are others."),
    "time/form": WORDS["audit.time-form"],
    "time/back": WORDS["audit.time-back"],
    "time/apart": _l("It follows by itself from the event before it, and has another time."),
    "time/receipt": _l("It is dated after the head of it, or of a later event, was received."),
    "time/laid": WORDS["audit.plan-early"],
    "clock/deadline": WORDS["audit.clock-deadline"],
    "clock/early": WORDS["audit.clock-early"],
    "clock/late": WORDS["audit.clock-late"],
    "clock/outage": WORDS["audit.outage-wrong"],
}
"""The sentence of each fault by its code, and its case if it has several, else by the code's group."""

NOTES: Mapping[str, Word] = {
    "signature/unknown-key": _l(
        "Unknown key: the signature is by a key that was not given, so it proves nothing by itself."
    ),
    "receipt/unknown-key": WORDS["audit.receipt-anybody"],
    "receipt/other-key": WORDS["audit.receipt-other"],
    "head/early": WORDS["audit.held-early"],
    "deal/known": WORDS["audit.deal-known"],
    "entropy/absent": _l(
        "{silent}: no entropy came from there, so nothing protects these players from an operator who tries "
        "many seeds."
    ),
    "entropy/known/drawn": WORDS["audit.entropy-known"],
    "entropy/known/apart": WORDS["audit.entropy-apart"],
    "entropy/known/unseen": WORDS["audit.entropy-unseen"],
    "entropy/draws": WORDS["audit.entropy-draws"],
    "entropy/unheld": WORDS["audit.entropy-unheld"],
    "entropy/unseated": WORDS["audit.unseated"],
    "time/future": _l("An event is dated after the time of this audit: one of the clocks is wrong."),
    "time/receipt-late": _l(
        "A receipt came long after the date of its event. Unless it was requested again, the date is wrong."
    ),
    "time/before-keys": _l(
        "The record begins before the service had any of its keys. Unless it ran without keys then, the "
        "dates are wrong."
    ),
    "version/downgrade": _l("Event {version} has an older version of a format after a newer one."),
    "bot/not-repeated": plural(
        "{count} choice of a bot was not repeated, so fairness is not shown. Give --bots more seconds.",
        "{count} choices of bots were not repeated, so fairness is not shown. Give --bots more seconds.",
    ),
    "clock/outages": WORDS["audit.outages"],
    "clock/zone": _l(
        "The time zones of this verifier are not those of the record. Deadlines follow the record."
    ),
    "acts/many": _l("There are too many acts on the record to judge all of them."),
    "pairing/engine": _REPAIRED,
    "pairing/lots": _REPAIRED,
    "pairing/failures": _REPAIRED,
    "standings/game": _l("A game that counts could not be followed, so the standings are not shown."),
    "tournament/sources": _l(
        "Some entrants are places of another tournament. Only its own bundle shows whether they had them."
    ),
}
"""The sentence of each note by its code, and its case if it has several."""

USUALLY = _l("This is not as it should be.")

Values = Mapping[str, object]
_PLACE = re.compile(r"\{(version|number)\}")
"""In a sentence that says itself which event it is about."""


def finding_word(code: str, case: str = "") -> Word:
    """The sentence of a fault: by its code and case, else by its code or group; it may have `{version}`."""
    group = code.partition("/")[0]
    return (
        FINDINGS.get(f"{code}/{case}" if case else code)
        or WORDS.get(f"audit.rule.{code}")
        or DETAILS.get(code)
        or OF_CODES.get(code)
        or FINDINGS.get(group)
        or OF_GROUPS.get(group)
        or USUALLY
    )


def said(word: Word, values: Values) -> str:
    """The sentence with the values of a finding: numbers without groups of digits, seats as a list."""
    shown = {name: _shown(value) for name, value in values.items()}
    if isinstance(word, Plural):
        shown["count"] = values["count"]
    if isinstance(seats := values.get("seats"), Sequence):
        text = WORDS["audit.seats"].told(count=len(seats), seats=present().format.numbers(seats))
        shown |= dict.fromkeys(("known", "silent"), text)
    return word.told(**shown)


def _shown(value: object) -> object:
    if isinstance(value, tuple):
        return present().sequence(value)
    return digits(value) if isinstance(value, int) else value


def fault_text(version: int | None, code: str, english: str, values: Values) -> str:
    """A fault as a sentence that says where it is."""
    where = digits(version)
    if speaks_english():
        text = english
    else:
        word = finding_word(code, str(values.get("case", "")))
        text = said(word, {"version": version, "number": version, **values})
        if version is not None and not isinstance(word, Plural) and _PLACE.search(word.english):
            return text
    return (IN_THE_BUNDLE if version is None else OF_EVENT).said(version=where, text=text)


def note_text(code: str, english: str, values: Values) -> str:
    """A note as a sentence."""
    if speaks_english():
        return english
    case = values.get("case")
    return said(NOTES.get(f"{code}/{case}" if case else code, USUALLY), values)
