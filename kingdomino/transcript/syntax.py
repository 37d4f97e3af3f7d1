"""Transcripts read and written; whether they are of a game that can be played is for `playing` to say."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kingdomino.events import LineDealt
from kingdomino.notation import NotationError, parse_number
from kingdomino.origins.camp import Caveman
from kingdomino.origins.events import BoardRefilled
from kingdomino.transcript.errors import TranscriptError
from kingdomino.transcript.header import format_header, parse_header
from kingdomino.transcript.tokens import format_command, parse_command, parse_seat, parse_word
from kingdomino.transcript.values import KingsDrawn, Step, Transcript, Turn


def format_transcript(transcript: Transcript) -> str:
    """The transcript's text."""
    lines = [*format_header(transcript), ""]
    turn = 0
    for step in transcript.steps:
        turn += isinstance(step, Turn)
        lines.append(format_step(step, turn))
    return "".join(f"{line}\n" for line in lines)


def format_step(step: Step, turn: int) -> str:
    """The line of a step; `turn` is its number if it is a turn."""
    match step:
        case LineDealt(dominoes):
            return _joined("line", dominoes)
        case KingsDrawn(seats):
            return _joined("kings", seats)
        case BoardRefilled(cavemen):
            return _joined("board", (caveman.value for caveman in cavemen))
        case Turn(seat, commands):
            return _joined(f"{turn}. {seat}", map(format_command, commands))


def parse_transcript(text: str) -> Transcript:
    """The transcript that `format_transcript` wrote; `TranscriptError` where it wrote no such text."""
    lines = text.split("\n")
    if lines.pop():
        raise TranscriptError(len(lines) + 1, r"the text ends within a line: every line ends with \n")
    head = next((index for index, line in enumerate(lines) if not line.startswith("[")), len(lines))
    if lines[head : head + 1] != [""]:
        raise TranscriptError(head + 1, 'a tag, as in [Players "3"], or the empty line after them is missing')
    transcript = parse_header(lines[:head])
    return replace(transcript, steps=tuple(_parse_steps(lines, head + 1, transcript.players)))


def _parse_steps(lines: Sequence[str], first: int, players: int) -> Iterator[Step]:
    """The steps of the lines from index `first` on; each is written as `format_step` writes it."""
    turn = 0
    for number, line in enumerate(lines[first:], start=first + 1):
        try:
            step = _parse_step(line)
            _check_seats(step, players)
        except NotationError as error:
            raise TranscriptError(number, f"{line!r}: {error}") from error
        turn += isinstance(step, Turn)
        right = format_step(step, turn)
        if line != right:
            raise TranscriptError(number, f"{line!r} is to be written {right!r}")
        yield step


def _joined(first: str, rest: Iterable[object]) -> str:
    return " ".join([first, *map(str, rest)])


def _parse_step(line: str) -> Step:
    """The step, however it is spaced and numbered: the caller compares."""
    first, *rest = line.split(" ")
    if not rest:
        raise NotationError(_RIGHT)
    parse = _PARSERS.get(first)
    if parse:
        return parse(rest)
    seat, *tokens = rest
    if not first.endswith(".") or not tokens:
        raise NotationError(_RIGHT)
    return Turn(parse_seat(seat), tuple(map(parse_command, tokens)))


def _check_seats(step: Step, players: int) -> None:
    seats = step.seats if isinstance(step, KingsDrawn) else [step.seat] if isinstance(step, Turn) else []
    if any(seat >= players for seat in seats):
        raise NotationError(f"{players} players have the seats 0 to {players - 1}")


_RIGHT = "a line is a draw, as in 'line 3 17 24', or a turn, as in '1. 2 >24'"

_PARSERS: Mapping[str, Callable[[Sequence[str]], Step]] = {
    "line": lambda words: LineDealt(tuple(sorted(map(parse_number, words)))),
    "kings": lambda words: KingsDrawn(tuple(map(parse_seat, words))),
    "board": lambda words: BoardRefilled(tuple(parse_word(Caveman, word) for word in words)),
}
"""How the line with each keyword is read."""
