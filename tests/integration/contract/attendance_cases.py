"""Contract test cases: requests for each documented response on bots, clocks, plans and leaving."""

import os
from collections.abc import Callable, Sequence
from typing import Any

from harness.service import KEY, SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import new_game_id
from replays.events.game_events import OnTimeout, Options
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from tests.integration.contract.account.me_cases import NOWHERE, asked, unsigned
from tests.integration.contract.sites import Site

GAME = "/games/{game}"
OWN = (
    ("get", f"{GAME}/plan"),
    ("put", f"{GAME}/plan"),
    ("delete", f"{GAME}/plan"),
    ("delete", f"{GAME}/vacation"),
)
"""Every operation that needs a token and no Idempotency-Key."""

CHANGES = ("bots", "resign", "abort", "claim", "return", "end", "takeover", "vacation")
"""The last parts of the paths that are POSTed under a game."""

BODIES: dict[str, Any] = {"bots": {"policy": "random"}, "takeover": {"seat": 1}}
CLOCK = {"policy": "per_turn", "seconds": 86_400}
DAY = ClockSpec(TimeControl.PER_TURN, initial=86_400, increment=86_400, cap=86_400)


class Begun:
    """A game with a clock that two players have just started; `mover` is to act, `other` is not."""

    def __init__(self, site: Site, **agreed: str) -> None:
        players = site.service.accounts(2)
        self.id = str(ok(players[0].post("/games", {"players": 2, "clock": CLOCK, **agreed}), 201)["id"])
        ok(players[1].post(f"/games/{self.id}/seats", {}), 201)
        mover = players[0].state(self.id)["to_act"]["seat"]
        self.mover: Account = players[mover]
        self.other: Account = players[1 - mover]


def by_another(method: str, path: str, body: Any = None) -> Callable[[Site], Answer]:
    """A request by an account without a seat."""
    return lambda site: site.service.account().mine(method, path.replace("{game}", site.waiting), body)


def begun(ask: Callable[[Begun], Answer]) -> Callable[[Site], Answer]:
    """A request in a new game."""
    return lambda site: ask(Begun(site))


def posted(name: str, status: int) -> Callable[[Site], Answer]:
    """A change by the player who is not to act, and who for a 409 has resigned before."""

    def ask(game: Begun) -> Answer:
        if status == 409:
            game.other.post(f"/games/{game.id}/resign", {})
        return game.other.post(f"/games/{game.id}/{name}", BODIES.get(name, {}))

    return begun(ask)


def seats_a_bot(site: Site) -> Answer:
    """A bot on the last seat of a table."""
    owner = site.service.account()
    game = ok(owner.post("/games", {"players": 2}), 201)["id"]
    return owner.post(f"/games/{game}/bots", {"policy": "random"})


def begun_long_ago(service: Service, players: Sequence[Account], options: Options, *bots: str) -> str:
    """The id of a game that these players, and bots, started two days ago according to its record.

    The last player is the first to act.
    """
    now = now_ms() - 2 * 86_400_000
    first, *others = [Sitter(player.id, None) for player in players]
    with clients.writer(service.store_url) as writer, clients.reader(service.store_url) as reader:
        tables = Tables(StreamsEventLog(writer, reader), SeedStore(KEY), lambda: now, os.urandom)
        table = NewTable(Rules(), len(players) + len(bots), first.player, first, options)
        while True:
            match = tables.create(new_game_id(os.urandom(16)), table).after
            for bot in bots:
                match = tables.seat_bot(match, first.player, bot).after
            for other in others:
                match = tables.join(match, other).after
            if match.mover == len(match.sitters) - 1:
                return match.id


def claims(site: Site) -> Answer:
    """A claim against a player whose day ended yesterday."""
    players = site.service.accounts(2)
    game = begun_long_ago(site.service, players, Options(clock=DAY, on_timeout=OnTimeout.CLAIM))
    return players[0].post(f"/games/{game}/claim", {})


def returns(site: Site) -> Answer:
    """A return after a time-out, when the bot has moved and the other player is to act."""
    players = site.service.accounts(2)
    game = begun_long_ago(site.service, players, Options(clock=DAY))
    late = players[1]
    eventually(lambda: "away" in str(late.state(game)["players"]), SCORED_SECONDS)
    answer = eventually(lambda: _returned(late, game), SCORED_SECONDS)
    assert answer
    return answer


