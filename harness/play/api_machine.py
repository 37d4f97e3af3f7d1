"""Several players who send arbitrary requests to the API, and a model of what the responses must satisfy.

The model knows no rules: versions only grow; an acknowledged request is in the record exactly once, a refused
one nowhere; the same request with the same key has the same response.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

PLAYERS = 3
WHO = st.integers(0, PLAYERS - 1)
WHICH = st.integers(0, 1)
FORGED = [
    {"type": "place", "domino": 1, "x": 20, "y": 0, "direction": "east"},
    {"type": "choose", "domino": 48},
    {"type": "discard", "domino": 2},
    {"type": "pass"},
]
REFUSED = range(400, 500)


@dataclass(frozen=True, slots=True)
class Told:
    """A response: status and JSON."""

    status: int
    json: Any


Ask = Callable[[str, str, Any, dict[str, str]], Told]
"""A function that sends method, path under the API, JSON or None, and headers."""


@dataclass(slots=True)
class Request:
    """A change that was requested, with the key that makes a retry safe, and its first response."""

    who: int
    path: str
    body: Any
    headers: dict[str, str]
    told: Told


@dataclass(slots=True)
class Game:
    """A game as its players know it: the last version seen, and acknowledged events by type and player."""

    id: str
    version: int = 0
    acknowledged: Counter[tuple[str, str]] = field(default_factory=Counter)


class ApiMachine(RuleBasedStateMachine):
    """Three players at two games; `ask` sends requests to the service."""

    ask: Ask
    keys = count()

    @initialize()
    def arrive(self) -> None:
        """Register the players, and let the first of them open both games."""
        made = [self.ask("POST", "/players", {"name": f"P{n}"}, {}).json for n in range(PLAYERS)]
        self.ids: Sequence[str] = [each["id"] for each in made]
        self.tokens: Sequence[str] = [each["token"] for each in made]
        self.games: list[Game] = []
        self.done: list[Request] = []
        for players in (2, 3):
            opened = self.change(0, "/games", {"players": players})
            self.games.append(Game(opened.json["id"]))
            self.acknowledge(self.games[-1], 0, "GameCreated", opened)
            self.games[-1].acknowledged["PlayerSeated", self.ids[0]] += 1

    def signed(self, who: int) -> dict[str, str]:
        """The header that authenticates the player."""
        return {"Authorization": f"Bearer {self.tokens[who]}"}

    def change(self, who: int, path: str, body: Any, **headers: str) -> Told:
        """Request a change with a new key, and record the request if it was acknowledged."""
        sent = {**self.signed(who), "Idempotency-Key": f"machine-{next(self.keys):020}", **headers}
        told = self.ask("POST", path, body, sent)
        assert told.status == 201 or told.status in REFUSED, told
        if told.status == 201:
            self.done.append(Request(who, path, body, sent, told))
        return told

    def acknowledge(self, game: Game, who: int, type_: str, told: Told) -> None:
        """Expect one more event of this type by this player if the change was acknowledged."""
        if told.status == 201:
            game.acknowledged[type_, self.ids[who]] += 1

    def offered(self, game: Game) -> Any:
        """The response with the listed moves."""
        return self.ask("GET", f"/games/{game.id}/moves", None, {}).json

    @rule(who=WHO, which=WHICH)
    def sit_down(self, who: int, which: int) -> None:
        """A player takes a seat or is refused one."""
        game = self.games[which]
        self.acknowledge(game, who, "PlayerSeated", self.change(who, f"/games/{game.id}/seats", {}))

    @rule(who=WHO, which=WHICH)
    def seat_a_bot(self, who: int, which: int) -> None:
        """A player seats a bot; players without a seat are refused."""
        path = f"/games/{self.games[which].id}/bots"
        told = self.change(who, path, {"policy": "random"})
        self.acknowledge(self.games[which], who, "BotSeated", told)

    @rule(which=WHICH, choice=st.integers(0, 10_000), steps=st.integers(1, 6))
    def move(self, which: int, choice: int, steps: int) -> None:
        """The player to move makes listed moves; each is acknowledged."""
        game = self.games[which]
        for step in range(steps):
            offered = self.offered(game)
            seats = self.ask("GET", f"/games/{game.id}", None, {}).json["players"]
            mover = next((seat["player"] for seat in seats if seat["seat"] == offered["seat"]), "nobody")
            if mover not in self.ids or game.acknowledged["SeatLeft", mover] or not offered["moves"]:
                return
            who, move = self.ids.index(mover), offered["moves"][(choice + step) % len(offered["moves"])]
            told = self.change(
                who, f"/games/{game.id}/moves", move, **{"If-Match": f'"{offered["version"]}"'}
            )
            assert told.status in {201, 412}, (move, told)
            self.acknowledge(game, who, EVENTS[move["type"]], told)

    @rule(who=WHO, which=WHICH, move=st.sampled_from(FORGED))
    def forge(self, who: int, which: int, move: Any) -> None:
        """A move that is not listed is refused."""
        game = self.games[which]
        offered = self.offered(game)
        if move in offered["moves"]:
            return
        version = {"If-Match": f'"{offered["version"]}"'}
        told = self.change(who, f"/games/{game.id}/moves", move, **version)
        assert told.status in {403, 409, 412}, told

    @rule(who=WHO, which=WHICH, version=st.sampled_from(["0", "1", "999999"]))
    def be_late(self, who: int, which: int, version: str) -> None:
        """A move for another position, or without a version, is refused."""
        game = self.games[which]
        offered = self.offered(game)
        move = offered["moves"][0] if offered["moves"] else FORGED[1]
        headers = {} if version == "0" else {"If-Match": f'"{version}"'}
        told = self.change(who, f"/games/{game.id}/moves", move, **headers)
        assert told.status in {403, 409, 412, 422, 428}, told

    @rule(who=WHO, which=WHICH)
    def plan(self, who: int, which: int) -> None:
        """A player stores and deletes a plan, which is private and no event."""
        path = f"/games/{self.games[which].id}/plan"
        told = self.ask("PUT", path, {"choose": [5, 9]}, self.signed(who))
        assert told.status in {200, 204, 403, 409}, told
        assert self.ask("DELETE", path, None, self.signed(who)).status in {200, 204, 403, 409}

    @rule(who=WHO, which=WHICH, sure=st.integers(0, 5))
    def resign(self, who: int, which: int, sure: int) -> None:
        """A player leaves for good, now and then."""
        if sure == 0:
            path = f"/games/{self.games[which].id}/resign"
            self.acknowledge(self.games[which], who, "SeatLeft", self.change(who, path, None))

    @precondition(lambda self: self.done)
    @rule(which=st.integers(0, 10_000), whole=st.booleans())
    def ask_again(self, which: int, *, whole: bool) -> None:
        """A repeated request gets its first response; a different one with the same key is refused."""
        request = self.done[which % len(self.done)]
        body = request.body if whole else {"type": "choose", "domino": 7, "more": 1}
        told = self.ask("POST", request.path, body, request.headers)
        if whole:
            assert told == request.told
        else:
            assert told.status == 422, told

    @invariant()
    def the_record_is_what_was_acknowledged(self) -> None:
        """The record contains every acknowledged change once, and no other change that a player requested."""
        for game in getattr(self, "games", []):
            events = self.ask("GET", f"/games/{game.id}/events", None, {}).json["events"]
            assert [event["version"] for event in events] == list(range(1, len(events) + 1))
            assert len(events) >= game.version
            game.version = len(events)
            asked = Counter(
                (event["type"], event["actor"])
                for event in events
                if event["cause"] == "player" and event["type"] in EXPECTED
            )
            assert asked == game.acknowledged


EVENTS = {"place": "DominoPlaced", "discard": "DominoDiscarded", "choose": "DominoChosen"}
"""The event of a move, by the type of the move."""
EXPECTED = {"GameCreated", "PlayerSeated", "BotSeated", "SeatLeft", *EVENTS.values()}
"""The types of events that players request; other events follow from them."""
