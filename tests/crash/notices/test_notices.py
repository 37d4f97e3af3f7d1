"""The projector of notices is killed, `kill -9`, at each step: every notice is made once, none is lost."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import pytest
from redis import Redis

from harness.jobs.dying import POINTS, die_at, dies
from harness.jobs.site import Site, site
from harness.play.company import GAME, Company, check_whole
from harness.play.telling.notices import Expected
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, partition
from replays.log.feeds import START
from replays.match.aggregate import Match
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.application.account_keys import notices_state_key, profile_key
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.kinds.registry import KINDS
from service.application.notices.projection.projector import Projector

__all__ = ["site"]

PLAYERS = ("planner", "by-hand", "late")
STEPS = ("write_each", "advance", "ring")
"""The projector's steps, in inboxes and log."""
TIMES = 6
"""The number of kills before each step, and also after it."""


class Table:
    """The company's game with the interface that `Expected` needs."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self.game = GAME
        self.planning = company.planning
        self.log = self

    @property
    def match(self) -> Match:
        """The game as it is."""
        return self._company.match

    @property
    def now(self) -> int:
        """The time in ms UTC."""
        return self._company.now

    @property
    def ends(self) -> list[int]:
        """The versions at the ends of the appends, from the feed."""
        entries = self._company.site.log.tail({partition(GAME): START}, 0, 10_000)
        return [entry.version for entry in entries if entry.occasion is None]

    def read(self, game: GameId, after: int, upto: int) -> list[StoredEvent]:
        """The events of the log."""
        return self._company.site.log.read(game, after, upto=upto)


@pytest.fixture
def company(site: Site, store: Redis, store_url: str) -> Iterator[Company]:
    """Yield a company whose game has just begun, and whose players have accounts."""
    del site
    for player in PLAYERS:
        store.hset(profile_key(player), "name", player)
    with ExitStack() as stack:
        here = Company(store_url, stack)
        here.begin()
        yield here


def test_notices_are_made_once_wherever_their_maker_is_killed(
    company: Company, store: Redis, store_url: str
) -> None:
    """Each notice of a game with bots, plans and time-outs is made once if projectors die at any step."""
    expected, killed = Expected(Table(company)), Counter[tuple[str, str]]()

    def make_notices() -> None:
        for step in STEPS:
            for point in POINTS:
                if killed[step, point] < TIMES:
                    killed[step, point] += dies(partial(project, store_url, company.now, step, point))
        project(store_url, company.now)
        expected.look()

    def advance() -> None:
        make_notices()
        company.site.relay.relay(block_ms=0)
        company.sweep()
        company.site.work()
        make_notices()
        if company.match.mover is not None and company.match.deadline is not None:
            remind(company)
            make_notices()

    company.play(advance)
    make_notices()
    check_whole(company)
    check_once(store, expected)
    assert {point: killed[point] for point in killed if killed[point]} == dict.fromkeys(
        ((step, point) for step in STEPS for point in POINTS), TIMES
    )


def remind(company: Company) -> None:
    """Advance the clock to the time at which the player to act is reminded."""
    deadline = company.match.deadline
    assert deadline is not None
    company.now = max(company.now, deadline - 60_000)


def project(url: str, now: int, step: str = "", point: str = "") -> None:
    """Make all due notices, or die at the first step of this name."""
    with clients.writer(url) as writer, clients.reader(url) as reader:
        log, inboxes = StreamsEventLog(writer, reader), StoredInboxes(writer)
        if step:
            die_at(inboxes if step == "write_each" else log, step, point)
        projector = Projector(log, inboxes, lambda: now)
        while projector.go_on(0):
            pass


def check_once(store: Redis, expected: Expected) -> None:
    """Assert that each player got the notices that the log implies, and has all but those with `latest`."""
    inboxes = StoredInboxes(store)
    for player in PLAYERS:
        implied = Counter({told: n for told, n in expected.told.items() if told[0] == player})
        assert int(store.hget(notices_state_key(player), "n") or 0) == implied.total()
        kept = Counter((player, each.notice.kind, each.notice.version) for each in inboxes.every(player))
        lasting = {told: n for told, n in implied.items() if not KINDS[told[1]].latest}
        assert kept == lasting
    assert {kind for _, kind, _ in expected.told} >= {"turn", "time_running_out", "timed_out", "game_scored"}
