"""A request as a command of the log, and the ids of what it creates."""

import hashlib
import os

from flask import request

from replays.encoding.identity import GameId, derived_game_id, new_game_id
from replays.log.event_log import CommandId


def new_id(command: CommandId | None, *kind: str) -> GameId:
    """A new id of this kind: random, or always the same for the same account and Idempotency-Key."""
    return derived_game_id(*kind, command.id) if command else new_game_id(os.urandom(16))


def command_of(key: str | None, player: str) -> CommandId | None:
    """The request as a command of the log, None without an Idempotency-Key; keys are per account and game."""
    if key is None:
        return None
    digest = hashlib.sha256(f"{request.method} {request.path}\n".encode() + request.get_data())
    return CommandId(f"{player} {key}", digest.hexdigest())
