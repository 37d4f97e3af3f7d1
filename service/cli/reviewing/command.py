"""`kingdomino review`: evaluates each decision of a finished game."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

import click

from service.cli.parameters.inputs import content_of, game_id, id_or_none, is_file, neither, of_service
from service.cli.parameters.options import url_option
from service.cli.parameters.spoken import SpokenCommand

if TYPE_CHECKING:
    from replays.encoding.identity import GameId

STEPS = 1000
"""The number of steps of the progress bar."""


@click.command(cls=SpokenCommand)
@click.argument("source", metavar="ID|FILE")
@click.option("--game", metavar="ID", help="The id of the game in FILE, if the file does not contain it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@url_option
def review(source: str, game: str | None, *, as_json: bool, url: str) -> None:
    """Review a finished game: slips, blunders, accuracy, luck and skill (docs/play/review.md).

    ID is a game at a running service. FILE is a file on your disk ("-" is standard input): a text in
    notation, an audit bundle, or public events. The review is computed here. The same game gives the same
    review as at the service if both have the compiled kernel, or neither has it.
    """
    from kingdomino.review.reviewing import review as reviewed
    from replays.projections.reviews import document, evaluator_for
    from service.application.i18n.commands.errors import NO_RECORD, in_words
    from service.cli.reviewing.records import record_of
    from service.cli.terminal.clean import clean
    from service.cli.terminal.written import FileError

    try:
        record = record_of(_content(source, url), _requested(source, game))
    except FileError as error:
        raise click.ClickException(f"{source}: {in_words(clean(error), NO_RECORD)}") from error
    rules = next(step.game.rules for step in record.steps if step.game)
    evaluator = evaluator_for(record.hash, rules)
    with _progress() as told:
        found = document(reviewed(record.steps, evaluator, told), evaluator)
    if as_json:
        click.echo(json.dumps(found))
        return
    from rich.console import Console

    from service.cli.reviewing.telling import tell

    tell(found, Console(highlight=False))


def _content(source: str, url: str) -> bytes:
    if is_file(source):
        return content_of(source)
    if found := id_or_none(source):
        from replays.commands.series import FEW_GAMES

        file = BytesIO()
        of_service(url, found, lambda client: client.bundle("games", found, file, FEW_GAMES.size))
        return file.getvalue()
    raise neither(source)


def _requested(source: str, game: str | None) -> "GameId | None":
    """The id that the record must be of: that of the option, else the source's if it is no file."""
    if game:
        return game_id(game)
    return None if is_file(source) else id_or_none(source)


@contextmanager
def _progress() -> Iterator[Callable[[float], object]]:
    """A progress bar on standard error if that is a terminal; yields the function that sets its share."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from service.application.i18n.commands.errors import in_words
    from service.application.i18n.pages.replaying.review_summary import WORDS

    label = in_words("review", WORDS["review.title"])
    with click.progressbar(length=STEPS, label=label, file=sys.stderr) as bar:
        yield lambda done: bar.update(round(done * STEPS) - bar.pos)
