"""The service makes its answers ahead: what is put together by `open_services` is used."""

from pathlib import Path
from unittest.mock import patch

import orjson
from redis import Redis

from kingdomino.rules import Rules
from replays.identity import new_game_id
from replays.match import Match
from replays.tables import NewTable
from service import services
from service.metrics import Meters
from service.settings import Settings
from tests.support.games import seeded
from tests.support.service import environment


def test_every_change_to_a_game_is_foreseen(store: Redis, store_url: str, tmp_path: Path) -> None:
    """With the match that it is about to lead to; of a refused one nothing was."""
    seen: list[Match] = []
    with patch.object(services, "foreseeing", lambda *_: seen.append):
        parts = services.open_services(Settings.from_environ(environment(store_url, tmp_path)), Meters())
    game = new_game_id(seeded(1).randbytes(16))
    opened = parts.tables.create(game, NewTable(Rules(), 2, "ann")).match
    assert seen == [opened] == [parts.tables.match(game)]
    assert orjson.loads(parts.receipts.text(game, opened.head))["hash"] == opened.head.hash
