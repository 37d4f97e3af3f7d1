"""`kingdomino tournament`: announces, fills and directs tournaments at a running service."""

from pathlib import Path
from typing import Any

import click

from service.cli.parameters.options import url_option
from service.cli.tournaments.acting import ActCommands
from service.cli.tournaments.reading import READING
from service.cli.tournaments.requesting import TOURNAMENT, called, path_of, token_option

DAY_SECONDS = 86_400


class StagePlaces(click.ParamType[dict[str, Any]]):
    """Places of a finished tournament, such as 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b:1-8."""

    name = "tournament:low-high"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, Any]:
        """The places as the API has them."""
        tournament, _, places = str(value).partition(":")
        low, _, high = places.partition("-")
        try:
            return {"tournament": tournament, "places": [int(low), int(high or low)]}
        except ValueError:
            self.fail(f"{value!r} has no places, such as {tournament}:1-8", param, ctx)


@click.group
def tournament() -> None:
    """Announce, fill and direct tournaments at a running service.

    TOURNAMENT is the id that `create` prints. What changes something needs a token: from the page of your
    account, or POST /api/v1/me/tokens with the scope organize. It is best given as KINGDOMINO_TOKEN.
    """


for each in (ActCommands("act"), *READING):
    tournament.add_command(each)


@tournament.command
@click.argument("name")
@click.option("--kind", type=click.Choice(["league", "swiss", "knockout"]), required=True, help="The kind.")
@click.option("--table", type=click.IntRange(2, 4), required=True, help="Seats of a table.")
@click.option("--rounds", type=click.IntRange(1, 99), required=True, help="Number of rounds, at most.")
@click.option("--turn-days", type=click.FloatRange(0.01, 90), help="Days for each turn.  [default: 3]")
@click.option("--no-clock", is_flag=True, help="No limit of time, such as for bots.")
@click.option("--rated", is_flag=True, help="Rated games: no bots, and players enter themselves.")
@click.option("--no-spectators", is_flag=True, help="Only players and directors watch the games.")
@click.option("--rule", "rules", multiple=True, metavar="NAME[=VALUE]", help="A rule, such as harmony.")
@click.option(
    "--set",
    "regulations",
    multiple=True,
    metavar="NAME=VALUE",
    help="A regulation, such as points=3-2-1-0, bye=24 (twelfths) or round_ms=172800000.",
)
@token_option
@url_option
def create(name: str, token: str, url: str, **chosen: Any) -> None:
    """Announce the tournament NAME, which you direct, and print its id."""
    body: dict[str, Any] = {"name": name, **{each: chosen[each] for each in ("kind", "table", "rounds")}}
    if chosen["no_clock"] and chosen["turn_days"]:
        raise click.UsageError("--no-clock and --turn-days exclude each other")
    if chosen["no_clock"]:
        body["clock"] = None
    elif chosen["turn_days"]:
        body["clock"] = {"policy": "per_turn", "seconds": round(chosen["turn_days"] * DAY_SECONDS)}
    body |= {"rated": True} if chosen["rated"] else {}
    body |= {"spectators": False} if chosen["no_spectators"] else {}
    body["rules"], body["regulations"] = _members(chosen["rules"]), _members(chosen["regulations"])
    made = called(url, lambda client: client.post("tournaments", body, token))
    click.echo(made["id"])
    click.echo(f"its page: {url.rstrip('/')}/tournaments/{made['id']}", err=True)


def _members(given: tuple[str, ...]) -> dict[str, Any]:
    """The members of an object, from texts such as `bye=24`; a name alone is true."""
    import json

    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        try:
            found[name] = json.loads(value) if equals else True
        except ValueError:
            found[name] = value.split(",") if name == "tie_breaks" else value
    return found


@tournament.command
@TOURNAMENT
@click.argument("players", nargs=-1)
@click.option("--bot", "bots", multiple=True, metavar="POLICY", help="A bot, such as steady.")
@click.option(
    "--csv", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="A list of players."
)
@click.option(
    "--from",
    "stages",
    type=StagePlaces(),
    multiple=True,
    help="Places of a finished tournament that you direct, too: its id, a colon, and 1-8.",
)
@token_option
@url_option
def enter(tournament: str, players: tuple[str, ...], token: str, url: str, **others: Any) -> None:
    """Enter PLAYERS, ids or exact names, or bots, old places, or a CSV file of up to 500; all or none.

    Without any of these you enter yourself. Otherwise only directors can. If any player cannot be entered
    nobody is, and every wrong line is printed.
    """
    bots: tuple[str, ...] = others["bots"]
    file: Path | None = others["file"]
    if sum(map(bool, (players, bots, file, others["stages"]))) > 1:
        raise click.UsageError("give players, or --bot, or --csv, or --from")
    path = path_of(tournament, "entries")
    if file is not None:
        found = called(url, lambda client: client.post_csv(path, file.read_bytes(), token))
    else:
        lists = {"players": players, "bots": bots, "from": others["stages"]}
        body = {name: [*given] for name, given in lists.items() if given}
        found = called(url, lambda client: client.post(path, body, token))
    numbers = found.get("entrants") or [found["entrant"]]
    click.echo(f"entered as {', '.join(map(str, numbers))}")


@tournament.command
@TOURNAMENT
@token_option
@url_option
def start(tournament: str, token: str, url: str) -> None:
    """Close the entries; the first round is paired and opened within seconds."""
    found = called(url, lambda client: client.post(path_of(tournament, "start"), {}, token))
    click.echo(f"started with {sum(not each['withdrawn'] for each in found['entrants'])} entrants")


@tournament.command
@TOURNAMENT
@click.argument("number", type=click.IntRange(1), metavar="ROUND")
@token_option
@url_option
def close(tournament: str, number: int, token: str, url: str) -> None:
    """Sign ROUND off, once its tables have results or are late; the next round is paired then."""
    path = path_of(tournament, f"rounds/{number}/close")
    found = called(url, lambda client: client.post(path, {}, token))
    click.echo(f"round {number} is closed; the tournament is {found['status']}")
