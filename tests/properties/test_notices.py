"""Notices are exactly those that the log implies, wherever the projector is killed and restarted."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harness.games import seeded
from harness.play.correspondence import Correspondence
from harness.play.telling.notices import Expected
from harness.store.fake_inboxes import FakeInboxes
from kingdomino.policies import quick
from replays.match.aggregate import Status
from replays.projections.follower import MORE
from service.application.notices.inboxes.inboxes import InboxChange
from service.application.notices.kinds.registry import is_true
from service.application.notices.projection.projector import Projector
from tests.properties.log.test_correspondence import GAMES, Table, clocks, tables


class Killed(BaseException):  # a kill that nothing handles
    """The projector was killed at this point."""


class Mortal:
    """A part of a projector whose calls raise `Killed` at random, just before or just after their effect."""

    def __init__(self, part: Any, random: Random, chance: float) -> None:
        self._part = part
        self._random = random
        self._chance = chance

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._part, name)

        def use(*args: Any, **others: Any) -> Any:
            if self._random.random() < self._chance / 2:
                raise Killed
            answer = method(*args, **others)
            if self._random.random() < self._chance / 2:
                raise Killed
            return answer

        return use


class MortalInboxes(Mortal):
    """Inboxes whose writer is killed between the players of a batch, too."""

    def write_each(self, changes: Mapping[str, Sequence[InboxChange]]) -> dict[str, int]:
        """Write the changes of one player after the other."""
        write = self.__getattr__("write_each")
        return {
            told: unread for player, each in changes.items() for told, unread in write({player: each}).items()
        }


def project(table: Correspondence, inboxes: FakeInboxes, random: Random, chance: float) -> int:
    """Make all due notices, with a new projector after each kill; the number of kills."""
    killed, going_on = 0, MORE
    projector = None
    while going_on:
        parts = Mortal(table.log, random, chance), MortalInboxes(inboxes, random, chance)
        projector = projector or Projector(*parts, lambda: table.now)
        try:
            going_on = projector.go_on(0)
        except Killed:
            killed, projector = killed + 1, None
    return killed


def check(table: Correspondence, inboxes: FakeInboxes, expected: Expected) -> None:
    """Assert that players have the notices that the log implies, in order, and unread only while true."""
    made = {player: inboxes.made(player) for player in inboxes.players()}
    told = Counter((who, notice.kind, notice.version) for who, each in made.items() for notice in each)
    assert told == expected.told
    for player, notices in made.items():
        versions = [notice.version for notice in notices]
        assert versions == sorted(versions)
        for kept in inboxes.every(player):
            is_new = kept.notice.version >= expected.acted[player]
            assert kept.unread == (is_new and is_true(kept.notice, table.match, player))


@GAMES
@given(tables(st.none() | clocks()), st.sampled_from([0.0, 0.1, 0.3]))
def test_notices_are_those_that_the_log_implies(given: Table, chance: float) -> None:
    """The notices are those that the log implies after each step of a game with bots, and at its end."""
    seed, rules, players, options = given
    table, inboxes = Correspondence(seed, rules, players, options), FakeInboxes()
    random, expected = seeded(seed + 1), Expected(table)
    table.fill(*(table.random.choice([None, None, *quick()]) for _ in range(players - 1)))
    while True:
        project(table, inboxes, random, chance)
        expected.look()
        check(table, inboxes, expected)
        if table.match.status is not Status.ACTIVE:
            break
        table.step()
    table.work()
    project(table, inboxes, random, chance)
    expected.look()
    check(table, inboxes, expected)
