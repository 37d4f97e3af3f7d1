"""Replaying a transcript: the rules judge it move by move."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Command
from kingdomino.game.events import Event, GameStarted, KingDrawn, LineDealt, SeatLeft, SeatRejoined
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.machine import automatic, evolve, judge, start
from kingdomino.machine.plausible import agreeing, why_impossible
from kingdomino.rules import check
from kingdomino.rules.violations import RuleViolation
from kingdomino.transcript.errors import IllegalTurn, column_of, first_difference
from kingdomino.transcript.header import value_column
from kingdomino.transcript.recording import transcript_of
from kingdomino.transcript.syntax import format_step
from kingdomino.transcript.values import OWN_TAGS, Attendance, KingsDrawn, Transcript, Turn, numbered

_Draw = LineDealt | KingDrawn | BoardRefilled

_DRAWN = {
    LineDealt: "a line is dealt",
    KingDrawn: "a king is drawn",
    BoardRefilled: "the board is filled up",
}
"""The description of each draw, for refusals when it is due."""


class _TextPosition(NamedTuple):
    """The position of a statement in a text."""

    line: int
    turn: int | None = None
    column: int = 1

    def refusal(self, code: str, text: str) -> IllegalTurn:
        return IllegalTurn(self.line, self.column, self.turn, code, text)


class _Choice(NamedTuple):
    """A seat's command."""

    seat: Seat
    command: Command


def replay(transcript: Transcript) -> list[Event]:
    """All events of the game, including the automatic ones, `GameStarted` first.

    Raises `IllegalTurn` if the game cannot have been played like this, or is not in its one valid form.
    """
    played = _Played(transcript)
    for place, said in _said(transcript):
        played.go_on(place, said)
    played.settle()
    if played.due:
        raise _end(transcript).refusal("draw/missing", f"{_DRAWN[type(played.due)]} here")
    _check_form(transcript, transcript_of(played.events, transcript.tags))
    return played.events


def _said(transcript: Transcript) -> Iterator[tuple[_TextPosition, _Draw | _Choice | Attendance]]:
    """Every event and command that does not follow from the rules, one by one, with its position."""
    for line, (turn, step) in enumerate(numbered(transcript.steps), start=transcript.first_line):
        text = format_step(step, turn)
        match step:
            case Turn(seat, commands):
                for word, command in enumerate(commands, start=2):
                    yield _TextPosition(line, turn, column_of(text, word)), _Choice(seat, command)
            case KingsDrawn(seats):
                for word, seat in enumerate(seats, start=1):
                    yield _TextPosition(line, column=column_of(text, word)), KingDrawn(seat)
            case _:
                yield _TextPosition(line), step


def _end(transcript: Transcript) -> _TextPosition:
    return _TextPosition(transcript.first_line + len(transcript.steps))


class _Played:
    """The game up to the present position in the transcript, and its events; `due` is the next draw."""

    def __init__(self, transcript: Transcript) -> None:
        rules, players = transcript.rules, transcript.players
        try:
            check(rules, players)
        except RuleViolation as violation:
            tag = "RulesVersion" if violation.code == "rules/version" else "Rules"
            raise _tag(tag).refusal(violation.code, violation.text) from violation
        started = GameStarted(rules, players)
        self.game = start(started)
        self.events: list[Event] = [started]
        self.due: _Draw | None = None

    def go_on(self, place: _TextPosition, said: _Draw | _Choice | Attendance) -> None:
        """Apply the automatic events, then the statement."""
        self.settle()
        if isinstance(said, _Draw):
            self._draw(place, said)
        elif self.due:
            raise place.refusal("draw/missing", f"{_DRAWN[type(self.due)]} before this")
        elif isinstance(said, _Choice):
            self._choose(place, said)
        else:
            _check_attendance(self.game, place, said)
            self._happen([said])

    def settle(self) -> None:
        """Apply the automatic events, up to a draw."""
        self.due = None
        while event := automatic(self.game, agreeing(self.game, None)):
            if isinstance(event, _Draw):
                self.due = event
                return
            self._happen([event])

    def _choose(self, place: _TextPosition, choice: _Choice) -> None:
        try:
            self._happen(judge(self.game, choice.seat, choice.command))
        except RuleViolation as violation:
            raise place.refusal(violation.code, violation.text) from violation

    def _draw(self, place: _TextPosition, drawn: _Draw) -> None:
        if not self.due:
            raise place.refusal("draw/unexpected", "a seat is to act here, or the game has ended")
        if type(drawn) is not type(self.due):
            raise place.refusal("draw/unexpected", f"{_DRAWN[type(self.due)]} here, nothing else")
        lines = [event for event in self.events if isinstance(event, LineDealt)]
        why = why_impossible(self.game, drawn, {domino for line in lines for domino in line.dominoes})
        if why:
            raise place.refusal("draw/impossible", why)
        self._happen([drawn])

    def _happen(self, events: Iterable[Event]) -> None:
        for event in events:
            self.game = evolve(self.game, event)
            self.events.append(event)


def _check_attendance(game: Game, place: _TextPosition, event: Attendance) -> None:
    """Refuse a player who leaves twice, one who joins a seat that was not left, and either after the end."""
    if game.stage is Stage.OVER:
        raise place.refusal("game/over", "the game has ended")
    match event:
        case SeatLeft(seat) if seat in game.left:
            raise place.refusal("seat/left", f"seat {seat} was left before")
        case SeatRejoined(seat) if seat not in game.left:
            raise place.refusal("seat/not-left", f"nobody has left seat {seat}")


def _tag(name: str) -> _TextPosition:
    return _TextPosition(OWN_TAGS.index(name) + 1, column=value_column(name))


def _check_form(transcript: Transcript, right: Transcript) -> None:
    """Refuse a legal game that is not written in its one valid form."""
    if transcript.result != right.result:
        raise _refused_result(transcript, right)
    both = zip(numbered(transcript.steps), numbered(right.steps), strict=False)
    for line, ((turn, found), (_, wanted)) in enumerate(both, start=transcript.first_line):
        if found != wanted:
            written, due = format_step(found, turn), format_step(wanted, turn)
            place = _TextPosition(
                line, turn if isinstance(found, Turn) else None, first_difference(written, due)
            )
            raise place.refusal("transcript/form", f"this is to be written {due!r}")


def _refused_result(transcript: Transcript, right: Transcript) -> IllegalTurn:
    place = _tag("Result")
    if right.result is None:
        return place.refusal("result/unfinished", "the game has not ended, so it has no result")
    points = " ".join(map(str, right.result))
    if transcript.result is None:
        text = f'the game has ended: [Result "{points}"] is missing'
        return place._replace(column=1).refusal("result/missing", text)
    return place.refusal("result/wrong", f"the points are {points}")