def _returned(late: Account, game: str) -> Answer | None:
    answer = late.post(f"/games/{game}/return", {})
    return None if answer.status == 409 and answer.code == "bot/to-act" else answer


def takes_over(site: Site) -> Answer:
    """A take-over of the seat of a player who left during the other player's turn."""
    game = Begun(site, absent="bot")
    seat = int(game.other.state(game.id)["to_act"]["seat"])
    ok(game.other.post(f"/games/{game.id}/resign", {}), 201)
    return site.stranger.post(f"/games/{game.id}/takeover", {"seat": 1 - seat})


def lays(site: Site) -> Answer:
    """A plan for the next turn."""
    game = Begun(site)
    branch = {"taken": [1], "choose": [3]}
    plan = {"choose": [1, 2], "branches": [branch]}
    return game.other.mine("PUT", f"/games/{game.id}/plan", plan)


def ends_a_vacation(game: Begun) -> Answer:
    """The end of a running vacation."""
    ok(game.other.post(f"/games/{game.id}/vacation", {}), 201)
    return game.other.mine("DELETE", f"/games/{game.id}/vacation")


CASES: dict[tuple[str, str, int], Callable[[Any], Answer]] = {
    **{(method, path, 401): unsigned(method.upper(), path) for method, path in OWN},
    **{
        (method, path, 404): asked(method.upper(), path.replace("{game}", NOWHERE), {})
        for method, path in OWN
    },
    **{
        (method, path, 403): by_another(method.upper(), path, {"choose": [1]} if method == "put" else None)
        for method, path in OWN
    },
    **{("post", f"{GAME}/{name}", 401): unsigned("POST", f"{GAME}/{name}") for name in CHANGES},
    **{
        ("post", f"{GAME}/{name}", 404): asked("POST", f"/games/{NOWHERE}/{name}", BODIES.get(name, {}))
        for name in CHANGES
    },
    **{
        ("post", f"{GAME}/{name}", 403): by_another("POST", f"{GAME}/{name}", BODIES.get(name, {}))
        for name in CHANGES
        if name != "takeover"
    },
    **{("post", f"{GAME}/{name}", 422): asked("POST", f"{GAME}/{name}", {"more": 1}) for name in CHANGES},
    **{("post", f"{GAME}/{name}", 409): posted(name, 409) for name in CHANGES},
    **{("post", f"{GAME}/{name}", 201): posted(name, 201) for name in ("resign", "abort", "end", "vacation")},
    ("post", f"{GAME}/bots", 201): seats_a_bot,
    ("post", f"{GAME}/claim", 201): claims,
    ("post", f"{GAME}/return", 201): returns,
    ("post", f"{GAME}/takeover", 201): takes_over,
    ("get", f"{GAME}/clock", 200): begun(lambda game: game.other.get(f"/games/{game.id}/clock")),
    ("get", f"{GAME}/clock", 404): asked("GET", f"/games/{NOWHERE}/clock"),
    ("get", f"{GAME}/plan", 200): begun(lambda game: game.other.mine("GET", f"/games/{game.id}/plan")),
    ("put", f"{GAME}/plan", 200): lays,
    ("put", f"{GAME}/plan", 409): begun(
        lambda game: game.mover.mine("PUT", f"/games/{game.id}/plan", {"choose": [1]})
    ),
    ("put", f"{GAME}/plan", 413): begun(
        lambda game: game.other.mine("PUT", f"/games/{game.id}/plan", b" " * 17_000)
    ),
    ("put", f"{GAME}/plan", 422): begun(lambda game: game.other.mine("PUT", f"/games/{game.id}/plan", {})),
    ("delete", f"{GAME}/plan", 204): begun(lambda game: game.other.mine("DELETE", f"/games/{game.id}/plan")),
    ("delete", f"{GAME}/vacation", 200): begun(ends_a_vacation),
    ("delete", f"{GAME}/vacation", 409): begun(
        lambda game: game.other.mine("DELETE", f"/games/{game.id}/vacation")
    ),
}
