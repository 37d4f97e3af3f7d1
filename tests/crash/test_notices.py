"""What makes the notices is killed, `kill -9`, at each step: every notice is made once, none is lost."""

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
from service.account_keys import notices_state_key, profile_key
from service.notices.inboxes.stored import StoredInboxes
from service.notices.kinds.registry import KINDS
from service.notices.projection.projector import Projector

__all__ = ["site"]

PLAYERS = ("planner", "by-hand", "late")
STEPS = ("write", "advance", "ring")
"""What the projector does, in inboxes and log."""
TIMES = 6
"""How often each step is killed before and after it is done."""


class Table:
    """The company's game, as `Expected` looks at it."""

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
        """The versions with which appends ended, by the feed."""
        entries = self._company.site.log.tail({partition(GAME): START}, 0, 10_000)
        return [entry.version for entry in entries if entry.occasion is None]

    def read(self, game: GameId, after: int, upto: int) -> list[StoredEvent]:
        """The events of the log."""
        return self._company.site.log.read(game, after, upto=upto)


@pytest.fixture
def company(site: Site, store: Redis, store_url: str) -> Iterator[Company]:
    """Give a company whose game has just begun, of people with accounts."""
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
    """In a game with bots, plans and time-outs, before and after each step; relays and workers die, too."""
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
    """The time comes at which the seat to act is reminded."""
    deadline = company.match.deadline
    assert deadline is not None
    company.now = max(company.now, deadline - 60_000)


def project(url: str, now: int, step: str = "", point: str = "") -> None:
    """Make all notices that are due, or die at the first such step."""
    with clients.writer(url) as writer, clients.reader(url) as reader:
        log, inboxes = StreamsEventLog(writer, reader), StoredInboxes(writer)
        if step:
            die_at(inboxes if step == "write" else log, step, point)
        projector = Projector(log, inboxes, lambda: now)
        while projector.go_on(0):
            pass


def check_once(store: Redis, expected: Expected) -> None:
    """Everybody got as many as the log implies, and has those of which not only the latest is kept."""
    inboxes = StoredInboxes(store)
    for player in PLAYERS:
        implied = Counter({told: n for told, n in expected.told.items() if told[0] == player})
        assert int(store.hget(notices_state_key(player), "n") or 0) == implied.total()
        kept = Counter((player, each.notice.kind, each.notice.version) for each in inboxes.every(player))
        lasting = {told: n for told, n in implied.items() if not KINDS[told[1]].latest}
        assert kept == lasting
    assert {kind for _, kind, _ in expected.told} >= {"turn", "time_running_out", "timed_out", "game_scored"}
