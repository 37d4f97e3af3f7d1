"""Every forgery in a tournament's record fails its own verdict, although the forger adjusts all other data.

What happens before a pairing decides its lots, so most forgeries are in the last round: an earlier one also
changes the pairings after it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from harness.audit.audits import faults, named
from harness.audit.forging import Forger, Record, chained
from harness.audit.tournaments import SIGNER, PlayedTournament, announcement, eventful
from replays.audit.evidence import Evidence
from replays.audit.examining import backwards
from replays.audit.tournaments.course import follow_tournament
from replays.audit.verdicts import Finding, Verdict, exit_code
from replays.audit.verifier import audit
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import Version
from replays.events.game_events import Options
from replays.events.regulations import DAY_MS
from tests.conformance.audit.test_forgeries import ALL as SIX
from tests.conformance.audit.test_forgeries import Change, Forgery, changed, envelope, left_out, put_in

ALL = SIX | {"pairing", "standings", "acts"}
KEYS = Evidence(keys=frozenset({SIGNER.public_key}))


@cache
def honest() -> bytes:
    """The bundle to be forged."""
    return eventful().bundle()


def forged(change: Change) -> tuple[bytes, int]:
    """The forged bundle, and the version that the finding must name."""
    forger = Forger(honest())
    version = change(forger)
    return forger.forged(), version


def test_the_honest_tournament_passes() -> None:
    """What is forged below passes all nine verdicts."""
    report = audit(honest(), KEYS)
    assert [each.findings for each in report.whole()] == [()] * (len(report.parts) + 1)
    assert named(report, Verdict.PASS) == ALL


def exchanged(forger: Forger) -> int:
    """Exchanges the second players of two tables of the last round."""
    tables = forger.data("TournamentRoundPaired", -1)["tables"]
    tables[0][1], tables[1][1] = tables[1][1], tables[0][1]
    return forger.at("TournamentRoundPaired", -1) + 1


def other_seats(forger: Forger) -> int:
    """Exchanges the seats at a table."""
    forger.data("TournamentRoundPaired", -1)["tables"][0].reverse()
    return forger.at("TournamentRoundPaired", -1) + 1


def rest(forger: Forger) -> int:
    """Lets the players of the last table rest instead."""
    data = forger.data("TournamentRoundPaired", -1)
    data["byes"] = data["tables"].pop()
    return forger.at("TournamentRoundPaired", -1) + 1


def other_order(forger: Forger) -> int:
    """Puts the last table first."""
    tables = forger.data("TournamentRoundPaired", -1)["tables"]
    tables.insert(0, tables.pop())
    return forger.at("TournamentRoundPaired", -1) + 1


PAIRINGS = [exchanged, other_seats, other_order, rest]


@pytest.mark.parametrize("change", PAIRINGS)
def test_a_forged_pairing(change: Change) -> None:
    """A round that is paired otherwise fails the pairing, and legality, as its games have other players."""
    data, version = forged(change)
    report = audit(data)
    assert ("pairing", version, "tournament/pairing") in faults(data)
    assert "pairing" in named(report, Verdict.FAIL)
    assert exit_code([report]) & 8


def test_a_forged_pairing_before_its_games() -> None:
    """Without the games nothing else betrays a forged pairing."""
    forger = Forger(honest())
    version = exchanged(forger)
    del forger.events[version:]
    for number in (4, 5, 6):
        del forger.members[f"games/{number}.zip"]
    assert faults(forger.forged()) == [("pairing", version, "tournament/pairing")]


def row(number: int, **values: Any) -> Change:
    """A change in a row of the last standings."""

    def change(forger: Forger) -> int:
        forger.data("TournamentRoundClosed", -1)["standings"][number].update(values)
        return forger.at("TournamentRoundClosed", -1) + 1

    return change


def reversed_standings(forger: Forger) -> int:
    """Exchanges the first two rows, with their places."""
    rows = forger.data("TournamentRoundClosed", -1)["standings"]
    rows[0]["entrant"], rows[1]["entrant"] = rows[1]["entrant"], rows[0]["entrant"]
    return forger.at("TournamentRoundClosed", -1) + 1


def shortened_standings(forger: Forger) -> int:
    """Leaves somebody out."""
    forger.data("TournamentRoundClosed", -1)["standings"].pop()
    return forger.at("TournamentRoundClosed", -1) + 1


def late_without_time(forger: Forger) -> int:
    """Lets the late table have been on time."""
    for event in forger.events[forger.at("TournamentDeputyDismissed") + 1 :]:
        event["at"] -= DAY_MS - 60_000
    return forger.at("TournamentTableScored", -1) + 1


def signed_off(actor: object) -> Change:
    """Lets somebody else sign the last round off, and so finish the tournament."""

    def change(forger: Forger) -> int:
        forger.event("TournamentFinished")["actor"] = actor
        return envelope("TournamentRoundClosed", -1, actor=actor)(forger)

    return change


def other_seed(forger: Forger) -> int:
    """Reveals another seed than the first event commits to."""
    forger.data("TournamentSeedRevealed", -1)["seed"] = "ab" * 32
    return forger.at("TournamentSeedRevealed", -1) + 1


DIRECTOR = "tournament/not-director"
RESULT = "tournament/result"
STANDINGS = "tournament/standings"

FORGERIES = [
    Forgery(row(0, points=99), "points", "standings", STANDINGS),
    Forgery(row(1, place=1), "place", "standings", STANDINGS),
    Forgery(row(0, tie_breaks=[9] * 5), "tie-breaks", "standings", STANDINGS),
    Forgery(reversed_standings, "exchanged", "standings", STANDINGS),
    Forgery(shortened_standings, "too few", "standings", STANDINGS),
    Forgery(changed("TournamentTableScored", 3, points=[36, 0]), "points of a game", "standings", RESULT),
    Forgery(changed("TournamentTableScored", 3, totals=[1, 2]), "totals", "standings", RESULT),
    Forgery(changed("TournamentTableScored", 3, left=[1]), "left", "standings", RESULT),
    Forgery(changed("TournamentTableScored", -1, points=[36, 36]), "late", "standings", RESULT),
    Forgery(late_without_time, "on time", "standings", "tournament/not-late"),
    Forgery(put_in("TournamentTableScored", "TournamentRoundClosed", 1), "twice", "standings", RESULT),
    Forgery(other_seed, "other", "fairness", "tournament/seed"),
    Forgery(signed_off("ann"), "stranger closes", "acts", DIRECTOR),
    Forgery(signed_off("deputy"), "dismissed", "acts", DIRECTOR),
    Forgery(envelope("TournamentResultAnnulled", -1, actor="ann"), "stranger annuls", "acts", DIRECTOR),
    Forgery(envelope("TournamentResultCorrected", actor="player-1"), "player corrects", "acts", DIRECTOR),
    Forgery(envelope("TournamentDeputyDismissed", actor="deputy"), "deputy", "acts", DIRECTOR),
    Forgery(envelope("TournamentResultCorrected", actor="system"), "system", "acts", DIRECTOR),
    Forgery(envelope("TournamentResultCorrected", actor=None), "nobody", "acts", DIRECTOR),
    Forgery(changed("TournamentResultCorrected", reason=" "), "none", "acts", "tournament/reason"),
    Forgery(changed("TournamentResultCorrected", places=[2, 2]), "two", "acts", "tournament/places"),
    Forgery(changed("TournamentResultCorrected", points=[1, 2, 3]), "three", "acts", "tournament/points"),
    Forgery(changed("TournamentResultCorrected", number=99), "none", "acts", "tournament/unknown-game"),
    Forgery(changed("TournamentActUndone", act=2), "none", "acts", "tournament/unknown-act"),
    Forgery(changed("TournamentDisputeAnswered", dispute=2), "none", "acts", "tournament/unknown-dispute"),
    Forgery(envelope("TournamentDisputeOpened", actor="ann"), "dispute", "acts", "tournament/not-yours"),
    Forgery(changed("TournamentEntrantWithdrawn", 1, entrant=1), "another", "acts", "rules/otherwise"),
    Forgery(
        changed("TournamentEntrantWithdrawn", entrant=77), "withdrawn", "acts", "tournament/unknown-entrant"
    ),
    Forgery(changed("TournamentMeetingForbidden", entrants=[1, 1]), "one", "acts", "tournament/two"),
    Forgery(
        changed("TournamentEntrantReplaced", player="player-1"), "substitute", "acts", "tournament/entered"
    ),
    Forgery(changed("TournamentClocksAdjusted", ended=2**50), "to come", "acts", "tournament/interval"),
    Forgery(envelope("TournamentRoundClosed", -1, cause="player"), "cause", "legality", "log/origin"),
    Forgery(envelope("TournamentFinished", actor="deputy"), "finisher", "legality", "log/origin"),
    Forgery(envelope("TournamentRoundOpened", -1, actor="ann"), "opener", "legality", "log/origin"),
    Forgery(envelope("TournamentSeedRevealed", -1, actor="ann"), "revealer", "legality", "log/origin"),
    Forgery(changed("TournamentTimeGivenBack", act=3), "no outage", "legality", "rules/not-due"),
    Forgery(changed("TournamentFinished", more=1), "members", "legality", "log/data"),
    Forgery(put_in("TournamentFinished", "TournamentEnded"), "two ends", "legality", "rules/not-due"),
    Forgery(left_out("TournamentFinished"), "no end", "legality", "rules/not-due"),
    Forgery(put_in("TournamentRoundOpened", "TournamentRoundClosed", 1), "open", "legality", "rules/not-due"),
    Forgery(envelope("TournamentFinished", at=2**50), "apart", "time", "time/apart"),
]


@pytest.mark.parametrize("forgery", FORGERIES, ids=str)
def test_a_forgery_of_the_last_round(forgery: Forgery) -> None:
    """It fails this verdict, with this code at this event, before any other; the games still pass."""
    data, version = forged(forgery.change)
    report = audit(data)
    first = report.findings[0]
    found = (first.aspect.value, first.version, first.code)
    assert found == (forgery.verdict, version, forgery.code), report.findings
    assert named(report, Verdict.FAIL) <= {forgery.verdict, *consequences(forgery)}, report.findings
    assert [part.findings for part in report.parts] == [()] * len(report.parts)


def consequences(forgery: Forgery) -> set[str]:
    """The verdicts that fail too: an act that does not hold changes the standings that were signed off."""
    return {"standings"} if forgery.verdict == "acts" else set()


@cache
def entries() -> bytes:
    """A tournament that takes entries: two players, and a bot."""
    invited = Options(invited=("player-0", "player-1", "player-2"))
    played = PlayedTournament(announcement(options=invited))
    played.enter(2, ["greedy"])
    return played.bundle()


def started_early(forger: Forger) -> int:
    """Starts instead of entering the bot."""
    forger.event("TournamentBotEntered").update(type="TournamentStarted", data={})
    return forger.at("TournamentStarted") + 1


def invented(kind: str, data: Mapping[str, object], **fields: object) -> Change:
    """Adds an event at the end, by default the director's."""

    def change(forger: Forger) -> int:
        forger.events.append({**forger.event("TournamentBotEntered"), "type": kind, "data": data, **fields})
        return len(forger.events)

    return change


