"""What becomes of tournaments when an account is erased: a player who is gone is paired no more."""

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

REASON = "the account was deleted"
"""The reason on the record, which is public; it is English as all records are."""


def withdraw(stores: AccountStores, player: str) -> None:
    """Withdraw the player from all tournaments, and call off those that nobody else can start."""
    commands = stores.streams.commands(TOURNAMENT)
    every: list[GameId] = list(all_of(stores.tables.log, TOURNAMENT.stream.listing, player))
    for tournament in commands.aggregates.readable(every):
        try:
            commands.change(tournament, lambda now, _: _gone(now, player))
        except Refusal:
            continue  # it is over for the player


def _gone(now: Tournament, player: str) -> list[EventDraft]:
    if now.status is Status.OPEN and now.opener == player and not now.deputies:
        return opening.call_off(now, Grounds(player, Code.OTHER, REASON))
    return opening.withdraw(now, player, REASON)
