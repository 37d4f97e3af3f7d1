"""Forgeries of bots, plans, clocks and seats that were left, and the verdict that each of them fails.

The forger is that of `test_forgeries`; the games are those of `harness.play.stories`.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson
import pytest

from harness.audit.audits import KNOWN_KEY, SERVICE, faults, named
from harness.audit.forging import Forger, chained, written
from harness.games import seeded, tables_on
from harness.play.correspondence import Played
from harness.play.dynasties import dynasties_on, play_running, seated
from harness.play.stories import STORIES
from harness.store.fake_log import FakeEventLog
from kingdomino.board.kingdom import LegalPlacements
from kingdomino.board.numbers import Seat
from kingdomino.scoring import ranking, score
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.examining import examine
from replays.audit.record import Record, read_record
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.clocks.week import DAY
from replays.commands.attendance import Attendance
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.canonical import canonical
from replays.encoding.identity import Version
from replays.events import game_events
from replays.events.codec import encode
from replays.match.aggregate import fold
from replays.match.deciding.outages import MOST_IN_A_TURN
from tests.conformance.audit.test_forgeries import ALL, Change, Forgery, changed, envelope, left_out

MOVES = {"DominoChosen", "DominoPlaced", "DominoDiscarded"}


@cache
def story(name: str) -> Played:
    """The game with this name."""
    return STORIES[name]()


@cache
def bundle(name: str) -> bytes:
    """The bundle of that game."""
    return game_bundle(story(name).game, story(name).events, SERVICE)


def move_of(forger: Forger, cause: str, nth: int = 0) -> int:
    """The index of the nth move with this cause."""
    found = [i for i, e in enumerate(forger.events) if e["type"] in MOVES and e["cause"] == cause]
    return found[nth]


def cut_after(kind: str, *more: dict[str, Any]) -> Change:
    """Ends the record with the first event of a type, followed by `more` events with the same envelope."""

    def change(forger: Forger) -> int:
        place = forger.at(kind)
        last = forger.events[place]
        added = [{**last, **fields, "at": last["at"] + fields.get("at", 0)} for fields in more]
        forger.events[place + 1 :] = added
        return len(forger.events)

    return change


def another_placement(forger: Forger) -> int:
    """Moves a domino that a bot placed, and adjusts the points to the new kingdom.

    It is the last such domino with another legal placement, so that all later events stay legal.
    """
    found = (event for event in forger.events if (event["type"], event["cause"]) == ("DominoPlaced", "bot"))
    event, other = next(
        (event, other)
        for event in reversed(list(found))
        for other in placements(event)
        if other != event["data"]
    )
    event["data"] = other
    rescored(forger)
    return int(event["version"])


def placements(event: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The data of each legal placement that could replace this one in the game with bots."""
    match = fold(story("with-bots").game, story("with-bots").events[: event["version"] - 1])
    assert match is not None
    assert match.game is not None
    kingdom = match.game.kingdoms[event["seat"]]
    for other in LegalPlacements(kingdom, kingdom.dominoes[event["data"]["domino"]]):
        yield {"domino": other.domino, "x": other.x, "y": other.y, "direction": other.direction.value}


def rescored(forger: Forger) -> None:
    """Replaces the result by the one that follows from the changed events."""
    forger.forged()
    match = fold(forger.game, read_record(forger.game, forger.members["events.ndjson"]).events)
    assert match is not None
    assert match.game is not None
    scores = tuple(score(match.game, Seat(seat)) for seat in range(match.players))
    _, _, data = encode(game_events.GameScored(scores, ranking(scores, match.game.left)))
    forger.event("GameScored")["data"] = data


def later_deadline(forger: Forger) -> int:
    """Moves the deadline in the time-out by a second; the event's own time is still later."""
    forger.data("TimeExpired")["deadline"] += 1000
    return forger.at("TimeExpired") + 1


