"""The text of a stored game: at every version it can be imported again."""

import pytest

from harness.audit.audits import TOTEM, TRIBE, Events, game
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from kingdomino.transcript.playing import replay
from kingdomino.transcript.syntax import format_transcript, parse_transcript
from kingdomino.transcript.values import Tag
from replays.match.aggregate import Match, fold
from replays.match.deciding.decisions import Refusal
from replays.projections.replay import replayed
from replays.projections.transcripts import transcript_of_match

KINDS = [
    (2, Rules()),
    (3, Rules(edition=Edition.SECOND, first_line=FirstLine.SEATED)),
    (4, Rules(first_line=FirstLine.ALTERNATING)),
    (3, Rules(game=GameKind.ORIGINS, mode=Mode.DISCOVERY)),
    (4, TOTEM),
    (2, TRIBE),
]
"""Players and rules: every first line, and every mode of Origins."""

TABLE_EVENTS = {"GameCreated", "PlayerSeated", "SeedRevealed", "GameScored"}
"""Events of a log that do not follow from the rules."""


def played(players: int, rules: Rules, version: int | None = None) -> tuple[Match, Events]:
    """A scored game as of a version, and all of its events."""
    known, events = game(players, rules)
    match = fold(known, events[:version])
    assert match
    return match, events


def some_versions(players: int, last: int) -> list[int]:
    """The versions of the opening, and a sample of the later ones."""
    started = players + 2
    return [*range(started, started + 20), *range(started + 20, last, 9), last]


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), KINDS)
def test_every_version_has_a_text_of_what_had_happened(players: int, rules: Rules) -> None:
    """It has every event up to that version, and none that a later move led to."""
    match, events = played(players, rules)
    whole = replay(transcript_of_match(match, events, {}))
    by_rules = [event.record["type"] not in TABLE_EVENTS for event in events]
    assert len(whole) == sum(by_rules)
    half = next(n for n, event in enumerate(events, start=1) if event.record["type"] == "DominoChosen")
    frames = replayed(match.id, events).frames
    for version in some_versions(players, len(events)):
        text = format_transcript(transcript_of_match(frames[version - 1].match, events, {}))
        found = replay(parse_transcript(text))
        assert found == whole[: len(found)]
        count = sum(by_rules[:version])
        if rules.neolithic(players) and version == half:
            assert len(found) == count - 1  # one of two chiefs that choose together (R21)
        else:
            later = [event.record["cause"] for event in events[version : version + len(found) - count]]
            assert len(found) >= count
            assert "player" not in later


def test_tags_say_which_game_it_was() -> None:
    """The tags are id, opening date and names; a player without a name is a question mark."""
    match, events = played(3, Rules())
    transcript = transcript_of_match(match, events, {"player-0": 'Ann "A"', "player-1": None})
    assert transcript.tags == (
        Tag("Id", match.id),
        Tag("Date", "2023.11.14"),
        Tag("Seat0", 'Ann "A"'),
        Tag("Seat1", "?"),
        Tag("Seat2", "?"),
    )


def test_only_a_game_that_has_ended_has_a_result() -> None:
    """The result has the final points; the text before the last move has none."""
    match, events = played(2, Rules())
    assert match.result
    points = tuple(score.total for score in match.result.scores)
    assert transcript_of_match(match, events, {}).result == points
    last = max(event.version for event in events if event.record["cause"] == "player")
    before, _ = played(2, Rules(), last - 1)
    assert transcript_of_match(before, events, {}).result is None


def test_a_table_that_is_open_has_no_text() -> None:
    """It is refused with the code of a game that has not started."""
    match, events = played(3, Rules(), 2)
    with pytest.raises(Refusal, match="game/not-started"):
        transcript_of_match(match, events[:2], {})
