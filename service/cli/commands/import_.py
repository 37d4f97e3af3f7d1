"""`kingdomino import`: checks a game's text move by move, and stores it at a service as a study."""

from typing import TYPE_CHECKING

import click

from service.cli.parameters.inputs import content_of
from service.cli.parameters.options import url_option
from service.cli.parameters.spoken import SpokenCommand

if TYPE_CHECKING:
    from kingdomino.transcript.values import Transcript
    from service.cli.client import ApiClient

NAME = "Importer"
"""The name of the player who is registered as the owner of a study if there is no token."""


@click.command("import", cls=SpokenCommand)
@click.argument("file", metavar="FILE")
@click.option("--check", is_flag=True, help="Only check the text; send nothing.")
@click.option(
    "--token",
    envvar="KINGDOMINO_TOKEN",
    show_envvar=True,
    help="Your account's token; without it a new player is registered.",
)
@url_option
def import_(file: str, token: str | None, url: str, *, check: bool) -> None:
    """Check a game's text move by move and store it as a study, which can be replayed at the service.

    FILE is a text in the format of `kingdomino export` (docs/play/notation.md); "-" is standard input. An
    error is reported with its line and turn, and the exit code is 1.

    A study is not a played game: it is never rated and cannot be audited.
    """
    from kingdomino.transcript.errors import IllegalTurn, TranscriptError
    from kingdomino.transcript.playing import replay
    from kingdomino.transcript.syntax import parse_transcript
    from replays.projections.studies import decoded
    from service.application.i18n.commands.errors import NO_TEXT, in_words
    from service.cli.terminal.clean import clean

    try:
        text = decoded(content_of(file))
        transcript = parse_transcript(text)
        replay(transcript)
    except (TranscriptError, IllegalTurn) as error:
        wrong = NO_TEXT.said(line=str(error.line), column=str(error.column))
        raise click.ClickException(in_words(clean(error), wrong)) from error
    if check:
        click.echo(_summary(transcript))
    else:
        _send(text, token, url)


def _summary(transcript: "Transcript") -> str:
    """A summary of the checked text, in one line."""
    from kingdomino.transcript.values import Turn
    from service.application.i18n.commands.terminal import LEGAL, LEGAL_TO_THE_END, digits

    turns = sum(isinstance(step, Turn) for step in transcript.steps)
    if not transcript.result:
        return LEGAL.said(turns=digits(turns))
    points = " ".join(map(digits, transcript.result))
    return LEGAL_TO_THE_END.said(turns=digits(turns), points=points)


def _send(text: str, token: str | None, url: str) -> None:
    """Create a study from the text, and print its address."""
    from service.application.i18n.commands import terminal as words
    from service.application.i18n.commands.errors import NOT_SENT, in_words
    from service.cli.client import ApiClient, ClientError
    from service.cli.terminal.clean import clean

    try:
        with ApiClient(url) as client:
            study = clean(client.create_study(token or _new_token(client), text)["id"])
    except ClientError as error:
        raise click.ClickException(in_words(clean(error), NOT_SENT)) from error
    click.echo(words.STUDY.said(id=study))
    click.echo(words.WATCH.said(address=f"{url.rstrip('/')}/studies/{study}"))


def _new_token(client: "ApiClient") -> str:
    """Register a player, and return and print the token, which is needed to delete the study."""
    from service.application.i18n.commands import terminal as words
    from service.cli.terminal.clean import clean

    player = client.create_player(NAME)
    click.echo(words.REGISTERED.said(name=clean(player.name)), err=True)
    click.echo(words.TOKEN_OF.said(token=clean(player.token)), err=True)
    return player.token
