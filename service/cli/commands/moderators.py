"""`kingdomino moderators`: lets an operator name the moderators, who decide on reports."""

from typing import TYPE_CHECKING

import click

from service.cli.parameters.accounts import account, all_players, log_store

if TYPE_CHECKING:
    from service.application.people.moderation.docket import Docket

REASON = click.option("--reason", default="", help="The reason, which is stored in the stream of moderation.")


@click.group
def moderators() -> None:
    """Name moderators and check their decisions. It uses the store of REDIS_URL, else the embedded one."""


@moderators.command
@click.argument("name_or_id")
@REASON
def add(name_or_id: str, reason: str) -> None:
    """Make the account NAME_OR_ID a moderator."""
    player, name = account(name_or_id)
    if not _docket().name_moderator(player, reason):
        raise click.ClickException(f"{name} ({player}) is already a moderator")
    click.echo(f"{name} ({player}) is now a moderator")


@moderators.command
@click.argument("name_or_id")
@REASON
def remove(name_or_id: str, reason: str) -> None:
    """Remove the account NAME_OR_ID from the moderators."""
    player, name = account(name_or_id)
    if not _docket().remove_moderator(player, reason):
        raise click.ClickException(f"{name} ({player}) is not a moderator")
    click.echo(f"{name} ({player}) is no longer a moderator")


@moderators.command("list")
def list_() -> None:
    """List the moderators with their ids and start dates."""
    from datetime import UTC, datetime

    found = _docket().moderators()
    names = all_players().names(found)
    for player, at in sorted(found.items(), key=lambda each: each[1]):
        since = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
        click.echo(f"{since}  {player}  {names[player] or '(erased)'}")


@moderators.command("log")
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 10_000), help="How many.")
def show_log(limit: int) -> None:
    """Print the newest entries of the stream, one JSON object a line: who saw and who decided what."""
    from service.application.people.moderation.entries import written

    for number, entry in _docket().ledger.last(limit):
        click.echo(f"{number} {written(entry).decode()}")


@moderators.command
def check() -> None:
    """Check that no entry of the stream of moderation was changed or removed; exit code 1 if one was."""
    from service.application.people.moderation.entries import BadModerationEntry

    try:
        click.echo(f"{_docket().ledger.check()} entries: the chain of hashes is intact")
    except BadModerationEntry as error:
        raise click.ClickException(str(error)) from None


def _docket() -> "Docket":
    from replays.bootstrap import now_ms
    from service.application.people.moderation.docket import Docket

    return Docket(log_store(), now_ms)