def of_another_seat(forger: Forger) -> int:
    """Makes the time-out that of a seat which is not to act, with a deadline of its own, before its time."""
    version = early(forger)
    forger.event("TimeExpired")["seat"] = 2
    return version


def early(forger: Forger) -> int:
    """Moves the time-out to the last millisecond before the player's deadline."""
    place = forger.at("TimeExpired")
    for event in forger.events[place : place + 2]:
        event["at"] = forger.events[place]["data"]["deadline"] - 1
    return place + 1


def late(forger: Forger) -> int:
    """Moves the last move of a player, and all later events, by half a year."""
    place = move_of(forger, "player", -1)
    for event in forger.events[place:]:
        event["at"] += 180 * DAY
    return place + 1


def late_plan(forger: Forger) -> int:
    """Moves a plan's execution, and all later events, by half a year."""
    place = forger.at("PlanFired")
    for event in forger.events[place:]:
        event["at"] += 180 * DAY
    return place + 2


def laid_later(forger: Forger) -> int:
    """Sets the time at which a plan was laid to after its execution."""
    forger.data("PlanFired")["laid"] = forger.event("PlanFired")["at"] + 1
    return forger.at("PlanFired") + 1


def unfired(forger: Forger) -> int:
    """Deletes the event that announces a plan, and ends the record after the planned moves."""
    place = forger.at("PlanFired")
    at = forger.events[place]["at"]
    forger.events = [
        event for event in forger.events[:place] + forger.events[place + 1 :] if event["at"] <= at
    ]
    return place + 1


def never_left(forger: Forger) -> int:
    """Deletes the beginning of a vacation, and ends the record with the vacation's end."""
    del forger.events[forger.at("VacationBegan")]
    del forger.events[forger.at("VacationEnded") + 1 :]
    return len(forger.events)


def invented_vacation(forger: Forger) -> int:
    """Sends a player on vacation who let the time run out; ends the record with that time-out."""
    place = forger.at("TimeExpired")
    expired = forger.events[place]
    player = f"player-{expired['seat']}"
    began = {"type": "VacationBegan", "at": forger.events[place - 1]["at"], "data": {}}
    vacation = {**expired, **began, "actor": player, "cause": "player"}
    forger.events[place:] = [vacation, *forger.events[place : place + 2]]
    return place + 2


def without_a_time_out(forger: Forger) -> int:
    """Deletes a time-out, and lets the player make the bot's move; ends the record with that move."""
    place = forger.at("TimeExpired")
    forger.events[place:] = forger.events[place + 2 : place + 3]
    forger.events[place].update(actor=f"player-{forger.events[place]['seat']}", cause="player")
    return place + 1


def another_pause(forger: Forger) -> int:
    """Lets the nights end an hour earlier than they did."""
    forger.data("GameCreated")["options"]["clock"]["pause"]["to"] = "06:00"
    return agreed_otherwise(forger)


def another_zone(forger: Forger) -> int:
    """Puts the game's clock an hour ahead of its time zone."""
    for offset in forger.data("GameCreated")["options"]["offsets"]:
        offset[1] += 3600
    return agreed_otherwise(forger)


def agreed_otherwise(forger: Forger) -> int:
    """Makes `rules.json` fit the changed options; the time-out is then the first event that does not."""
    told = {**orjson.loads(forger.members["rules.json"]), "options": forger.data("GameCreated")["options"]}
    forger.members["rules.json"] = canonical(told)
    return forger.at("TimeExpired") + 1


def unrecorded(forger: Forger) -> int:
    """Deletes the outage that moved a deadline; the player's move after it is then too late."""
    place = forger.at("OutageRecorded")
    del forger.events[place]
    del forger.events[place + 1 :]
    return place + 1


def longer_away(forger: Forger) -> int:
    """Lets an outage end, and its grace period begin, a second after it was recorded."""
    event = forger.event("OutageRecorded")
    event["data"]["ended"] = event["at"] + 1000
    return forger.at("OutageRecorded") + 1


