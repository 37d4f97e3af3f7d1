"""The rules of the audit page against the server's: old games, forgeries, and random games and moves.

`python -m tests.long second-rules` repeats the last two with thousands of games.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from harness.audit.forging import Forger, Record
from harness.audit.random_games import KINDS, forged_moves, lines_of, random_game
from harness.audit.second_verifier import STATIC, followed
from harness.games import seeded
from kingdomino.policies import stored_names
from kingdomino.rules.versions import VERSIONS
from replays.audit.following.course import follow
from replays.audit.following.repetition import Repetition
from replays.audit.record import read_record
from replays.audit.verdicts import Aspect
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.codec import encode
from replays.match.aggregate import Match, evolve
from service.application.i18n.pages.audit import WORDS
from tests.conformance import corpus
from tests.conformance.audit import test_forgeries, test_forgeries_attendance
from tests.conformance.vectors.test_audit_vectors import PAGE

INDEX = {
    name: entry for name, entry in corpus.read_index().items() if not entry.dynasty and not entry.tournament
}
SOURCES = [*(STATIC / "audit" / "rules").glob("*.js"), *(STATIC / "audit" / "course").glob("*.js")]
MISSING = {"PlanFired": "a move of the plan", "PlayerSeated": "PlayerSeated or BotSeated"}
"""What may follow as several types, by the page's name for it."""

IN_SERIES = {"dynasty/game-id", "tournament/game-id"}
"""Codes that the page makes of the kind of a series."""

CODE = re.compile(r'"([a-z]+/[a-z-]+)"')

NOT_TOLD = {"bot/unknown-policy", "log/unknown-schema"}
"""What the page does not judge: a later release has more bots and schemas."""

CLOCK_CODES = {"clock/deadline", "clock/early", "clock/late"}
"""The faults of time that need a clock's arithmetic."""


def text_of(name: str) -> str:
    """A module of the page."""
    return Path(STATIC / "audit" / name).read_text("utf-8")


def test_every_old_game_is_by_the_rules() -> None:
    """Every event of every old game follows, with the stored state hashes, points and places."""
    found = followed(
        (entry.id, corpus.stream_file(corpus.FOLDER, name).read_bytes()) for name, entry in INDEX.items()
    )
    for (name, entry), course in zip(INDEX.items(), found, strict=True):
        assert (course["broken"], course["count"], course["missing"]) == ([], entry.versions, None), name
        scores, ranking = (
            (course["result"]["scores"], course["result"]["ranking"]) if course["result"] else ([], [])
        )
        assert ([score["total"] for score in scores], ranking) == (list(entry.points), entry.ranking), name


def test_forgeries_break_the_same_rule() -> None:
    """Each forgery of the order or legality of events has the code and the event that the server finds."""
    forgeries = [
        (forgery, Forger(bundle_of(forgery.table)))
        for forgeries, bundle_of in (
            (test_forgeries.FORGERIES, test_forgeries.bundle_of),
            (test_forgeries_attendance.FORGERIES, test_forgeries_attendance.bundle),
        )
        for forgery in forgeries
        if forgery.verdict in {"legality", "completeness"} and forgery.code not in NOT_TOLD
    ]
    due = [forgery.change(forger) for forgery, forger in forgeries]
    for _, forger in forgeries:
        forger.forged()
    judged = [
        (forgery, version, forger)
        for (forgery, forger), version in zip(forgeries, due, strict=True)
        if forgery.code != "log/impossible"
    ]
    found = followed((forger.game, forger.members["events.ndjson"]) for *_, forger in judged)
    for (forgery, version, _), course in zip(judged, found, strict=True):
        if forgery.code == "log/torn":
            assert (course["broken"], course["count"], course["missing"] is None) == ([], version, False), (
                forgery
            )
        else:
            assert course["broken"][0] == [forgery.code, version], forgery
    assert len(judged) > 80


