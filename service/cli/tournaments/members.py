"""The members of acts as options: numbers, and lists of numbers with commas."""

from collections.abc import Mapping
from typing import Any

import click

from service.application.tournaments.acts import MemberForm
from service.cli.outages.command import MomentParameter


class Numbers(click.ParamType[list[int]]):
    """Whole numbers with commas between them, such as 1,2,2,4."""

    name = "n,n,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        """The numbers."""
        try:
            return [int(part) for part in str(value).split(",")]
        except ValueError:
            self.fail(f"{value!r} is no list of numbers, such as 1,2,2,4", param, ctx)


class GameName(click.ParamType[int | str]):
    """The number of a game in its tournament, or its id."""

    name = "game"

    def convert(self, value: Any, *_: Any) -> int | str:
        """The number or the id."""
        text = str(value)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text


class GameNames(click.ParamType[list[int | str]]):
    """Several games, with commas between them."""

    name = "game,..."

    def convert(self, value: Any, *_: Any) -> list[int | str]:
        """The numbers and ids."""
        return [GameName().convert(part.strip()) for part in str(value).split(",")]


class TablesParameter(click.ParamType[list[list[int]]]):
    """Tables with slashes between them, each with its entrants by seat: 1,2/3,4."""

    name = "n,n/n,n..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[list[int]]:
        """The tables."""
        return [Numbers().convert(part, param, ctx) for part in str(value).split("/")]


TYPES: Mapping[MemberForm, click.ParamType[Any]] = {
    MemberForm.ENTRANT: click.INT,
    MemberForm.ENTRANTS: Numbers(),
    MemberForm.PLAYER: click.STRING,
    MemberForm.ROUND: click.INT,
    MemberForm.GAME: GameName(),
    MemberForm.GAMES: GameNames(),
    MemberForm.PLACES: Numbers(),
    MemberForm.POINTS: Numbers(),
    MemberForm.TABLES: TablesParameter(),
    MemberForm.VERSION: click.INT,
    MemberForm.MOMENT: MomentParameter(),
    MemberForm.FLAG: click.BOOL,
}
"""The type of each form on the command line."""
