"""`kingdomino demo`: plays a whole random game at a running service."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from service.cli.commands.simulate import PolicyList
from service.cli.parameters.options import DEFAULT_URL, url_option
from service.cli.parameters.rule_options import rule_options
from service.cli.parameters.spoken import SpokenCommand, WrongValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from service.cli.client import ApiClient
    from service.cli.random_game import RemoteTable

State = dict[str, Any]
Rules = dict[str, str | bool]


@click.command(cls=SpokenCommand)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True, help="Number of players.")
@rule_options
@click.option(
    "--seed", type=int, help="Seed of the players' random moves; the shuffle does not depend on it."
)
@click.option(
    "--bots",
    type=PolicyList(),
    metavar="POLICY[,...]",
    help="Bots on the last seats, such as greedy,steady.",
)
@click.option(
    "--receipts",
    type=click.File("a", "utf-8", lazy=False),
    help="Append to this file what was sent for the seats, and the receipts of all moves, one on each line, "
    "for kingdomino audit --against.",
)
@url_option
def demo(
    players: int,
    seed: int | None,
    bots: tuple[str, ...] | None,
    receipts: "TextIO | None",
    url: str,
    **chosen: str | bool | None,
) -> None:
    """Play a whole game with random moves over HTTP, and print the kingdoms and the result.

    The game stays at the service; the last lines show the address of its replay.
    """
    from service.application.i18n.commands.errors import NOT_SCORED, NOT_SENT, TOO_MANY_BOTS, in_words
    from service.cli import random_game
    from service.cli.client import ApiClient, ClientError
    from service.cli.terminal.clean import clean
    from service.cli.terminal.page import status_text

    policies = bots or ()
    if len(policies) >= players:
        numbers = {"players": players, "most": players - 1, "count": len(policies)}
        raise WrongValue(TOO_MANY_BOTS.said(**numbers), param_hint="--bots")
    rules: Rules = {name: value for name, value in chosen.items() if value}  # the service has the defaults
    try:
        with ApiClient(url) as client:
            try:
                state = _played(client, random_game.open_table(client, rules, players, policies), seed)
            finally:
                if receipts is not None:
                    receipts.writelines(f"{line}\n" for line in _kept(client))
    except ClientError as error:
        raise click.ClickException(in_words(clean(error), NOT_SENT)) from error
    _report(state, url.rstrip("/"))
    if state["status"] != "scored":
        raise click.ClickException(NOT_SCORED.said(status=status_text(state)))


def _kept(client: "ApiClient") -> "Iterator[str]":
    """The lines to keep for an audit: what was sent to take seats, and the receipts."""
    import json

    for attempt in client.attempts():
        yield json.dumps(attempt.document())
    yield from client.receipts


def _played(client: "ApiClient", table: "RemoteTable", seed: int | None) -> State:
    """Play the game of the table, and return its last state, which is scored if a worker runs."""
    from random import Random

    from service.application.i18n.commands.terminal import WAITING
    from service.cli import random_game

    with _progress(random_game.dominoes_in_all(table.state)) as show:
        for state in random_game.play(client, table, Random(seed)):  # noqa: S311 - keeps no secret
            show(state)
    click.echo(WAITING, err=True)
    return random_game.until_scored(client, table.game)


@contextmanager
def _progress(dominoes: int) -> "Iterator[Callable[[State], None]]":
    """A function that shows progress on standard error: a bar on a terminal, else a line for each round."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from service.application.i18n.commands import terminal as words
    from service.cli.random_game import dominoes_used
    from service.cli.terminal.page import round_text

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield _RoundLines()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(str(words.DOMINOES)),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(str(words.PLAYING), total=dominoes)

        def show(state: State) -> None:
            progress.update(
                task,
                completed=dominoes_used(state),
                description=round_text(state),
            )

        yield show


class _RoundLines:
    """Prints a line at the start of each round."""

    def __init__(self) -> None:
        self._round = 0

    def __call__(self, state: State) -> None:
        """Print the state's round if it is a new one."""
        from service.cli.terminal.page import round_text

        if state["round"] > self._round:
            self._round = state["round"]
            click.echo(round_text(state), err=True)


def _report(state: State, url: str) -> None:
    """Print the kingdoms, the points, the places and the ways to replay the game."""
    from rich.console import Console

    from service.application.i18n.commands import terminal as words
    from service.cli.terminal.clean import clean
    from service.cli.terminal.page import kingdoms, result, score_table, table

    console = Console(highlight=False)
    parts = [kingdoms(state), *table(state), score_table(state)]
    parts += [result(state)] if state["ranking"] else []
    for part in parts:
        console.print(part)
        console.print()
    game = clean(state["id"])
    where = "" if url == DEFAULT_URL else f" --url {url}"
    click.echo(words.WATCH_REPLAY.said(address=f"{url}/games/{game}/replay"))
    click.echo(words.STEP_HERE.said(command=f"kingdomino replay {game}{where}"))
