"""`kingdomino outages`: lists outages, and lets an operator declare one that the service did not notice."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from service.cli.parameters.accounts import account, log_store

if TYPE_CHECKING:
    from replays.store.life import LifeStore

DECLARED = ("unreachable", "faulty", "halted")
"""The reasons that can be declared; a test compares them with `OutageReason`."""

LONGEST_MS = 31 * 24 * 60 * 60 * 1000
"""The longest interval that can be declared: a longer one has a mistake in a date."""


class MomentParameter(click.ParamType[int]):
    """A time as in RFC 3339, with its UTC offset; the value is ms UTC."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The ms UTC of this text."""
        try:
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is None:
                raise ValueError("without an offset")
        except ValueError:
            self.fail(f"{value!r} is no time with an offset, such as 2026-11-28T02:17:00Z", param, ctx)
        return int(moment.timestamp() * 1000)


@click.group
def outages() -> None:
    """List and declare outages. It uses the store of REDIS_URL, else the embedded one."""


@outages.command
@click.option("--from", "start", type=MomentParameter(), required=True, help="When it began.")
@click.option("--to", "end", type=MomentParameter(), required=True, help="When it ended, at the latest now.")
@click.option(
    "--reason",
    type=click.Choice(DECLARED),
    required=True,
    help="unreachable: players could not reach the service; faulty: it did not work; halted: another reason.",
)
@click.option(
    "--by", metavar="NAME_OR_ID", required=True, help="The account that declares it, which games record."
)
def declare(start: int, end: int, reason: str, by: str) -> None:
    """Give an interval back to all players whose time ran in it, in the turns that still go on.

    Times are as in 2026-11-28T02:17:00Z. Games record the outage, with its reason and the account; nobody
    can take it back.
    """
    from replays.bootstrap import now_ms
    from replays.log.life import KnownOutage, OutageReason

    if not start < end <= now_ms():
        raise click.ClickException("the outage must begin before it ended, and have ended by now")
    if end - start > LONGEST_MS:
        raise click.ClickException("the outage is longer than 31 days: check the dates")
    if not _life().declare(KnownOutage(start, end, OutageReason(reason), account(by)[0])):
        raise click.ClickException("this outage is declared already")
    click.echo(f"declared: {_interval(start, end)}, given back in the turns that still go on")


@outages.command("list")
def list_() -> None:
    """List the newest outages, with their reasons and who declared them, and the last sign of life."""
    from service.cli.terminal.times import utc

    life = _life().read()
    for outage in life.outages:
        click.echo(f"{_interval(outage.start, outage.end)}  {outage.reason.value}  {outage.actor}")
    last = "none yet" if life.last is None else utc(life.last, SECONDS)
    click.echo(f"last sign of life: {last}")


SECONDS = "%Y-%m-%d %H:%M:%S"


def _interval(start: int, end: int) -> str:
    from replays.clocks.durations import duration
    from service.cli.terminal.times import utc

    return f"{utc(start, SECONDS)} to {utc(end, SECONDS)} ({duration((end - start) // 1000)})"


def _life() -> "LifeStore":
    from replays.store.life import LifeStore

    return LifeStore(log_store())