def compared(games: Iterable[tuple[GameId, Sequence[Record]]]) -> Counter[str]:
    """How often each fault is found in these records by both; fails if the two find different ones."""
    records = [(game, lines_of(game, list(events))) for game, events in games]
    codes: Counter[str] = Counter()
    for (game, lines), found in zip(records, followed(records), strict=True):
        events = read_record(game, lines).events
        course = follow(game, events, Repetition(seconds=0))
        right = [[each.code, each.version] for each in course.findings if each.aspect is Aspect.LEGALITY]
        assert found["broken"] == right, (game, found["broken"], right)
        assert MISSING.get(found["missing"], found["missing"]) == course.due, game
        scored = all(each.aspect is not Aspect.RESULT for each in course.findings)
        assert (result_of(found) == recorded_result(course.match)) == scored, game
        late = [[each.code, each.version] for each in course.findings if each.code in CLOCK_CODES]
        assert late_in(found) == late, (game, late_in(found), late)
        if found["clock"] is not None:
            assert found["clock"]["deadlines"] == deadlines(game, events[: found["count"]]), game
        codes.update(str(code) for code, _ in right + late)
    return codes


def deadlines(game: GameId, events: Iterable[StoredEvent]) -> list[int | None]:
    """The deadline after each event from the start on, by the service's own clocks."""
    match, found = None, []
    for event in events:
        match = evolve(game, match, event)
        if match.game is not None:
            found.append(match.deadline)
    return found


def cases(numbers: Iterable[int], forged: int = 10) -> Iterator[tuple[GameId, Sequence[Record]]]:
    """The games with these numbers, and as many forgeries and cut records of each."""
    for number in numbers:
        (game, events), random = random_game(number), seeded(number)
        yield game, events
        for forgery in forged_moves(events, random, forged):
            yield game, forgery
            yield game, events[: random.randrange(1, len(events))]


def test_cut_stories() -> None:
    """Of records that end early, both say the same of what follows by itself: plans, time-outs, ends."""
    compared(
        (played.game, [{**event.record, "hash": event.hash} for event in played.events[:upto]])
        for played in map(
            test_forgeries_attendance.story, ("away", "left", "claimed", "resigned", "deserted")
        )
        for upto in range(2, len(played.events), 3)
    )


def late_in(found: Any) -> list[Any]:
    """The faults of the clock that the page finds, with their codes in the document."""
    return [[f"clock/{code}", version] for code, version in (found["clock"] or {"faults": []})["faults"]]


def result_of(found: Any) -> Any:
    """The result as the page counts it, or None."""
    result = found["result"]
    return result and {"scores": result["scores"], "ranking": result["ranking"]}


def recorded_result(match: Match | None) -> Any:
    """The result in the record, or None."""
    return encode(match.result)[2] if match and match.result else None


def test_random_games_and_moves() -> None:
    """Some random games, and random changes of their moves, break the same rules at the same events."""
    codes = compared(cases(range(0, len(KINDS), 6)))
    assert len(codes) > 5, codes


def test_the_versions_of_the_rules_are_the_servers() -> None:
    """The page counts points by each version that the server knows, and by no other."""
    table = text_of("rules/scoring.js").partition("export const VERSIONS = {")[2].partition("};")[0]
    assert [int(number) for number in re.findall(r"(\d+): \{", table)] == list(VERSIONS.numbers)


def test_the_bots_are_the_servers() -> None:
    """The page knows the stored names of all bots."""
    names = text_of("course/opening.js").partition("export const BOTS = [")[2].partition("]")[0]
    assert set(re.findall(r'"([a-z0-9-]+)"', names)) == set(stored_names())


def test_every_broken_rule_has_words() -> None:
    """Each code in these modules has a sentence on the page and a row in the document, and no other has."""
    codes = {code for source in SOURCES for code in CODE.findall(source.read_text("utf-8"))}
    prefix = "audit.rule."
    assert {key.removeprefix(prefix) for key in WORDS if key.startswith(prefix)} - IN_SERIES == codes
    assert {code for code in codes if not code.startswith("unknown/")} <= set(
        re.findall(r"`([a-z]+/[a-z-]+)`", PAGE.read_text("utf-8"))
    )