def regulated(**regulations: object) -> Change:
    """A change of regulations."""

    def change(forger: Forger) -> int:
        forger.data("TournamentCreated")["regulations"].update(regulations)
        return 1

    return change


WITHDRAWN = {"code": "request", "reason": "ill", "entrant": 0}
RAIN = {"code": "other", "reason": "rain"}
FIRST = {"number": 1, "engine": 1, "by_hand": False, "lots": "ab" * 32, "tables": [[0, 1, 2]], "byes": []}
SYSTEM = {"actor": "system", "cause": "system"}
ENTERED = "TournamentPlayerEntered"

OF_ENTRIES = [
    Forgery(changed(ENTERED, 1, player="player-0"), "twice", "legality", "tournament/entered"),
    Forgery(changed(ENTERED, 1, player="ann"), "player", "legality", "seat/not-invited"),
    Forgery(envelope(ENTERED, 1, actor="player-2"), "by another", "legality", "log/origin"),
    Forgery(envelope(ENTERED, 0, cause="operator"), "by a player", "acts", DIRECTOR),
    Forgery(changed(ENTERED, 1, seen="ab" * 32), "seen", "fairness", "entropy/seen"),
    Forgery(envelope("TournamentBotEntered", actor="player-0"), "bot", "acts", DIRECTOR),
    Forgery(changed("TournamentBotEntered", policy="deep"), "deep", "legality", "bot/unknown-policy"),
    Forgery(started_early, "two", "acts", "pairing/few"),
    Forgery(invented("TournamentCalledOff", WITHDRAWN), "members", "legality", "log/data"),
    Forgery(
        invented("TournamentEntrantWithdrawn", WITHDRAWN, actor="player-1", cause="player"),
        "of another",
        "acts",
        "rules/otherwise",
    ),
    Forgery(
        invented("TournamentEntrantWithdrawn", WITHDRAWN, actor="ann", cause="player"),
        "of a stranger",
        "acts",
        "tournament/not-entered",
    ),
    Forgery(invented("TournamentCalledOff", RAIN, actor="ann"), "stranger", "acts", DIRECTOR),
    Forgery(invented("TournamentCutShort", RAIN), "open", "acts", "tournament/not-started"),
    Forgery(invented("TournamentRoundPaired", FIRST, **SYSTEM), "open", "legality", "rules/not-due"),
    Forgery(invented("TournamentEnded", {}, **SYSTEM), "early", "legality", "rules/not-due"),
    Forgery(invented("TournamentExpired", {}), "by the director", "legality", "log/origin"),
    Forgery(invented("TournamentFieldTaken", {"sources": []}, actor="ann"), "ann", "acts", DIRECTOR),
    Forgery(
        invented("DynastyDecided", {"totals": [1], "winners": [0]}), "dynasty", "legality", "log/impossible"
    ),
    Forgery(regulated(points="11-7"), "unknown scale", "legality", "tournament/points"),
    Forgery(regulated(tie_breaks=["luck"]), "unknown tie-break", "legality", "tournament/tie-breaks"),
    Forgery(regulated(bye=99), "bye", "legality", "tournament/bye"),
    Forgery(regulated(late_until=9), "late", "legality", "tournament/late"),
    Forgery(regulated(vacancy="deep"), "vacancy", "legality", "bot/unknown-policy"),
    Forgery(envelope("TournamentCreated", actor="system"), "by the service", "legality", "log/origin"),
    Forgery(changed("TournamentCreated", rounds=4), "rounds", "legality", "log/data"),
]


