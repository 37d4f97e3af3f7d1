"""The time left on the page: never more than the player has, and right again after the next response."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from harness.browser.at_table import LAPTOP, Player, be, player
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.service import Account, Service, ok
from harness.waiting import eventually
from tests.browser.table.test_news import begun

MOST_OVER = 1.0
"""The seconds by which the page may show more than there is."""
MOST_UNDER = 5.0
"""The seconds by which it may show less, besides the time that a response took."""
LATENCY = 10
HOUR = 3600

CLOCKS = """
    window.moved = { server: 0, wall: 0, ticks: 0, slow: 0 };
    const real = { now: Date.now.bind(Date), ticks: performance.now.bind(performance), fetch: window.fetch };
    Date.now = () => real.now() + moved.wall;
    performance.now = () => real.ticks() + moved.ticks;
    window.serverTime = () => real.now() + moved.server;
    window.fetch = async (...request) => {
        const answer = await real.fetch.apply(window, request);
        const { server, slow } = moved;
        if (slow && /\\/games\\/[^/?]+$/.test(answer.url)) {
            for (const each of ['server', 'wall', 'ticks']) moved[each] += slow;
            moved.slow = 0;
        }
        const get = answer.headers.get.bind(answer.headers);
        answer.headers.get = (name) =>
            name === 'Date' ? new Date(Date.parse(get(name)) + server).toUTCString() : get(name);
        return answer;
    };
"""
"""The reader's clocks and the server's, which a test moves by ms: the `wall` clock, which can be set, and the
`ticks`, which can stand still. The next state comes `slow` ms after the server made it."""

LEFT = """() => {
    document.dispatchEvent(new Event('visibilitychange'));
    const { hidden, textContent } = document.querySelector('.clock');
    const parts = hidden ? null : textContent.match(/\\d+/g).map(Number);
    return [parts && parts.reduce((sum, part) => 60 * sum + part, 0), serverTime()];
}"""
"""The seconds that the page shows now, and the server's time in ms."""
MOVE = "by => { for (const [clock, ms] of Object.entries(by)) moved[clock] += ms; }"
HEARD = """([player, game]) => new BroadcastChannel(`kingdomino.live.${player}`).postMessage({
    type: 'heard',
    messages: [{ type: 'event', game, last: '1.00000000', event: { version: 1, at: serverTime() } }] })"""
"""Sends an event with the server's time to the tabs of this browser, as the tab with the stream does."""

TRACES = """async (traces) => {
    const real = { now: Date.now, ticks: performance.now };
    const found = [];
    for (const [number, { offset, steps }] of traces.entries()) {
        let [server, wall, ticks] = [1.8e12, 1.8e12 + offset, 0];
        Date.now = () => Math.floor(wall);
        performance.now = () => ticks;
        const clock = await import(`/static/shared/server_time.js?${number}`);
        const pass = (ms) => { server += ms; wall += ms; ticks += ms; };
        const dated = () => {
            const renewed = server - server % 700; // the header is renewed from time to time
            return new Date(renewed - renewed % 1000).toUTCString();
        };
        const DO = {
            request: ([there, back]) => {
                const sent = clock.sentNow();
                pass(there);
                const date = dated();
                pass(back);
                clock.learn(sent, date);
                return there + back;
            },
            event: ([late]) => { const at = server; pass(late); clock.learnReached(at); },
            wait: ([ms]) => pass(ms),
            sleep: ([ms]) => { server += ms; wall += ms; },
            set: ([ms]) => { wall += ms; },
        };
        for (const [kind, values] of steps) {
            const took = DO[kind](values);
            clock.isServerTimeDoubtful(); // as at each tick
            if (!clock.isServerTimeKnown()) continue;
            const latest = clock.latestServerTime() - server;
            const earliest = clock.earliestServerTime() - server;
            found.push({ number, kind, took, latest, earliest });
        }
    }
    Date.now = real.now;
    performance.now = real.ticks;
    return found;
}"""
"""The bounds of the server's time, minus that time, after each step of these sequences."""
COARSE = 2000
"""The ms by which a `Date` can be behind."""
ROUNDING = 10
"""Ms: a wall clock has whole ones."""


