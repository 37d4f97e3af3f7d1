"""A service that knows one more version of the rules, with games of two versions."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from harness.games import play_out, seeded
from harness.programs import two_versions
from harness.programs.commands import program_of
from harness.programs.two_versions import HARMONY, NEW, OLD, ONE_MORE
from harness.service import API, KEY, SCORED_SECONDS, WHOLE, Service, ok, running_service
from harness.waiting import eventually
from harness.wire.http import Http
from kingdomino.rules.versions import VERSIONS
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.match.randomness.seed_store import SeedStore
from replays.store import clients
from replays.streams.event_log import StreamsEventLog

PAID = {OLD: 19, NEW: 7}
"""For each version, the seed of a game in which one of the two players is paid for Harmony."""
OPENED = 1_750_000_000_000
"""The time at which the games are opened, in ms UTC; their decks depend on it."""


@contextmanager
def versioned_service() -> Iterator[tuple[Service, Mapping[int, GameId]]]:
    """Run the service, with the id of one game of each version, which its worker has scored."""
    with running_service(WHOLE, program_of(two_versions.__name__)) as service:
        games = {number: _played(service, number) for number in PAID}
        http = service.http()
        for game in games.values():
            eventually(lambda game=game: _is_scored(http, game), SCORED_SECONDS)  # type: ignore[misc]
        yield service, games


def _played(service: Service, number: int) -> GameId:
    """A game of this version, played to its end on the service's store."""
    random = seeded(PAID[number])
    with clients.reader(service.store_url) as reader, VERSIONS.registered(ONE_MORE):
        tables = Tables(
            StreamsEventLog(service.store, reader), SeedStore(KEY), lambda: OPENED, random.randbytes
        )
        return play_out(tables, 2, HARMONY[number], random)


def _is_scored(http: Http, game: GameId) -> bool:
    return bool(ok(http.get(f"{API}/games/{game}"))["status"] == "scored")
