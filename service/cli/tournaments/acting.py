"""The commands of acts, made from their registry."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from service.cli.parameters.options import url_option
from service.cli.tournaments.requesting import TOURNAMENT, called, path_of, token_option

if TYPE_CHECKING:
    from service.application.tournaments.acts import ActKind, Member

F = TypeVar("F", bound=Callable[..., Any])


class ActCommands(click.Group):
    """A command for each type of act; the registry is imported when one is used."""

    def __init__(self, name: str) -> None:
        text = "Act on the record of a tournament, with a reason that everybody can read."
        super().__init__(name, help=text)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names of the types, in the order of the registry."""
        from service.application.tournaments.acts import ACTS

        return [*ACTS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of this type, or None."""
        from service.application.tournaments.acts import ACTS

        return _command(ACTS[cmd_name]) if cmd_name in ACTS else None


def _command(kind: "ActKind") -> click.Command:
    from replays.events.regulations import Code

    def act(tournament: str, token: str, url: str, **members: Any) -> None:
        given = {name: value for name, value in members.items() if value not in (None, ())}
        body = {"type": kind.name, **given}
        done = called(url, lambda client: client.post(path_of(tournament, "acts"), body, token))
        click.echo(f"on the record at version {done['version']}")

    codes = click.Choice([code.value for code in Code])
    decorators = [
        TOURNAMENT,
        *(_option(member) for member in kind.members),
        click.option("--reason", required=True, help="The reason, which is public."),
        click.option("--code", type=codes, default=Code.OTHER.value, show_default=True, help="The occasion."),
        token_option,
        url_option,
    ]
    for decorate in reversed(decorators):
        act = decorate(act)
    return click.command(kind.name, help=kind.about)(act)


def _option(member: "Member") -> Callable[[F], F]:
    from service.cli.tournaments.members import TYPES

    return click.option(
        f"--{member.name.replace('_', '-')}",
        member.name,
        type=TYPES[member.form],
        required=member.required,
        help=member.about,
    )
