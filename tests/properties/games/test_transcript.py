"""Transcripts: each game is replayed from its text, and any text is refused or written back the same."""

import re
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kingdomino.board.numbers import Seat
from kingdomino.game.events import Event, GameEnded, SeatLeft, SeatRejoined
from kingdomino.machine import draw, evolve, legal_commands, settle
from kingdomino.rules.violations import CODES as RULE_CODES
from kingdomino.transcript.errors import CODES, IllegalTurn, TranscriptError
from kingdomino.transcript.playing import replay
from kingdomino.transcript.recording import transcript_of
from kingdomino.transcript.syntax import format_transcript, parse_transcript
from kingdomino.transcript.values import OWN_TAGS, Tag
from service.cli.simulating.parts import RepeatableSource
from tests.games import Played
from tests.properties.games import test_origins as origins
from tests.properties.games import test_rules as base
from tests.sampling import examples

EXAMPLES = examples(40)

PAGE = (Path(__file__).parents[3] / "docs" / "play" / "notation.md").read_text()

GOOD = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
"""Texts of games that can be played."""

WORD = re.compile(r"\n|[^\s]+| +")


def _with_kings(walk: base.Walk, seed: int) -> base.Walk:
    """The same walk with kings drawn according to the rules (R5)."""
    kings = draw(walk.rules, walk.players, RepeatableSource(seed)).kings
    return walk._replace(chance=replace(walk.chance, kings=kings))


WALKS = st.one_of(st.builds(_with_kings, base.walks(), st.integers(0, 2**32)), origins.walks())
"""Base games and games of Origins, with every rule set and number of players."""

TAGS = st.lists(
    st.builds(
        Tag,
        st.from_regex(r"[A-Z][A-Za-z0-9]{0,8}", fullmatch=True).filter(lambda name: name not in OWN_TAGS),
        st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12),
    ),
    max_size=3,
    unique_by=lambda tag: tag.name,
)


@given(WALKS, st.lists(st.floats(0, 1, exclude_max=True), max_size=2), TAGS)
@EXAMPLES
def test_a_game_is_replayed_from_its_text(
    walk: base.Walk | origins.Walk, cuts: list[float], tags: list[Tag]
) -> None:
    """A text gives the same events, whole or stopped after any command, with all automatic events."""
    positions = [played for played, _ in walk.steps()]
    for played in [positions[-1], *(positions[int(cut * len(positions))] for cut in cuts)]:
        transcript = transcript_of(played.events, tags)
        text = format_transcript(transcript)
        assert parse_transcript(text) == transcript
        assert replay(transcript) == list(played.events)


@st.composite
def attended(draw_: st.DrawFn) -> Played:
    """A game, complete or not, whose seats are left and rejoined between commands; it may end early."""
    walk = draw_(WALKS)
    played = next(walk.steps())[0]
    length = draw_(st.integers(0, base.MOST_MOVES))
    for pick in draw_(st.binary(min_size=length, max_size=length)):
        commands = legal_commands(played.game)
        if not commands:
            break
        if pick < OFTEN:
            played = _happening(played, _attendance(played, Seat(pick % walk.players), idle=pick % 2 == 1))
        else:
            played = played.does(commands[pick % len(commands)])
    ends = played.game.mover is not None and draw_(st.booleans())
    return _happening(played, GameEnded()) if ends else played


OFTEN = 25
"""The number of picks out of 256 that make a player leave or rejoin."""


def _attendance(played: Played, seat: Seat, *, idle: bool) -> Event:
    return SeatRejoined(seat) if seat in played.game.left else SeatLeft(seat, idle)


def _happening(played: Played, event: Event) -> Played:
    """The game after the event and the events that follow automatically."""
    game, events = settle(evolve(played.game, event), (event,), played.chance)
    return played._replace(game=game, events=(*played.events, *events))


@given(attended())
@examples(60)
def test_a_game_that_players_leave_is_replayed_from_its_text(played: Played) -> None:
    """A text gives the same events with seats that are left, idle or not, and rejoined, and an early end."""
    transcript = transcript_of(played.events)
    text = format_transcript(transcript)
    assert parse_transcript(text) == transcript
    assert replay(transcript) == list(played.events)


@given(st.text())
@EXAMPLES
def test_any_text_is_refused_or_written_back_the_same(text: str) -> None:
    """Any text is parsed or raises only `TranscriptError`."""
    _read(text)


@st.composite
def altered(draw_: st.DrawFn) -> str:
    """A valid text in which some words are replaced, removed or inserted."""
    words = WORD.findall(draw_(st.sampled_from(GOOD)))
    others = st.one_of(st.sampled_from(words), st.text('0123456789@,->x$*^=+ ewns\n\r\t[]"\\', max_size=4))
    for _ in range(draw_(st.integers(1, 2))):
        start = draw_(st.integers(0, len(words) - 1))
        end = start + draw_(st.integers(0, 3))
        words[start:end] = draw_(st.lists(others, max_size=2))
    return "".join(words)


@given(altered())
@examples(250)
def test_an_altered_text_is_refused_or_is_of_another_game(text: str) -> None:
    """A text that can be parsed is written back the same, and a playable one gives the same transcript."""
    _read(text)


def _read(text: str) -> None:
    try:
        transcript = parse_transcript(text)
    except TranscriptError as error:
        return _check_place(text, error.line, error.column)
    assert format_transcript(transcript) == text
    try:
        events = replay(transcript)
    except IllegalTurn as illegal:
        return _check_place(text, illegal.line, illegal.column, illegal.code)
    assert transcript_of(events, transcript.tags) == transcript
    return None


def _check_place(text: str, line: int, column: int, code: str | None = None) -> None:
    """Assert that a refusal names a place in the text or the line after it, and a listed code."""
    lines = [*text.split("\n"), ""]
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1
    assert code in {None, *CODES, *RULE_CODES}
