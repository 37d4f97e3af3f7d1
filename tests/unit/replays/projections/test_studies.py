"""Studies: a game's text shows the same states as the game, and is never mistaken for the game."""

from unittest.mock import patch

import pytest

from harness.audit.audits import game
from harness.play.correspondence import Correspondence
from harness.play.stories import STORIES
from kingdomino.game import Stage
from kingdomino.rules import GameKind, Mode, Rules
from kingdomino.transcript.errors import IllegalTurn, TranscriptError
from kingdomino.transcript.syntax import format_transcript
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Absent, Options
from replays.match.aggregate import fold
from replays.match.deciding import decisions
from replays.projections.replay import replayed
from replays.projections.studies import Study, StudyId, decoded, study_of
from replays.projections.transcripts import transcript_of_match
from replays.projections.view import state
from tests.unit.replays.projections.test_transcripts import KINDS, TABLE_EVENTS, played

STUDY = StudyId(derived_game_id("suite", "study"))
NAMES = {"player-0": "Ann", "player-1": None}
OWN = {"id", "version", "turn_version", "hash", "players", "study"}
"""Members that differ between the state of a game and that of its study."""


def text_of(players: int, rules: Rules, version: int | None = None) -> str:
    """The text of a scored game, or of its events up to a version."""
    match, events = played(players, rules, version)
    return format_transcript(transcript_of_match(match, events, NAMES))


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), KINDS)
def test_a_study_shows_what_the_game_showed(players: int, rules: Rules) -> None:
    """Every event has the same data and the same state, up to the result."""
    known, events = game(players, rules)
    study = study_of(STUDY, text_of(players, rules))
    hidden = TABLE_EVENTS - {"GameScored"}
    shown = [frame for frame in replayed(known, events).frames if frame.event.record["type"] not in hidden]
    assert len(study.frames) == len(shown)
    for was, frame in zip(shown, study.frames, strict=True):
        public = {name: was.event.record[name] for name in ("data", "schema", "seat", "type")}
        assert frame.public() == {**public, "version": frame.version}
        then, now = state(was.match, NAMES), study.state(frame.match)
        assert now.keys() ^ then.keys() == {"hash", "study"}
        assert {name: now[name] for name in now.keys() - OWN} == {n: then[n] for n in then.keys() - OWN}


def example() -> Study:
    """The study of a whole game of two."""
    return study_of(STUDY, text_of(2, Rules()))


def test_events_have_their_members_in_the_order_of_a_log() -> None:
    """The bytes of a replay, and so its validator, stay as in existing caches."""
    members = ["data", "schema", "seat", "type", "version"]
    assert all(list(frame.public()) == members for frame in example().frames)


def test_versions_have_no_gap() -> None:
    """Versions count the study's own events from 1."""
    study = example()
    versions = [study.state(frame.match)["version"] for frame in study.frames]
    assert versions == [frame.version for frame in study.frames] == list(range(1, len(versions) + 1))


def test_a_study_says_what_it_is() -> None:
    """Every state is marked, with the study's id and no hash; events have no actor, time or cause."""
    study = example()
    for frame in study.frames:
        shown = study.state(frame.match)
        assert (shown["study"], shown["id"], "hash" in shown) == (True, STUDY, False)
        assert frame.public().keys() == {"data", "schema", "seat", "type", "version"}


def test_players_are_names_and_nobodys_accounts() -> None:
    """Names come from the tags of the seats; without a tag the name is null."""
    ann, nobody = {"seat": 0, "player": None, "name": "Ann"}, {"seat": 1, "player": None, "name": "?"}
    study = example()
    assert study.state(study.frames[0].match)["players"] == [ann, nobody]
    bare = "".join(line for line in text_of(2, Rules()).splitlines(keepends=True) if "[Seat1" not in line)
    study = study_of(STUDY, bare)
    assert study.state(study.frames[0].match)["players"] == [ann, {**nobody, "name": None}]


def test_the_beginning_of_a_game_has_no_result() -> None:
    """The game is unfinished: a seat is to act, and nothing is scored."""
    study = study_of(STUDY, text_of(2, Rules(), 20))
    last = study.state(study.frames[-1].match)
    assert (last["status"], last["ranking"]) == ("active", None)
    assert last["to_act"]


def test_what_is_no_game_is_no_study() -> None:
    """An unreadable text and an impossible game are refused."""
    text = text_of(2, Rules())
    with pytest.raises(TranscriptError):
        study_of(STUDY, text[:-1])
    with pytest.raises(IllegalTurn):
        study_of(STUDY, text[: text.rindex("\n", 0, -1) + 1])


def test_bytes_that_are_no_text_are_refused_by_their_line() -> None:
    """The error has the line of the first byte that is not UTF-8."""
    assert decoded("Zoë\n王".encode()) == "Zoë\n王"
    with pytest.raises(TranscriptError) as caught:
        decoded(b"one\ntwo\n\xff\n")
    assert caught.value.line == 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "cause"), [("resigned", "left"), ("claimed", "agreed"), ("away", None)])
def test_a_study_says_why_the_game_ended_early(name: str, cause: str | None) -> None:
    """The cause is an agreement, or the last line `left`, as in the game's state; a whole game has none."""
    story = STORIES[name]()
    match = fold(story.game, story.events)
    assert match is not None
    assert state(match, {}).get("end_cause") == cause
    study = study_of(STUDY, format_transcript(transcript_of_match(match, story.events, {})))
    assert study.state(study.frames[-1].match).get("end_cause") == cause


@pytest.mark.parametrize(("seed", "moves"), [(29, 15), (44, 8)])
def test_nothing_follows_an_end_before_a_volcanos_fire(seed: int, moves: int) -> None:
    """A totem that would change hands after the fire (R27) stays where it was, and so do the points."""
    options = Options(absent=Absent.END)
    with patch.object(decisions, "VERSION", 1):  # the draws for which the seeds were chosen
        table = Correspondence(seed, Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM), options=options)
    table.fill(None)
    table.moves(moves)
    assert table.match.game is not None
    assert table.match.game.stage is Stage.FIRE
    table.attendance.resign(table.match, "player-0")
    table.work()
    text = format_transcript(transcript_of_match(table.match, table.played.events, {}))
    assert study_of(STUDY, text).frames[-1].match.result == table.match.result
