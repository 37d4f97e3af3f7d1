"""A program that uses the service only by a generated client, which `tests/long/api/client.py` generates.

python generated_client.py URL game RULES     plays a game of two with these rules (JSON), and prints its id
python generated_client.py URL study FILE     creates a study of the text in this file, and prints its id
"""

import json
import sys
from pathlib import Path
from random import Random

from kingdomino_client import AuthenticatedClient, Client
from kingdomino_client.api.events import events_show
from kingdomino_client.api.games import games_create, games_join, games_show
from kingdomino_client.api.moves import moves_create, moves_index
from kingdomino_client.api.players import players_register
from kingdomino_client.api.studies import studies_create, studies_replay, studies_show
from kingdomino_client.models import (
    GameRequest,
    MovesAnswer,
    PlayerAnswer,
    PlayerRequest,
    ReplayAnswer,
    Rules,
    SeatAnswer,
    SeatRequest,
    StateAnswer,
    StudyAnswer,
    StudyReplayAnswer,
    StudyRequest,
)


def registered(url: str, name: str) -> AuthenticatedClient:
    """Register a new player, and return the player's client."""
    made = players_register.sync(client=Client(url), body=PlayerRequest(name))
    assert isinstance(made, PlayerAnswer), made
    return AuthenticatedClient(url, made.token)


def play(url: str, rules: Rules) -> str:
    """Play a whole game of two with random moves, read its replay, and return its id."""
    players = [registered(url, name) for name in ("Ann", "Bob")]
    ann, bob = players
    opened = games_create.sync(client=ann, body=GameRequest(players=2, rules=rules), idempotency_key="open")
    assert isinstance(opened, StateAnswer), opened
    seat = games_join.sync(opened.id, client=bob, body=SeatRequest())
    assert isinstance(seat, SeatAnswer), seat
    random, listed = Random(1), moves_index.sync(opened.id, client=ann)  # noqa: S311 - no secret
    while isinstance(listed, MovesAnswer) and listed.seat is not None:
        state = moves_create.sync(
            opened.id,
            client=players[listed.seat],
            body=random.choice(listed.moves),
            if_match=f'"{listed.version}"',
            idempotency_key=f"move-{listed.version}",
        )
        assert isinstance(state, StateAnswer), state
        listed = moves_index.sync(opened.id, client=ann)
    replay, state = events_show.sync(opened.id, client=ann), games_show.sync(opened.id, client=ann)
    assert isinstance(replay, ReplayAnswer), replay
    assert isinstance(state, StateAnswer), state
    assert state.to_act is None
    return str(opened.id)


def study(url: str, text: str) -> str:
    """Create a study of the text, read its replay, and return its id."""
    ann = registered(url, "Ann")
    made = studies_create.sync(client=ann, body=StudyRequest(text), idempotency_key="study")
    assert isinstance(made, StudyAnswer), made
    shown, replay = studies_show.sync(made.id, client=ann), studies_replay.sync(made.id, client=ann)
    assert shown == made
    assert isinstance(replay, StudyReplayAnswer), replay
    assert replay.frames[-1].state == made
    return str(made.id)


if __name__ == "__main__":
    address, kind, what = sys.argv[1:]
    if kind == "game":
        print(play(address, Rules.from_dict(json.loads(what))))
    else:
        print(study(address, Path(what).read_text()))
