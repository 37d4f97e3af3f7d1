"""Looking for somebody near a rating: the band widens, blocks hold, and waiting times are measured."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from harness.play.signing_in import World
from replays.bootstrap import now_ms
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from service.application.games.seats.seeks import STEP_MS, Seeks, Waits, band_after
from service.application.people.contacts import ContactList
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.fold import Standing
from service.application.people.ratings.pools import Pool
from service.application.people.ratings.skill import Skill

CLOCK = {"policy": "per_turn", "seconds": 86_400}


@dataclass
class Ratings:
    """Ratings by player, the same in each pool."""

    of: dict[str, int] = field(default_factory=dict)

    def standings(self, asked: Sequence[tuple[Pool, str]]) -> list[Standing | None]:
        """The standing of each player; None without a rating."""
        return [
            Standing(Skill((self.of[player] - 500) * 25, 2_000), 9, 4, now_ms())
            if player in self.of
            else None
            for _, player in asked
        ]


class Site(World):
    """The application with guests, and seeks whose ratings and clock the test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.browsers = {name: self.browser() for name in ("Ann", "Ben", "Cleo")}
        self.ids = {name: each.guest(name) for name, each in self.browsers.items()}
        self.ratings, self.later = Ratings(), 0
        parts = self.services
        self.seeks = Seeks(
            self.store,
            parts.tables,
            cast("Boards", self.ratings),
            parts.contacts,
            lambda: now_ms() + self.later,
        )

    def seek(self, who: str, **body: Any) -> tuple[str, bool]:
        """Look for a table over the API; the table, and whether somebody waits there."""
        answer = self.browsers[who].ask("POST", "/seeks", {"clock": CLOCK, **body})
        assert answer.status_code == 200, answer.text
        given: Any = answer.json
        return given["table"], given["found"]

    def sit(self, who: str, table: str) -> None:
        """Take a seat."""
        assert self.browsers[who].ask("POST", f"/games/{table}/seats", {}).status_code == 201

    def found(self, who: str, table: str) -> GameId | None:
        """The table that this player would find among tables like this one."""
        match = self.services.tables.match(GameId(table))
        new = NewTable(match.rules, match.players, self.ids[who], None, match.created.options)
        found = self.seeks.found(self.ids[who], new)
        return found.id if found else None


@pytest.fixture
def site() -> Iterator[Site]:
    """Give the application."""
    made = Site()
    yield made
    made.hub.close()


def test_two_who_look_meet(site: Site) -> None:
    """The first waits at a new table, the second finds it; then its waiting time is measured."""
    assert site.seeks.waits() == Waits(None, 0)
    table, found = site.seek("Ann")
    assert not found
    site.sit("Ann", table)
    assert site.seek("Ann") == (table, False)
    assert site.seek("Cleo", players=3)[0] != table
    assert site.seek("Ben") == (table, True)
    site.sit("Ben", table)
    assert table not in [seek.table.id for seek in site.seeks.waiting()]
    waits = site.seeks.waits()
    assert waits.measured == 1
    assert waits.usual is not None
    assert waits.usual >= 0
    shown: Any = site.browsers["Cleo"].ask("GET", "/seeks").json
    assert (shown["measured"], [seek["players"] for seek in shown["seeks"]]) == (1, [3])


def test_the_band_widens_with_waiting(site: Site) -> None:
    """Somebody 300 points away is found after some hours, not at once; the lobby shows the table then."""
    table, _ = site.seek("Ann")
    site.sit("Ann", table)
    site.ratings.of = {site.ids["Ann"]: 1500, site.ids["Ben"]: 1590, site.ids["Cleo"]: 1800}
    match = site.services.tables.match(GameId(table))
    assert (site.found("Ben", table), site.found("Cleo", table)) == (table, None)
    assert site.seeks.far_from(site.ids["Cleo"], [match]) == {table}
    site.later = 4 * STEP_MS
    assert site.found("Cleo", table) == table
    assert site.seeks.far_from(site.ids["Cleo"], [match]) == set()
    live = Options(clock=ClockSpec(TimeControl.FISCHER, 600, 30, 900))
    assert band_after(live, 5 * 60_000) == band_after(Options(), 5 * STEP_MS) == 350


def test_blocks_keep_players_apart(site: Site) -> None:
    """Neither who blocks nor who is blocked finds the other's table."""
    table, _ = site.seek("Ann")
    site.sit("Ann", table)
    block = site.services.contacts.add
    block(ContactList.BLOCKED, site.ids["Ann"], site.ids["Ben"], "192.0.2.1", now_ms())
    block(ContactList.BLOCKED, site.ids["Cleo"], site.ids["Ann"], "192.0.2.1", now_ms())
    assert site.found("Ben", table) is None
    assert site.found("Cleo", table) is None
    assert site.seek("Ben")[0] != table
