"""The store and the accounts of administrators' commands."""

import os
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from service.application.accounts.players import Players


def account(text: str) -> tuple[str, str]:
    """The id and the name of the one account with this name or id, else raises `ClickException`."""
    from service.application.account_keys import is_player
    from service.application.accounts.naming.folding import folded

    players = all_players()
    if is_player(text):
        found = [text]
    else:
        entries = players.index.find(folded(text), None, 100)
        found = [each.player for each in entries if each.folded == folded(text)]
    named = {player: name for player, name in players.names(found).items() if name is not None}
    if not is_player(text):
        named = {player: name for player, name in named.items() if name == text} or named
    if not named:
        raise click.ClickException(f"there is no account {text!r}: give its name, or the id from its page")
    if len(named) > 1:
        raise click.ClickException(f"{len(named)} accounts have this name: give an id, {', '.join(named)}")
    return next(iter(named.items()))


def all_players() -> "Players":
    """The accounts in the store."""
    from replays.bootstrap import server_key
    from replays.runtime.settings.settings import Settings
    from service.application.accounts.players import open_players

    return open_players(log_store(), server_key(Settings.from_environ(os.environ)))


def log_store() -> Any:
    """The store of REDIS_URL, else the embedded one."""
    from replays.runtime.settings.settings import Settings
    from replays.store import clients
    from service.ops.embedded.found_store import with_embedded_store

    return clients.writer(with_embedded_store(Settings.from_environ(os.environ)).log_url())
