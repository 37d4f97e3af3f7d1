"""The words of an audit's report in a terminal."""

from replays.audit.verdicts import AnyAspect, Aspect, OwnAspect, Verdict
from service.application.i18n.pages.audit import WORDS
from service.application.i18n.problems import speaks_english
from service.application.i18n.speaking import Text, pgettext, plural
from service.application.i18n.speaking import lazy_pgettext as _lp

SUBJECTS = {
    Aspect.INTEGRITY: _lp("check", "the bytes, the chain of hashes, the signature by a key that you gave"),
    Aspect.COMPLETENESS: _lp("check", "no event missing, none cut off at the end"),
    Aspect.LEGALITY: _lp("check", "every event by the rules"),
    Aspect.FAIRNESS: _lp("check", "the committed seed, and every draw from it"),
    Aspect.TIME: _lp(
        "check", "the order of the times, the deadlines, the times at which heads were received"
    ),
    Aspect.RESULT: _lp("check", "points and places"),
}
"""The subject of each verdict."""

_UNFINISHED = _lp("reason", "the events cannot be checked to the end")

ABSENT = {
    Aspect.INTEGRITY: _lp("reason", "there is no event"),
    Aspect.COMPLETENESS: _lp(
        "reason", "the game is not over: only a head saved earlier can show it (--against)"
    ),
    Aspect.LEGALITY: _UNFINISHED,
    Aspect.FAIRNESS: _lp("reason", "the seed is not revealed before the end of the game"),
    Aspect.TIME: _UNFINISHED,
    Aspect.RESULT: _lp("reason", "the game is not scored"),
}
"""The reason why a verdict is not shown if nothing failed."""

OWN = (
    _lp("check", "every round, paired again from the record and its lots"),
    _lp("check", "what each game counts, and the places of every round"),
    _lp("check", "each by somebody entitled, with a reason, when it was possible"),
    _lp("reason", "no round is paired, or one could not be paired again"),
    _lp("reason", "no round is signed off, or a game's record cannot be compared"),
    _lp("reason", "the record could not be followed to its end"),
)
"""The texts of the verdicts that a kind of series declares itself (`OwnAspect`)."""

UNATTESTED = _lp("check", "the order of the times, the deadlines; the dates are the service's word")
"""The subject of time if no kept head attests the time of an event."""

DOUBTED = _lp("reason", "the auditor's evidence speaks against the times: see the note")
"""The reason why time is not shown although nothing failed."""

UNKNOWN_SIGNER = _lp("check", "chain holds, signer unknown")
"""The subject of integrity if it passes and the signer is unknown."""

UNREPEATED = _lp("reason", "choices of bots were not repeated: see the note")
"""The reason why fairness is not shown although the seed is known."""

DEALT = _lp("reason", "the deck was known before the game: see the note")
"""The reason why fairness is not shown although every draw was compared."""

BROKEN = _lp("reason", "could not be checked: see the faults")
"""The reason why a verdict is not shown if something failed."""

NO_BUNDLE = _lp("status", "not a bundle")
GAME = _lp("name", "game %(id)s")
OTHER_KINDS = (_lp("name", "dynasty %(id)s"), _lp("name", "tournament %(id)s"))
"""What is audited, with its id or its number; `bundle_name` finds them by the kind."""

IN_THE_BUNDLE = _lp("pattern", "the bundle: %(text)s")
OF_EVENT = _lp("pattern", "event %(version)s: %(text)s")
NOTE = _lp("pattern", "note: %(text)s")
NOTE_ON = _lp("pattern", "note on %(count)s: %(text)s")
AUDITED = _lp("status", "%(count)s audited")
MORE_FAULTS = plural(
    "… and {count} more faults (--json has them all)", "… and {count} more faults (--json has them all)"
)
MORE_GAMES = plural(
    "… and {count} more games with faults (--json has them all)",
    "… and {count} more games with faults (--json has them all)",
)


def bundle_name(kind: str, id_: str) -> str:
    """A bundle's kind and id."""
    return Text(f"{kind} %(id)s", "name").said(id=id_)


def subject(aspect: AnyAspect) -> str:
    """What a verdict is about."""
    return pgettext("check", aspect.about) if isinstance(aspect, OwnAspect) else str(SUBJECTS[aspect])


def absent(aspect: AnyAspect) -> str:
    """Why a verdict is not shown if nothing failed."""
    return pgettext("reason", aspect.absent) if isinstance(aspect, OwnAspect) else str(ABSENT[aspect])


def aspect_name(aspect: AnyAspect) -> str:
    """The name of a verdict; in English that of options and JSON, as for one that has no other."""
    title = WORDS.get(f"audit.verdict.{aspect.value}")
    return aspect.value if title is None or speaks_english() else str(title)


def outcome(verdict: Verdict) -> str:
    """The verdict in a word."""
    return str(WORDS[f"audit.outcome.{verdict.value}"])


def emphasized(verdict: Verdict) -> str:
    """The same; in English, whose capitals are simple, a failure stands in capitals."""
    return outcome(verdict).upper() if verdict is Verdict.FAIL and speaks_english() else outcome(verdict)
