"""`kingdomino ratings`: shows, checks and rebuilds the ratings, for operators and organizers."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from replays.encoding.identity import GameId
    from replays.runtime.settings.settings import Settings
    from service.application.people.ratings.checking import Ratings
    from service.application.people.ratings.ledger import RatingLedger


@click.group
def ratings() -> None:
    """Show, check and rebuild the ratings; exclude games from them.

    It uses the store of REDIS_URL, else the embedded one.
    """


@ratings.command
@click.argument("pool", default="base-2")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=20, show_default=True, help="Number of players."
)
@click.option("--provisional", is_flag=True, help="Include provisional ratings.")
def show(pool: str, limit: int, *, provisional: bool) -> None:
    """Print the leaderboard of POOL: base-2 to base-4, duel-2, origins-2 to origins-4."""
    from itertools import islice

    from replays.bootstrap import now_ms
    from service.application.people.ratings.boards import Boards
    from service.application.people.ratings.pools import POOLS, Pool

    if pool not in [each.value for each in POOLS]:
        raise click.BadParameter(
            f"POOL must be one of {', '.join(each.value for each in POOLS)}, not {pool!r}"
        )
    for each in islice(Boards(_store()).ranked(Pool(pool), provisional=provisional), limit):
        skill = each.standing.skill_at(now_ms())
        mark = "?" if skill.is_provisional else " "
        rating = f"{skill.rating:5}{mark} +-{skill.deviation:4}"
        click.echo(f"{each.place:4} {rating} {each.standing.games:4} games  {each.player}")


@ratings.command
def rebuild() -> None:
    """Recompute the ratings from the whole stream, and add missing rated games. The service may run."""
    from service.application.people.ratings.writing import ConcurrentWrite

    try:
        for each in _ratings().rebuild():
            if each.position % 5_000 == 0 or not each.is_build:
                so_far = f" of {each.total}" if each.is_build else ""
                click.echo(f"{each.position}{so_far} entries are in the ratings")
    except ConcurrentWrite:
        raise click.ClickException("another rebuild has begun: wait for it") from None


@ratings.command
def check() -> None:
    """Compare games, stream and ratings; exit code 1 if they differ."""
    found = list(_ratings().differences())
    for difference in found:
        click.echo(f"{difference.code}: {difference.text}")
    if found:
        raise SystemExit(1)
    click.echo("games, stream and ratings agree")


@ratings.command
@click.argument("game")
@click.option("--reason", required=True, help="The reason, visible to everybody who may see the game.")
def annul(game: str, reason: str) -> None:
    """Exclude GAME from the ratings, as if it had not been rated."""
    from replays.bootstrap import now_ms

    found = _game(game)
    if not _decided(lambda ledger: ledger.annul(found, now_ms(), reason), found):
        raise click.ClickException(f"{game} is already annulled")
    click.echo(f"{game} is annulled; the next worker recomputes the ratings")


@ratings.command
@click.argument("game")
@click.option("--reason", required=True, help="The reason, which is stored in the stream of ratings.")
def restore(game: str, reason: str) -> None:
    """Count an annulled GAME again, at its old position."""
    from replays.bootstrap import now_ms

    found = _game(game)
    if not _decided(lambda ledger: ledger.restore(found, now_ms(), reason), found):
        raise click.ClickException(f"{game} is not annulled")
    click.echo(f"{game} counts again; the next worker recomputes the ratings")


@ratings.command
def repeats() -> None:
    """List players who keep winning against the same opponent, the most one-sided pairs first."""
    from replays.bootstrap import now_ms
    from service.application.people.ratings.fold import folded
    from service.application.people.ratings.ledger import RatingLedger

    fold, _ = folded(RatingLedger(_store()).entries())
    for each in fold.repeats.listed(now_ms()):
        score = f"{each.winner} won {each.wins} and lost {each.losses} against {each.loser}"
        click.echo(f"{each.pool.value}: {score} in 30 days; the next win weighs {each.weight}")


def _settings() -> "Settings":
    from replays.runtime.settings.settings import Settings
    from service.ops.embedded.found_store import with_embedded_store

    return with_embedded_store(Settings.from_environ(os.environ))


def _store() -> Any:
    from replays.store import clients

    return clients.writer(_settings().log_url())


def _ratings() -> "Ratings":
    from replays.bootstrap import now_ms, open_log
    from service.application.people.ratings.boards import Boards
    from service.application.people.ratings.checking import Ratings
    from service.application.people.ratings.ledger import RatingLedger
    from service.application.people.ratings.writing import GenerationWriter

    store = _store()
    return Ratings(open_log(_settings()), RatingLedger(store), GenerationWriter(store), Boards(store), now_ms)


def _game(text: str) -> "GameId":
    from service.cli.parameters.inputs import game_id

    return game_id(text)


def _decided(decide: "Callable[[RatingLedger], bool]", game: "GameId") -> bool:
    """Append a verdict on the game; True if it changes something."""
    from service.application.people.ratings.ledger import NotRated, RatingLedger

    try:
        return decide(RatingLedger(_store()))
    except NotRated:
        raise click.ClickException(f"{game} is not a scored rated game") from None