def trace(seed: int) -> dict[str, Any]:
    """A random sequence of requests, live events, waits, sleeps, and clocks that are set; all in ms."""
    random = seeded(seed)
    steps: list[tuple[str, list[int]]] = []
    for _ in range(40):
        kind = random.choice(["request", "request", "event", "wait", "wait", "sleep", "set"])
        most = random.choice([50, 2_000, 60_000, 10_000_000])
        values = [random.randrange(most), random.randrange(most)]
        steps.append((kind, [value - most // 2 for value in values] if kind == "set" else values))
    return {"offset": random.randrange(-(10**8), 10**8), "steps": steps}


def test_the_servers_time_stays_within_its_bounds(quiet_page: Page) -> None:
    """At any latency, with any sleep and any clock set; a response leaves no more doubt than it took."""
    quiet_page.goto("/rules")
    found = quiet_page.evaluate(TRACES, [trace(seed) for seed in range(100)])
    assert len(found) > 1000
    assert [step for step in found if step["latest"] < -ROUNDING or step["earliest"] > ROUNDING] == []
    answered = [step for step in found if step["kind"] == "request"]
    most = [step["latest"] - step["took"] - COARSE for step in answered]
    assert max(most) <= ROUNDING + max(step["took"] for step in answered) / 1000


@dataclass(frozen=True, slots=True)
class Clocked:
    """A page of a game with a deadline, in ms by the server's clock."""

    page: Page
    game: str
    deadline: float

    def move(self, **clocks: int) -> None:
        """Move these clocks by seconds."""
        self.page.evaluate(MOVE, {clock: 1000 * by for clock, by in clocks.items()})

    @property
    def over(self) -> float:
        """The seconds that the page shows more than there are."""
        shown, now = self.page.evaluate(LEFT)
        return float(shown - max(0.0, (self.deadline - now) / 1000))


@pytest.fixture
def clocked(people: tuple[Player, Player]) -> Iterator[Clocked]:
    """Give a page with movable clocks, which is not open yet; two hours are left."""
    ann, _ = people
    game = begun(people)
    deadline = time() * 1000 + 2 * HOUR * 1000

    def with_deadline(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"deadline": deadline})

    page = ann.page.context.new_page()
    page.route(f"**/api/v1/games/{game}", with_deadline)
    page.add_init_script(CLOCKS)
    yield Clocked(page, game, deadline)
    page.close()


def opened(clocked: Clocked) -> Clocked:
    """Open the page; gives it."""
    Player(clocked.page).open(clocked.game)
    expect(clocked.page.locator(".clock")).to_be_visible()
    return clocked


def right(clocked: Clocked) -> bool:
    """True if the page shows the time left, at most rounded down."""
    return -MOST_UNDER <= clocked.over <= MOST_OVER


def test_a_slow_response_shows_no_more(clocked: Clocked) -> None:
    """The time that a response took is not added to the time left."""
    clocked.page.add_init_script(f"moved.slow = {1000 * LATENCY}")
    opened(clocked)
    assert -MOST_UNDER - LATENCY <= clocked.over <= MOST_OVER
    assert eventually(lambda: right(clocked))


@pytest.mark.parametrize("wall", [-HOUR, 0, HOUR])
def test_a_wrong_clock_shows_what_is_left(clocked: Clocked, wall: int) -> None:
    """The reader's clock may be an hour slow or fast."""
    clocked.page.add_init_script(f"moved.wall = {1000 * wall}")
    opened(clocked)
    assert right(clocked)


def test_a_sleeping_laptop_shows_no_more(clocked: Clocked) -> None:
    """While it slept, one of its clocks stood still."""
    opened(clocked)
    clocked.move(server=HOUR, wall=HOUR)
    assert right(clocked)


def test_a_clock_that_is_set_back_shows_no_more(clocked: Clocked) -> None:
    """Neither at once nor later."""
    opened(clocked)
    clocked.move(wall=-HOUR)
    assert right(clocked)
    clocked.move(server=HOUR, wall=HOUR)  # and then it sleeps
    assert right(clocked)


def test_a_clock_that_is_set_forward_is_corrected(clocked: Clocked) -> None:
    """It could have slept as well, so the page shows less until it has asked the server."""
    opened(clocked)
    clocked.move(wall=HOUR)
    assert clocked.over <= MOST_OVER
    assert eventually(lambda: right(clocked))


def test_a_live_message_corrects_clocks_that_stood_still(
    clocked: Clocked, people: tuple[Player, Player]
) -> None:
    """Both stood still while the computer was suspended: the next event says how late it is."""
    opened(clocked)
    clocked.move(server=HOUR)
    player_id = people[0].api("/me")["id"]
    clocked.page.evaluate(HEARD, [player_id, clocked.game])
    assert eventually(lambda: right(clocked))


def test_the_lobby_counts_down(contexts: Contexts, base_url: str, service: Service) -> None:
    """It shows whole units that are left, never rounded up, and keeps them up to date."""
    ann, bob = service.accounts(2)
    game = ok(ann.post("/games", {"players": 2, "clock": {"policy": "per_turn", "seconds": 7_000}}), 201)[
        "id"
    ]
    ok(bob.post(f"/games/{game}/seats", {}), 201)
    mover: Account = (ann, bob)[ann.moves(game)["seat"]]
    with player(contexts, base_url, "Cleo", **LAPTOP) as here:
        be(here.page, mover)
        page = here.page
        page.add_init_script(CLOCKS)
        page.goto("/")
        left = page.locator("#mine time")
        expect(left).to_have_text(re.compile("^in 1 hour, .*M$"))  # by the script
        page.evaluate(MOVE, {"server": 3_600_000, "wall": 3_600_000, "ticks": 3_600_000})
        expect(left).to_have_text(re.compile(r"^in 5\d minutes, "))