@pytest.mark.parametrize("forgery", OF_ENTRIES, ids=str)
def test_a_forgery_before_the_start(forgery: Forgery) -> None:
    """It fails this verdict and no other, with this code at this event."""
    forger = Forger(entries())
    version = forgery.change(forger)
    report = audit(forger.forged())
    first = report.findings[0]
    assert (first.aspect.value, first.version, first.code) == (forgery.verdict, version, forgery.code)
    others = {"fairness", "acts"} if version == 1 else set()  # entropy was sent for another first event
    assert named(report, Verdict.FAIL) <= {forgery.verdict} | others, report.findings


def test_the_entries_pass() -> None:
    """What is forged above fails nothing."""
    assert faults(entries(), KEYS) == []


def test_forged_lots() -> None:
    """Lots that the first event does not commit to fail the pairing, even if the tables follow from them."""
    data, version = forged(changed("TournamentRoundPaired", 1, lots="ab" * 32))
    assert faults(data)[0] == ("pairing", version, "tournament/lots")
    assert named(audit(data), Verdict.FAIL) == {"pairing"}


def test_a_pairing_by_no_hand() -> None:
    """A pairing by hand has an act that sets it."""
    data, version = forged(changed("TournamentRoundPaired", 1, by_hand=True))
    assert faults(data) == [("pairing", version, "tournament/pairing")]


