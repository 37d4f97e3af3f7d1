"""How the commands of tournaments ask the service: their options, and what they say of a refusal."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from service.cli.client import ApiClient, RequestRefused

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

TOURNAMENT = click.argument("tournament", metavar="TOURNAMENT")
"""The id of the tournament."""


def token_option(function: F) -> F:
    """Add `--token`, which proves who asks."""
    return click.option(
        "--token",
        envvar="KINGDOMINO_TOKEN",
        show_envvar=True,
        required=True,
        metavar="TOKEN",
        help="Your token; better by the variable, because others on this machine may see arguments.",
    )(function)


def called(url: str, ask: "Callable[[ApiClient], T]") -> T:
    """Call `ask` with a client of the service; a refusal is told with every wrong line of a list."""
    from service.cli.client import ApiClient, ClientError, RequestRefused
    from service.cli.terminal.clean import clean

    try:
        with ApiClient(url) as client:
            return ask(client)
    except RequestRefused as refused:
        raise click.ClickException("\n".join([clean(refused), *_lines(refused)])) from refused
    except ClientError as error:
        raise click.ClickException(clean(error)) from error


def _lines(refused: "RequestRefused") -> list[str]:
    from service.cli.terminal.clean import clean

    lines = refused.problem.get("lines")
    return [
        clean(f"line {each.get('line')}: {each.get('player')}: {each.get('text')} ({each.get('code')})")
        for each in (lines if isinstance(lines, list) else [])
        if isinstance(each, dict)
    ]


def path_of(tournament: str, of: str = "") -> str:
    """The path under the API of a tournament, or of something of it; raises `ClickException` for no id."""
    from service.cli.parameters.inputs import id_or_none

    found = id_or_none(tournament)
    if found is None:
        text = f"{tournament!r} is not the id of a tournament, which `create` and `list` print"
        raise click.ClickException(text)
    return f"tournaments/{found}/{of}".rstrip("/")
