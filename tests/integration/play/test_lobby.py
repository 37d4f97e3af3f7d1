"""The lobby of a service flooded with tables by one account, on a real store."""

import os
import re
from collections.abc import Iterator

import pytest

from harness.service import KEY, Service, ok, running_service
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.commands.tables import NewTable, Tables
from replays.dynasty.dynasties import Dynasties
from replays.encoding.identity import GameId, new_game_id
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.application.account_keys import profile_key
from service.application.accounts.origins import FIELD as ORIGIN

FLOOD = 1_960
LINK = re.compile(r'href="/(?:games|dynasties)/([0-9a-f-]{36})"')


@pytest.fixture(scope="module")
def quiet() -> Iterator[Service]:
    """Give a separate service."""
    with running_service(["web"]) as running:
        yield running


def new_id() -> GameId:
    """A new id."""
    return new_game_id(os.urandom(16))


@pytest.fixture(scope="module")
def flooded(quiet: Service) -> dict[str, list[str]]:
    """Give the ids of three open games and dynasties, by kind, before one account floods both lists.

    The three openers have addresses of their own.
    """
    others = quiet.accounts(3)
    first = {
        kind: [str(ok(player.post(f"/{kind}", {"players": 2}), 201)["id"]) for player in others]
        for kind in ("games", "dynasties")
    }
    with clients.writer(quiet.store_url) as writer, clients.reader(quiet.store_url) as reader:
        for number, player in enumerate(others):
            writer.hset(profile_key(player.id), ORIGIN, f"address {number}")
        tables = Tables(StreamsEventLog(writer, reader), SeedStore(KEY), now_ms, os.urandom)
        dynasties = Dynasties(tables, now_ms)
        table = NewTable(Rules(), 2, "flood", Sitter("flood", None))
        for _ in range(FLOOD):
            tables.create(new_id(), table)
        for _ in range(100):
            dynasties.found(new_id(), table)
    return first


@pytest.mark.long
@pytest.mark.parametrize("kind", ["games", "dynasties"])
def test_the_first_page_shows_everybody(quiet: Service, flooded: dict[str, list[str]], kind: str) -> None:
    """The first page shows all openers; later pages have the rest of the flood, each table once."""
    reader = quiet.account()
    page = ok(reader.get(f"/{kind}?status=open&limit=4"))
    assert set(flooded[kind]) < {each["id"] for each in page[kind]}
    seen, following = [each["id"] for each in page[kind]], page["next"]
    while following:
        page = ok(reader.get(f"/{kind}?status=open&limit=200&cursor={following}"))
        seen += [each["id"] for each in page[kind]]
        following = page["next"]
    assert len(seen) == len(set(seen)) == (FLOOD if kind == "games" else 100) + 3


@pytest.mark.long
def test_the_lobby_shows_everybody(quiet: Service, flooded: dict[str, list[str]]) -> None:
    """The lobby shows a table of every opener, and one game and one dynasty of the flood."""
    page = quiet.http().get("/").body.decode()
    joinable, _ = page.split('id="open-title"')[1].split('id="all-title"')
    shown = set(LINK.findall(joinable))
    assert len(shown) == 6
    by_opener = list(zip(flooded["games"], flooded["dynasties"], strict=True))
    assert all(shown.intersection(tables) for tables in by_opener)
