"""Reading and writing transcripts; `playing` checks whether the game can be played."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kingdomino.board.camp import Caveman
from kingdomino.board.notation import NotationError, parse_number
from kingdomino.game.events import GameEnded, LineDealt, SeatLeft, SeatRejoined
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.transcript.errors import TranscriptError, column_of, first_difference
from kingdomino.transcript.header import format_header, parse_header
from kingdomino.transcript.tokens import format_command, parse_command, parse_seat, parse_word
from kingdomino.transcript.values import Attendance, KingsDrawn, Step, Transcript, Turn, numbered

T = TypeVar("T")


def format_transcript(transcript: Transcript) -> str:
    """The text of the transcript."""
    steps = (format_step(step, turn) for turn, step in numbered(transcript.steps))
    lines = [*format_header(transcript), "", *steps]
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
        case _:
            return _format_attendance(step)


def _format_attendance(step: Attendance) -> str:
    match step:
        case SeatLeft(seat, idle):
            return _joined("left", [seat, *([IDLE] if idle else [])])
        case SeatRejoined(seat):
            return _joined("joined", [seat])
        case GameEnded():
            return "end"


def parse_transcript(text: str) -> Transcript:
    """The transcript that `format_transcript` wrote; raises `TranscriptError` for any other text."""
    lines = text.split("\n")
    if lines.pop():
        column = len(text) - text.rfind("\n")
        raise TranscriptError(len(lines) + 1, column, r"the text ends within a line: every line ends with \n")
    head = next((index for index, line in enumerate(lines) if not line.startswith("[")), len(lines))
    if lines[head : head + 1] != [""]:
        missing = 'a tag, as in [Players "3"], or the empty line after them is missing'
        raise TranscriptError(head + 1, 1, missing)
    transcript = parse_header(lines[:head])
    return replace(transcript, steps=tuple(_parse_steps(lines, head + 1, transcript.players)))


def _parse_steps(lines: Sequence[str], first: int, players: int) -> Iterator[Step]:
    """The steps of the lines from index `first` on; each line must be exactly as `format_step` writes it."""
    read = (_parse_line(number, lines[number - 1], players) for number in range(first + 1, len(lines) + 1))
    for number, (turn, step) in enumerate(numbered(read), start=first + 1):
        line, right = lines[number - 1], format_step(step, turn)
        if line != right:
            column = first_difference(line, right)
            raise TranscriptError(number, column, f"{line!r} is to be written {right!r}")
        yield step


def _parse_line(number: int, line: str, players: int) -> Step:
    try:
        step = _parse_step(line)
        _check_seats(step, players)
    except _WordError as error:
        raise TranscriptError(number, column_of(line, error.word), f"{line!r}: {error}") from error
    except NotationError as error:
        raise TranscriptError(number, 1, f"{line!r}: {error}") from error
    return step


class _WordError(NotationError):
    """A word of a line that breaks the notation, with its index."""

    def __init__(self, word: int, text: str) -> None:
        super().__init__(text)
        self.word = word


def _each(parse: Callable[[str], T], words: Iterable[str], first: int = 1) -> Iterator[T]:
    """The parsed words, one by one; the first of them has this index in its line."""
    for index, word in enumerate(words, start=first):
        try:
            yield parse(word)
        except NotationError as error:
            raise _WordError(index, str(error)) from error


def _joined(first: str, rest: Iterable[object]) -> str:
    return " ".join([first, *map(str, rest)])


def _parse_step(line: str) -> Step:
    """The step, in any spacing and numbering: the caller compares it with the valid form."""
    if line == "end":
        return GameEnded()
    first, *rest = line.split(" ")
    if not rest:
        raise NotationError(_RIGHT)
    parse = _PARSERS.get(first)
    if parse:
        return parse(rest)
    seat, *tokens = rest
    if not first.endswith(".") or not tokens:
        raise NotationError(_RIGHT)
    (mover,) = _each(parse_seat, [seat])
    return Turn(mover, tuple(_each(parse_command, tokens, first=2)))


def _check_seats(step: Step, players: int) -> None:
    match step:
        case KingsDrawn(seats):
            named = seats
        case Turn(seat) | SeatLeft(seat) | SeatRejoined(seat):
            named = (seat,)
        case _:
            named = ()
    for index, seat in enumerate(named, start=1):
        if seat >= players:
            raise _WordError(index, f"{players} players have the seats 0 to {players - 1}")


def _parse_left(words: Sequence[str]) -> SeatLeft:
    seat, *more = words
    if more not in ([], [IDLE]):
        raise _WordError(2, f"after the seat that was left comes nothing or {IDLE!r}, not {' '.join(more)!r}")
    (left,) = _each(parse_seat, [seat])
    return SeatLeft(left, idle=bool(more))


IDLE = "idle"
"""The word for a left seat for which nobody plays on."""

_RIGHT = "a line is a draw, as in 'line 3 17 24', a turn, as in '1. 2 >24', 'left 2', 'joined 2' or 'end'"

_PARSERS: Mapping[str, Callable[[Sequence[str]], Step]] = {
    "line": lambda words: LineDealt(tuple(sorted(_each(parse_number, words)))),
    "kings": lambda words: KingsDrawn(tuple(_each(parse_seat, words))),
    "board": lambda words: BoardRefilled(tuple(_each(partial(parse_word, Caveman), words))),
    "left": _parse_left,
    "joined": lambda words: SeatRejoined(*_each(parse_seat, [" ".join(words)])),
}
"""The parser of the line with each keyword."""