def recorded_twice(forger: Forger) -> int:
    """Records an outage again, later in the same turn, and ends the record there."""
    place = forger.at("OutageRecorded")
    forger.events[place + 1 :] = [{**forger.events[place], "at": forger.events[place]["at"] + 1}]
    return place + 2


def away_again_and_again(forger: Forger) -> int:
    """Records an outage of a millisecond again and again in one turn, once more than a turn can have."""
    place = forger.at("OutageRecorded")
    first = forger.events[place]
    start = first["data"]["ended"] + first["data"]["grace"]
    told = [
        {**first, "at": at + 1, "data": {**first["data"], "began": at, "ended": at + 1, "grace": 0}}
        for at in range(start, start + 2 * MOST_IN_A_TURN, 2)
    ]
    forger.events[place + 1 :] = told
    return place + 1 + len(told)


def away_without_a_turn(forger: Forger) -> int:
    """Records an outage in which the seat to act was not yet to act, and ends the record there."""
    place = move_of(forger, "player", 4)
    at = forger.events[place]["at"]
    data = {"began": at - 1000, "ended": at, "grace": 0, "reason": "away"}
    away = {"type": "OutageRecorded", "seat": None, "data": data, "actor": "system", "cause": "system"}
    forger.events[place + 1 :] = [{**forger.events[place], **away}]
    return place + 2


def told_by(found: str, **fields: Any) -> Change:
    """Changes the actor or the cause of the first move with this cause."""

    def change(forger: Forger) -> int:
        place = move_of(forger, found)
        forger.events[place].update(fields)
        return place + 1

    return change


def without_one_consent(forger: Forger) -> int:
    """Deletes one player's agreement to an end; the game still ends."""
    del forger.events[forger.at("EndAgreed")]
    return forger.at("GameEnded") + 1


def forgotten(forger: Forger) -> int:
    """Ranks the seats by points alone, regardless of seats that were left."""
    totals = [made["total"] for made in forger.data("GameScored")["scores"]]
    best_first = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    forger.data("GameScored")["ranking"] = [[seat] for seat in best_first]
    return forger.at("GameScored") + 1


def played_on(forger: Forger) -> int:
    """Replaces the end of the game by an event of the one seat that stayed, and ends the record there."""
    end = forger.at("GameEnded")
    seat = 1 - forger.event("SeatLeft")["seat"]
    agreed = {"type": "EndAgreed", "seat": seat, "actor": f"player-{seat}", "cause": "player"}
    forger.events[end:] = [{**forger.events[end], **agreed}]
    return end + 1


def ended_too_soon(forger: Forger) -> int:
    """Ends and scores a game of three when the first player leaves."""
    place = forger.at("SeatLeft")
    forger.events[place + 1 : forger.at("GameEnded")] = []
    at = forger.events[place]["at"]
    for event in forger.events[place + 1 :]:
        event["at"] = at
    rescored(forger)
    return place + 2


def agreed_on(version_of: tuple[str, int], **options: Any) -> Change:
    """Sets other options; the nth event of a type is the first one that violates them."""

    def change(forger: Forger) -> int:
        forger.data("GameCreated")["options"] = options
        return forger.at(*version_of) + 1

    return change


def rated(forger: Forger) -> int:
    """Makes the game rated although bots play on for players who are out of time."""
    forger.data("GameCreated")["options"]["rated"] = True
    return 1