def test_a_pairing_by_an_unknown_method() -> None:
    """It is not checked, and the report says so."""
    data, _ = forged(changed("TournamentRoundPaired", 1, engine=99))
    report = audit(data)
    assert report.findings == ()
    assert named(report, Verdict.NOT_SHOWN) == {"pairing"}
    assert "pairing/engine" in {note.code for note in report.notes}


def failed(forger: Forger) -> int:
    """Invents that the last round could not be paired at first."""
    paired = forger.event("TournamentRoundPaired", -1)
    data = {"number": 2, "code": "pairing/barred", "reason": "no", "entrants": [1]}
    forger.events.insert(
        forger.at("TournamentRoundPaired", -1), {**paired, "type": "TournamentPairingFailed", "data": data}
    )
    return forger.at("TournamentPairingFailed") + 1


def test_an_invented_failure() -> None:
    """A pairing that did not fail is found."""
    data, version = forged(failed)
    assert faults(data)[0] == ("pairing", version, "tournament/pairing")


def with_game(number: int, change: Callable[[Forger], object]) -> bytes:
    """The tournament with a game that was forged."""
    forger = Forger(honest())
    game = Forger(forger.members[f"games/{number}.zip"])
    change(game)
    forger.members[f"games/{number}.zip"] = game.forged()
    return forger.sealed()


