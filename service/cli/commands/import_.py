"""`kingdomino import`: checks a game's text move by move, and stores it at a service as a study."""

from typing import TYPE_CHECKING

import click

from service.cli.parameters.inputs import content_of
from service.cli.parameters.options import url_option

if TYPE_CHECKING:
    from kingdomino.transcript.values import Transcript
    from service.cli.client import ApiClient

NAME = "Importer"
"""The name of the player who is registered as the owner of a study if there is no token."""


@click.command("import")
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
    from service.cli.terminal.clean import clean

    try:
        text = decoded(content_of(file))
        transcript = parse_transcript(text)
        replay(transcript)
    except (TranscriptError, IllegalTurn) as error:
        raise click.ClickException(clean(error)) from error
    if check:
        click.echo(_summary(transcript))
    else:
        _send(text, token, url)


def _summary(transcript: "Transcript") -> str:
    """A summary of the checked text, in one line."""
    from kingdomino.transcript.values import Turn

    turns = sum(isinstance(step, Turn) for step in transcript.steps)
    points = transcript.result and f"the points are {' '.join(map(str, transcript.result))}"
    return f"{turns} turns, all legal; {points or 'the game has not ended'}"


def _send(text: str, token: str | None, url: str) -> None:
    """Create a study from the text, and print its address."""
    from service.cli.client import ApiClient, ClientError
    from service.cli.terminal.clean import clean

    try:
        with ApiClient(url) as client:
            study = clean(client.create_study(token or _new_token(client), text)["id"])
    except ClientError as error:
        raise click.ClickException(clean(error)) from error
    click.echo(f"Study {study}")
    click.echo(f"Watch it in a browser: {url.rstrip('/')}/studies/{study}")


def _new_token(client: "ApiClient") -> str:
    """Register a player, and return and print the token, which is needed to delete the study."""
    from service.cli.terminal.clean import clean

    player = client.create_player(NAME)
    click.echo(f"No --token was given. Registered the player {clean(player.name)}, whose token is", err=True)
    click.echo(f"{clean(player.token)} (needed to delete the study)", err=True)
    return player.token