FORGERIES = [
    Forgery(another_placement, "with-bots", "fairness", "bot/otherwise"),
    Forgery(told_by("bot", cause="player"), "with-bots", "legality", "log/origin"),
    Forgery(told_by("bot", actor="player-0"), "with-bots", "legality", "log/origin"),
    Forgery(told_by("player", actor="system", cause="bot"), "with-bots", "legality", "log/origin"),
    Forgery(told_by("player", cause="plan"), "away", "legality", "log/origin"),
    Forgery(told_by("plan", cause="player"), "away", "legality", "log/origin"),
    Forgery(changed("BotSeated", policy="perfect-1"), "with-bots", "legality", "bot/unknown-policy"),
    Forgery(envelope("BotSeated", actor="player-9"), "with-bots", "legality", "seat/not-seated"),
    Forgery(agreed_on(("BotSeated", 0), rated=True), "with-bots", "legality", "rated/no-bots"),
    Forgery(rated, "away", "legality", "options/rated"),
    Forgery(envelope("BotSeated", seat=2), "with-bots", "legality", "seat/order"),
    Forgery(later_deadline, "away", "time", "clock/deadline"),
    Forgery(later_deadline, "claimed", "time", "clock/deadline"),
    Forgery(early, "away", "time", "clock/early"),
    Forgery(early, "left", "time", "clock/early"),
    Forgery(early, "claimed", "time", "clock/early"),
    Forgery(late, "away", "time", "clock/late"),
    Forgery(late_plan, "away", "time", "clock/late"),
    Forgery(invented_vacation, "away", "time", "clock/deadline"),
    Forgery(without_a_time_out, "away", "time", "clock/late"),
    Forgery(another_pause, "away", "time", "clock/deadline"),
    Forgery(another_zone, "away", "time", "clock/deadline"),
    Forgery(laid_later, "away", "time", "time/laid"),
    Forgery(unfired, "away", "legality", "log/origin"),
    Forgery(cut_after("PlanFired", {"type": "EndAgreed", "data": {}}), "away", "legality", "rules/not-due"),
    Forgery(cut_after("PlanFired"), "away", "completeness", "log/torn"),
    Forgery(envelope("TimeExpired", seat=2), "away", "legality", "rules/otherwise"),
    Forgery(envelope("TimeExpired", cause="system"), "left", "legality", "log/origin"),
    Forgery(envelope("TimeExpired", actor="player-9"), "claimed", "legality", "seat/not-seated"),
    Forgery(left_out("SeatAway"), "away", "legality", "rules/not-due"),
    Forgery(changed("SeatAway", policy="greedy-1"), "away", "legality", "rules/otherwise"),
    Forgery(changed("SeatLeft", policy="steady-1"), "left", "legality", "rules/otherwise"),
    Forgery(changed("SeatLeft", reason="timeout"), "left", "legality", "rules/otherwise"),
    Forgery(envelope("SeatLeft", actor="player-1"), "left", "legality", "log/origin"),
    Forgery(envelope("SeatReturned", actor="system"), "away", "legality", "log/origin"),
    Forgery(envelope("SeatTakenOver", seat=1), "left", "legality", "seat/not-left"),
    Forgery(changed("SeatTakenOver", player="player-1"), "left", "legality", "seat/taken-by-you"),
    Forgery(cut_after("VacationBegan", {"at": 100 * DAY}), "away", "legality", "vacation/no-days"),
    Forgery(cut_after("VacationBegan", {"at": 1}), "away", "legality", "vacation/begun"),
    Forgery(never_left, "away", "legality", "vacation/none"),
    Forgery(unrecorded, "outages", "time", "clock/late"),
    Forgery(longer_away, "outages", "time", "clock/outage"),
    Forgery(recorded_twice, "outages", "legality", "outage/no-time"),
    Forgery(away_again_and_again, "outages", "legality", "outage/too-many"),
    Forgery(away_without_a_turn, "claimed", "legality", "outage/no-time"),
    Forgery(away_without_a_turn, "with-bots", "legality", "outage/no-time"),
    Forgery(changed("OutageRecorded", grace=3_600_001), "outages", "legality", "log/data"),
    Forgery(changed("OutageRecorded", ended=1), "outages", "legality", "log/data"),
    Forgery(changed("OutageRecorded", reason="weather"), "outages", "legality", "log/data"),
    Forgery(changed("OutageRecorded", reason="halted"), "outages", "legality", "log/origin"),
    Forgery(envelope("OutageRecorded", actor="player-1"), "outages", "legality", "log/origin"),
    Forgery(envelope("OutageRecorded", cause="operator"), "outages", "legality", "log/origin"),
    Forgery(without_one_consent, "claimed", "legality", "rules/not-due"),
    Forgery(forgotten, "left", "result", "result/otherwise"),
    Forgery(
        cut_after("DominoPlaced", {"type": "GameAborted", "data": {}, "seat": None}),
        "claimed",
        "legality",
        "game/begun",
    ),
    Forgery(envelope("GameAborted", actor="player-9"), "aborted", "legality", "seat/not-seated"),
    Forgery(cut_after("GameAborted"), "aborted", "completeness", "log/torn"),
    Forgery(envelope("GameAborted", actor="system", cause="timeout"), "aborted", "legality", "game/begun"),
    Forgery(envelope("GameAborted", actor="player-0"), "expired", "legality", "log/origin"),
    Forgery(envelope("GameAborted", cause="system"), "expired", "legality", "log/origin"),
    Forgery(cut_after("GameAborted"), "expired", "completeness", "log/torn"),
    Forgery(changed("SeedRevealed", seed="ab" * 32), "aborted", "fairness", "seed/commitment"),
    Forgery(played_on, "resigned", "legality", "rules/not-due"),
    Forgery(cut_after("SeatLeft"), "resigned", "completeness", "log/torn"),
    Forgery(cut_after("SeatLeft"), "deserted", "completeness", "log/torn"),
    Forgery(ended_too_soon, "forfeited", "legality", "rules/not-due"),
    Forgery(left_out("SeatLeft", 1), "forfeited", "legality", "rules/not-due"),
    Forgery(changed("SeatLeft", policy=None), "resigned", "legality", "rules/otherwise"),
    Forgery(agreed_on(("GameEnded", 0)), "resigned", "legality", "rules/not-due"),
    Forgery(agreed_on(("GameEnded", 0)), "deserted", "legality", "rules/not-due"),
    Forgery(agreed_on(("SeatLeft", 0), absent="discard"), "resigned", "legality", "rules/otherwise"),
    Forgery(agreed_on(("GameCreated", 0), on_timeout="claim"), "with-bots", "legality", "options/on-timeout"),
    Forgery(agreed_on(("GameCreated", 0), offsets=[[0, 0]]), "with-bots", "legality", "options/offsets"),
    Forgery(agreed_on(("PlayerSeated", 1), invited=["player-0"]), "claimed", "legality", "seat/not-invited"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("forgery", FORGERIES, ids=str)
def test_a_forged_event(forgery: Forgery) -> None:
    """Exactly one verdict fails, with this code, at this event."""
    forger = Forger(bundle(forgery.table))
    version = forgery.change(forger)
    if forgery.code == "log/torn":
        version += 1
    forged = forger.forged()
    found = forger.beside_the_deck(faults(forged))
    assert found[0] == (forgery.verdict, version, forgery.code)
    assert {verdict for verdict, _, _ in found} == {forgery.verdict}


def test_a_time_out_of_a_seat_that_is_not_to_act() -> None:
    """Its deadline and time are compared with those of the seat to act, and the event is not by the rules."""
    forger = Forger(bundle("away"))
    version = of_another_seat(forger)
    forger.data("TimeExpired")["deadline"] += 1000
    assert faults(forger.forged()) == [
        ("time", version, "clock/deadline"),
        ("time", version, "clock/early"),
        ("legality", version, "rules/otherwise"),
    ]


def test_a_time_out_without_a_deadline() -> None:
    """Where no seat has a deadline there is no time-out, of whatever seat."""
    forger = Forger(bundle("with-bots"))
    place = forger.at("DominoPlaced")
    expired = {
        "type": "TimeExpired",
        "seat": 0,
        "data": {"deadline": 1},
        "actor": "system",
        "cause": "timeout",
    }
    forger.events[place:] = [{**forger.events[place], **expired}]
    assert faults(forger.forged()) == [("legality", place + 1, "clock/not-expired")]


def test_a_bot_that_left() -> None:
    """A bot cannot resign."""
    forger = Forger(bundle("away"))
    place = forger.at("PlanFired")
    left = {"type": "SeatLeft", "seat": 2, "data": {"policy": "steady-1", "reason": "resigned"}}
    forger.events[place:] = [{**forger.events[place], **left, "actor": "bot/greedy-1", "cause": "player"}]
    assert faults(forger.forged()) == [("legality", place + 1, "seat/not-seated")]


@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("at", [None, True, "1798502400000", [], -1])
def test_a_time_that_is_none(name: str, at: object) -> None:
    """A time in an invalid form fails the verdict on time and no other."""
    forger = Forger(bundle(name))
    place = len(forger.events) // 2
    forger.events[place]["at"] = at
    forger.members["events.ndjson"] = written(chained(forger.game, forger.events))
    found = faults(forger.sealed())
    assert ("time", place + 1, "time/form") in found
    assert {verdict for verdict, _, _ in found} == {"time"}


def test_a_bot_by_another_name() -> None:
    """A forged policy fails fairness at the moves that it would not have made."""
    forger = Forger(bundle("with-bots"))
    forger.data("BotSeated", 1)["policy"] = "random-1"
    found = faults(forger.forged())
    assert {(verdict, code) for verdict, _, code in found} == {("fairness", "bot/otherwise")}
    assert {forger.events[(version or 0) - 1]["seat"] for _, version, _ in found} == {2}


@pytest.mark.parametrize("name", STORIES)
def test_an_honest_game_passes(name: str) -> None:
    """An honest game passes all six verdicts; a game that was called off has no verdict on the result."""
    report = audit(bundle(name), KNOWN_KEY)
    assert named(report, Verdict.PASS) == ALL - ({"result"} if name in {"aborted", "expired"} else set())
    assert named(report, Verdict.FAIL) == set()


def test_a_dynasty_passes_whose_seat_was_taken_over() -> None:
    """A dynasty passes although seats were taken over: its players stay those who sat down at first."""
    tables = tables_on(FakeEventLog())
    dynasties = dynasties_on(tables)
    now = seated(dynasties)
    for number in (1, 2, 3):
        now = dynasties.advance(now.id)
        match = tables.match(now.games[-1].id)
        idler = Seat(1 - (match.mover or 0))
        left = Attendance(tables).resign(match, match.sitters[idler].player).after
        Attendance(tables).take_over(left, f"visitor-{number}", idler)
        tables.settle(play_running(tables, now, seeded(number)))
    now = dynasties.advance(now.id)
    games = [game_bundle(game.id, tables.log.read(game.id), SERVICE) for game in now.games]
    report = audit(series_bundle(KIND, now.id, tables.log.read(now.id), games, SERVICE), KNOWN_KEY)
    assert named(report, Verdict.PASS) == ALL


def test_a_bot_is_no_player_without_entropy() -> None:
    """The note on missing entropy names people only, not bots."""
    [note] = audit(bundle("with-bots"), KNOWN_KEY).notes
    assert note.text.startswith("no entropy from seat 0:")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", STORIES)
def test_an_unfinished_game_never_fails(name: str) -> None:
    """A cut between appends fails nothing; a cut within an append fails completeness and nothing else.

    A missing seat after the first event, a missing second move of a plan, or what was decided after an outage
    cannot be noticed.
    """
    played = story(name)
    for version in range(1, len(played.events)):
        following = played.events[version].record
        unseen = version == 1 or (following["cause"] == "plan" and following["type"] in MOVES)
        torn = version not in played.appends and not (
            unseen and played.events[version - 1].record["type"] != "PlanFired"
        )
        torn = torn and played.events[version - 1].record["type"] != "OutageRecorded"
        examined = examine(played.game, Record(played.events[: Version(version)]))
        assert [finding.code for finding in examined.findings] == ["log/torn"] * torn, version