OPENED = 1
"""The round of the forged games, from 0."""


def opened_at() -> int:
    """The version of the event with which the games of the last round were open."""
    return Forger(honest()).at("TournamentRoundOpened", OPENED) + 1


def test_a_game_with_other_options() -> None:
    """A game that was agreed on otherwise than the tournament's is found."""
    found = faults(with_game(5, lambda game: game.data("GameCreated")["options"].update(hints=False)))
    assert found[0] == ("legality", opened_at(), "tournament/other-game")
    assert {verdict for verdict, _, _ in found} == {"legality"}


def test_a_game_with_other_players() -> None:
    """A game with somebody else at the table is found."""

    def change(game: Forger) -> None:
        old = game.data("PlayerSeated")["player"]
        game.data("PlayerSeated")["player"] = "ann"
        for event in game.events:
            event["actor"] = "ann" if event["actor"] == old else event["actor"]

    assert ("legality", opened_at(), "tournament/other-game") in faults(with_game(5, change))


def test_a_game_from_another_seed() -> None:
    """A game whose commitment does not follow from the seed of its round is found."""
    found = faults(with_game(5, lambda game: game.data("GameCreated").update(commitment="ab" * 32)))
    version = Forger(honest()).at("TournamentSeedRevealed", OPENED) + 1
    assert ("fairness", version, "tournament/commitment") in found
    assert {verdict for verdict, _, _ in found} == {"fairness"}


def test_games_that_are_exchanged() -> None:
    """A game in the place of another fails by its id, its players, its seed and its result."""
    forger = Forger(honest())
    names = ("games/1.zip", "games/2.zip")
    forger.members.update(zip(names, [forger.members[name] for name in reversed(names)], strict=True))
    found = {(verdict, code) for verdict, _, code in faults(forger.sealed())}
    assert ("completeness", "tournament/games") in found
    assert ("legality", "tournament/other-game") in found
    assert ("fairness", "tournament/commitment") in found
    assert ("standings", "tournament/result") in found


def test_a_round_without_a_game() -> None:
    """A bundle without a game that was opened fails completeness, and does not show what the game gave."""
    forger = Forger(honest())
    del forger.members["games/6.zip"]
    report = audit(forger.sealed())
    assert named(report, Verdict.FAIL) == {"completeness"}
    assert "standings" in named(report, Verdict.NOT_SHOWN)


def test_a_result_of_other_standings() -> None:
    """`result.json` follows from the events."""
    forger = Forger(honest())
    forger.members["result.json"] = forger.members["result.json"].replace(b'"place":1', b'"place":2', 1)
    assert faults(forger.listed(), KEYS) == [("result", None, "bundle/derived")]


def test_a_cut_end() -> None:
    """The sign-off after a late table, and the end after the last round, follow in the same append."""
    for kind in ("TournamentTableScored", "TournamentRoundClosed"):
        forger = Forger(honest())
        place = forger.at(kind, -1)
        del forger.events[place + 1 :]
        assert faults(forger.forged()) == [("completeness", place + 2, "log/torn")]


