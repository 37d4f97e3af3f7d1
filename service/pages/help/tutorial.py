"""The tutorial: six short lessons to play; the URL holds the moves made so far."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Flask, render_template, request

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.kingdom import cells_of
from kingdomino.game.commands import Choose, Command, Place
from kingdomino.transcript.tokens import format_command
from replays.encoding.forms import RULES as WRITTEN_RULES
from replays.projections.view import kingdom_of
from service.application.i18n.pages.tutorial import LESSON_WORDS
from service.application.i18n.speaking import gettext, pgettext, present
from service.application.pictures.boards import board_of, halves_of, words_for
from service.application.problem import Problem
from service.pages.help import lessons
from service.pages.help.lessons import LEARNER, LESSONS, LessonPosition, Untaught

PLAY, NEXT = "play", "next"
"""Query parameters: the moves made, separated by spaces, and one more move from the form without scripts."""


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/tutorial", view_func=tutorial, weight=9)


def tutorial() -> str:
    """The lesson after the moves in `play`; 422 `tutorial/move` if a move is not valid there."""
    tokens = [*request.args.get(PLAY, "").split(), *request.args.getlist(NEXT)]
    try:
        position = lessons.position(tokens)
    except Untaught as error:
        raise Problem(422, "tutorial/move", str(error)) from None
    kingdom = kingdom_of(position.game, LEARNER)
    board = board_of(kingdom, limit=lessons.RULES.limit(lessons.PLAYERS), origins=False)
    return render_template(
        "help/tutorial.html",
        position=position,
        number=len(tokens) + 1,
        lessons=LESSONS,
        words=LESSON_WORDS[position.lesson.value] if position.lesson else None,
        tokens=tokens,
        board=board,
        players=[pgettext("name", "You"), pgettext("name", "Ben")],
        moves={format_command(move): _in_words(move) for move in position.moves},
        data=_data(position, kingdom, tokens),
    )


def _data(position: LessonPosition, kingdom: Mapping[str, Any], tokens: list[str]) -> Mapping[str, Any]:
    """The values for the script: the state as at a table, and all legal moves."""
    mover = position.game.mover
    return {
        "play": tokens,
        "limit": lessons.RULES.limit(lessons.PLAYERS),
        "moves": [_move(move) for move in position.moves],
        "state": {
            "rules": WRITTEN_RULES.write(lessons.RULES),
            "players": [
                {"seat": seat, "player": None, "name": name}
                for seat, name in enumerate((pgettext("name", "You"), pgettext("name", "Ben")))
            ],
            "kingdoms": [kingdom],
            "round": position.game.round,
            "line": [slot._asdict() for slot in position.game.line],
            "next_line": [slot._asdict() for slot in position.game.next_line],
            "to_act": None if mover is None else {"seat": mover, "types": [_move(position.moves[0])["type"]]},
        },
    }


def _move(command: Command) -> dict[str, Any]:
    """A move in the API's form; the lessons have three types of moves."""
    if isinstance(command, Place):
        placement = command.placement
        place = {"domino": placement.domino, "x": placement.x, "y": placement.y}
        return {"type": "place", **place, "direction": placement.direction.value}
    return {"type": "choose" if isinstance(command, Choose) else "discard", "domino": _domino(command)}


def _domino(command: Command) -> int:
    domino: int = command.domino  # type: ignore[union-attr]  # of Choose and Discard, which are left
    return domino


def _in_words(command: Command) -> str:
    """The label of a move in the form without scripts."""
    if isinstance(command, Place):
        return present().sequence(_halves(command), "; ")
    if isinstance(command, Choose):
        halves = halves_of(command.domino, origins=False)
        words = present().sequence((words_for(half) for half in halves), "; ")
        return gettext("Take %(number)s: %(halves)s", number=command.domino, halves=words)
    return pgettext("button", "Discard %(number)s", number=_domino(command))


def _halves(command: Place) -> Iterator[str]:
    for square, half, _ in cells_of(command.placement, DOMINOES):
        land = words_for({"terrain": half.terrain.word, "crowns": half.crowns})
        yield gettext("%(land)s at column %(x)s, row %(y)s", land=land, x=square.x, y=square.y)
