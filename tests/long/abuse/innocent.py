"""The innocent player: looks at the lobby and moves against a bot."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from threading import Event
from time import monotonic, perf_counter
from typing import Any

from harness.games import seeded
from harness.wire.http import Answer
from tests.long.abuse.client import API, Client, outcome

ADDRESS = "127.0.0.1"
LOBBY = "/"
PACE_SECONDS = 0.05
"""The pause before each request: the lobby weighs 30, and an address has 2,000 in 10 seconds."""
LOOKS = 1
"""The number of times the player looks at the lobby before a move."""
BOT_SECONDS = 60.0
FAULTS = ("429", "5")
"""The beginnings of outcomes that an innocent player must never get."""


class Innocent:
    """Measures the latency of each request, and the time a bot takes to answer a move; for one thread."""

    def __init__(self, port: int, name: str) -> None:
        self._client = Client(port, ADDRESS)
        self._random: Random = seeded(1)
        self._pause = Event()
        self.requests: list[float] = []
        self.bots: list[float] = []
        self.outcomes: Counter[str] = Counter()
        made = self.told(self._ask("POST", "/players", {"name": name}))
        self.id, self.token = made["id"], made["token"]
        self._game: str | None = None

    def begin(self) -> None:
        """Clear all measurements."""
        self.requests, self.bots, self.outcomes = [], [], Counter()

    def play(self, over: Event, longest: float) -> None:
        """Play until `over` is set, for at most `longest` seconds."""
        until = monotonic() + longest
        while not over.is_set() and monotonic() < until:
            self._step()

    def faults(self) -> dict[str, int]:
        """The counted outcomes that an innocent player must never get."""
        return {what: count for what, count in self.outcomes.items() if what.startswith(FAULTS)}

    def _step(self) -> None:
        """Look at the lobby, make a move, and wait for the bot."""
        for _ in range(LOOKS):
            self._ask("GET", LOBBY)
        game = self._game or self._open()
        offered = self.told(self._ask("GET", f"/games/{game}/moves"))
        if not offered.get("moves"):
            self._game = None
            return
        move, version = self._random.choice(offered["moves"]), offered["version"]
        moved = self._ask("POST", f"/games/{game}/moves", move, {"If-Match": f'"{version}"'})
        if moved.status == 201:
            self._wait_for_bot(game, json.loads(moved.body))

    def _open(self) -> str:
        """Open a new game of two against a bot, and return its id on the player's turn."""
        self._game = str(self.told(self._ask("POST", "/games", {"players": 2}))["id"])
        self._ask("POST", f"/games/{self._game}/bots", {"policy": "greedy"})
        return self._until_own_turn(self._game)

    def _wait_for_bot(self, game: str, state: Mapping[str, Any]) -> None:
        if state["to_act"] is not None and state["to_act"]["seat"] == 1:
            begun = perf_counter()
            self._until_own_turn(game)
            self.bots.append(perf_counter() - begun)

    def _until_own_turn(self, game: str) -> str:
        until = monotonic() + BOT_SECONDS
        while monotonic() < until:
            answer = self._ask("GET", f"/games/{game}")
            to_act = json.loads(answer.body).get("to_act") if answer.status == 200 else {"seat": 1}
            if to_act is None or to_act["seat"] == 0:
                return game
        self.outcomes[f"5xx: no move of the bot in {BOT_SECONDS:.0f} s"] += 1
        self._game = None
        return game

    def _ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request and measure its latency; a pause before it keeps the pace."""
        self._pause.wait(PACE_SECONDS)
        token = getattr(self, "token", None)
        begun = perf_counter()
        answer = self._client.ask(method, path if path == LOBBY else API + path, body, headers, token)
        self.requests.append(perf_counter() - begun)
        self.outcomes[outcome(answer)] += 1
        return answer

    @staticmethod
    def told(answer: Answer) -> Any:
        """The JSON of a response, whatever its status."""
        return json.loads(answer.body)


def quantile(seconds: Sequence[float], share: float) -> float:
    """The quantile in ms for this share of the values; NaN if there are none."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")