def test_an_early_seed() -> None:
    """The seed of a round is revealed after its games."""
    played = PlayedTournament(announcement(table=2, rounds=1))
    played.enter(2)
    played.start()
    forger = Forger(played.bundle())
    seed = {"number": 1, "seed": "ab" * 32}
    opened = forger.event("TournamentRoundOpened")
    forger.events.append({**opened, "type": "TournamentSeedRevealed", "data": seed})
    codes = {code for _, _, code in faults(forger.forged())}
    assert codes == {"rules/not-due", "tournament/seed", "tournament/commitment"}


def test_an_act_that_undoes_the_undoing_of_nothing() -> None:
    """It gets a verdict, as any bytes do: nothing is followed after an act about what is not there."""
    forger = Forger(honest())
    undone = forger.event("TournamentActUndone")
    place = forger.at("TournamentActUndone")
    undone["data"]["act"] = 2
    forger.events.insert(place + 1, {**undone, "data": {**undone["data"], "act": place + 1}})
    assert faults(forger.forged())[0] == ("acts", place + 1, "tournament/unknown-act")


EXIT_CODES = [
    (changed("TournamentRoundPaired", 1, lots="ab" * 32), 8),
    (row(0, points=99), 32),
    (envelope("TournamentDisputeOpened", actor="ann"), 4),
]


@pytest.mark.parametrize(("change", "code"), EXIT_CODES)
def test_the_exit_code_counts_each_own_verdict_as_one_of_the_six(change: Change, code: int) -> None:
    """Pairing counts as fairness, standings as result, acts as legality."""
    assert exit_code([audit(forged(change)[0])]) == code


def followed(events: list[Record]) -> tuple[Finding, ...]:
    """The findings in a tournament's own events, chained again."""
    played = eventful()
    record = [
        StoredEvent(Version(number), canonical({**bare(event), "version": number}), event["hash"])
        for number, event in enumerate(chained(played.id, events), start=1)
    ]
    games = [played.tables.match(table.id) for table in played.now.games]
    course = follow_tournament(played.id, record, games, played.record_of)
    backward = tuple(backwards(record))
    return (*course.findings, *backward)


def bare(event: Record) -> Record:
    """The event without its hash."""
    return {name: value for name, value in event.items() if name != "hash"}


UNASKED = {"TournamentTimeGivenBack", "TournamentEnded"}
"""Steps after which a record goes on, or ends, as without them."""

AGAIN = {"TournamentMeetingForbidden", "TournamentResultAnnulled", "TournamentResultCorrected"}
"""Acts that may be repeated."""

LAST_PAIRED = 15
"""The place of the last pairing: whatever is missing before it changes the lots."""


def test_an_event_that_is_missing_or_stands_twice() -> None:
    """Nothing is left out or repeated unseen, but for what somebody may do or not, with nothing after it."""
    events = Forger(honest()).events
    assert events[LAST_PAIRED]["type"] == "TournamentRoundPaired"
    for place, event in enumerate(events):
        twice, left = [*events[: place + 1], *events[place:]], [*events[:place], *events[place + 1 :]]
        kind, is_act = event["type"], "reason" in event["data"] and place > LAST_PAIRED
        assert followed(twice) or (is_act and kind in AGAIN), event
        assert followed(left) or is_act or kind in UNASKED, event


FREE = {"reason", "at", "began", "player"}
"""Members of acts that may be of any valid value; `player` is that of a substitute."""


@pytest.mark.parametrize("wrong", [-1, 10**6, "x", None, [], [[0]], {"a": 1}], ids=str)
def test_any_value_gets_a_verdict(wrong: object) -> None:
    """Whatever stands in an event, the tournament is followed as far as possible, and nothing is raised."""
    honest_events = Forger(honest()).events
    for place, event in enumerate(honest_events):
        for name in event["data"].keys() - FREE - {"engine"}:
            events = [*honest_events]
            events[place] = {**event, "data": {**event["data"], name: wrong}}
            assert followed(events) or event["data"][name] == wrong, (event["type"], name)
