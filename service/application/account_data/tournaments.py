"""What becomes of tournaments when an account is erased: a player who is gone is paired no more."""

from collections.abc import Iterator

from replays.encoding.identity import GameId
from replays.events.regulations import Code
from replays.match.aggregate import Status
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import opening
from replays.tournament.deciding.directing import Grounds
from replays.tournament.kind import TOURNAMENT
from service.application.account_data.stores import AccountStores
from service.application.games.lists.my_games import all_of
from service.application.problem import Problem

REASON = "the account was deleted"
"""The reason on the record, which is public; it is English as all records are."""


def check_handed_over(stores: AccountStores, player: str) -> None:
    """Refuse to leave tournaments that run without anybody who directs them: 409 `tournament/directs`.

    Deputies whose accounts are erased direct nothing.
    """
    alone = [each for each in _of(stores, player) if _is_alone(stores, each, player)]
    if alone:
        named = ", ".join(f"{each.created.name} ({each.id})" for each in alone)
        raise Problem(409, "tournament/directs", f"name a deputy first, who directs {named} after you")


def _is_alone(stores: AccountStores, tournament: Tournament, player: str) -> bool:
    runs = tournament.status is Status.ACTIVE and not tournament.finished
    if not runs or not tournament.directs(player):
        return False
    others = {tournament.opener, *tournament.deputies} - {player}
    return not any(stores.players.names(others).values())


def _of(stores: AccountStores, player: str) -> Iterator[Tournament]:
    """The tournaments of a player, a director or a deputy."""
    commands = stores.streams.commands(TOURNAMENT)
    every: list[GameId] = list(all_of(stores.tables.log, TOURNAMENT.stream.listing, player))
    return iter(commands.aggregates.readable(every))


def withdraw(stores: AccountStores, player: str) -> None:
    """Withdraw the player from all tournaments, and call off those that nobody else can start."""
    commands = stores.streams.commands(TOURNAMENT)
    for tournament in _of(stores, player):
        try:
            commands.change(tournament, lambda now, _: _gone(now, player))
        except Refusal:
            continue  # it is over for the player


def _gone(now: Tournament, player: str) -> list[EventDraft]:
    if now.status is Status.OPEN and now.opener == player and not now.deputies:
        return opening.call_off(now, Grounds(player, Code.OTHER, REASON))
    return opening.withdraw(now, player, REASON)
