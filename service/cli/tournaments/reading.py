"""The commands of `kingdomino tournament` that only read."""

from typing import TYPE_CHECKING, Any

import click

from service.cli.parameters.options import url_option
from service.cli.tournaments.requesting import TOURNAMENT, called, path_of, token_option

if TYPE_CHECKING:
    from service.cli.client import Json

PAST = click.option("--version", type=click.IntRange(1), help="The version to show; by default the last one.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON as the API has it.")
AS_CSV = click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets.")


@click.command("list")
@click.option("--status", type=click.Choice(["open", "active", "finished", "aborted"]), help="Only these.")
@click.option("--limit", type=click.IntRange(1, 200), default=50, show_default=True, help="How many at most.")
@AS_JSON
@url_option
def list_(status: str | None, limit: int, url: str, *, as_json: bool) -> None:
    """List tournaments, the newest first."""
    from service.cli.tournaments import telling

    found = called(url, lambda client: client.get("tournaments", status=status, limit=limit))
    telling.say(found["tournaments"], telling.listed, as_json=as_json)


@click.command
@TOURNAMENT
@PAST
@AS_JSON
@url_option
def show(tournament: str, version: int | None, url: str, *, as_json: bool) -> None:
    """Show a tournament: its round, its tables without a result, and its acts."""
    from service.cli.tournaments import telling

    telling.say(_state(url, tournament, version), telling.overview, as_json=as_json)
    if not as_json:
        click.echo(f"check all of it: kingdomino audit {tournament} --url {url.rstrip('/')}", err=True)


@click.command
@TOURNAMENT
@PAST
@AS_CSV
@AS_JSON
@url_option
def standings(
    tournament: str,
    version: int | None,
    url: str,
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Show the standings, with points in twelfths of a point as fractions."""
    from service.cli.tournaments import telling

    if as_csv:
        _file(url, tournament, "standings", version)
    else:
        found = _state(url, tournament, version)
        telling.say(found["standings"] if as_json else found, telling.standings, as_json=as_json)


@click.command
@TOURNAMENT
@click.option("--round", "number", type=click.IntRange(1), help="The round; by default the last one.")
@AS_CSV
@AS_JSON
@url_option
def pairings(
    tournament: str,
    number: int | None,
    url: str,
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Show the tables of a round with their results; as CSV those of all rounds."""
    from service.cli.tournaments import telling

    if as_csv:
        _file(url, tournament, "pairings", None)
        return
    rounds = _state(url, tournament, None)["rounds"]
    if not rounds or (number or 1) > len(rounds):
        raise click.ClickException(f"{len(rounds)} rounds are paired so far")
    telling.say(rounds[(number or len(rounds)) - 1], telling.pairings, as_json=as_json)


@click.command
@TOURNAMENT
@token_option
@url_option
def preview(tournament: str, token: str, url: str) -> None:
    """Print the next pairing as it would be now, with its warnings, as JSON; for directors."""
    _print(called(url, lambda client: client.get(path_of(tournament, "preview"), token)))


@click.command
@TOURNAMENT
@token_option
@url_option
def desk(tournament: str, token: str, url: str) -> None:
    """Print late tables, open disputes, and why a round is not paired, as JSON; for directors."""
    _print(called(url, lambda client: client.get(path_of(tournament, "desk"), token)))


@click.command
@TOURNAMENT
@url_option
def forecast(tournament: str, url: str) -> None:
    """Print how many tables and byes the present field has, or why it cannot play, as JSON."""
    _print(called(url, lambda client: client.get(path_of(tournament, "forecast"))))


@click.command
@TOURNAMENT
@click.option(
    "--csv", "name", type=click.Choice(["standings", "pairings", "acts"]), help="One of the tables as CSV."
)
@click.option("--json", "as_json", is_flag=True, help="Everything as JSON.")
@PAST
@url_option
def export(
    tournament: str,
    name: str | None,
    version: int | None,
    url: str,
    *,
    as_json: bool,
) -> None:
    """Print a table of the tournament as CSV, or everything as JSON."""
    if (name is None) == (not as_json):
        raise click.UsageError("give --csv with the name of a table, or --json")
    if name is not None:
        _file(url, tournament, name, version)
    else:
        _print(_state(url, tournament, version))


def _state(url: str, tournament: str, version: int | None) -> "Json":
    return called(url, lambda client: client.get(path_of(tournament), version=version))


def _file(url: str, tournament: str, name: str, version: int | None) -> None:
    path = path_of(tournament, f"{name}.csv")
    click.echo(called(url, lambda client: client.csv(path, version=version)), nl=False)


def _print(value: Any) -> None:
    import json

    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


READING = (list_, show, standings, pairings, forecast, preview, desk, export)
"""The commands in this module."""
