"""A service in memory with the people of a tournament, and the steps of its worker."""

from typing import Any

from harness.games import finish, seeded
from harness.play.signing_in import API, OURS, Browser, World
from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from replays.tournament.aggregate import Tournament
from replays.tournament.kind import TOURNAMENT

NOBODY = "00000000-0000-4000-8000-000000000000"


class Site:
    """Ann directs; Ben, Cid, Dora and Eve have accounts. `id` is that of the tournament last announced.

    What is recorded happens `ago` ms before now.
    """

    def __init__(self) -> None:
        self.ago = 0
        self.world = World(clock=lambda: now_ms() - self.ago)
        self.names = ("Ann", "Ben", "Cid", "Dora", "Eve")
        self.ann, self.ben, self.cid, self.dora, self.eve = self.people = [
            self.world.browser() for _ in self.names
        ]
        self.ids = {name: browser.guest(name) for name, browser in zip(self.names, self.people, strict=True)}
        self.id = GameId(NOBODY)

    def announce(self, **changes: Any) -> Any:
        """Announce a Swiss of duels over three rounds, with changes; the body of the response."""
        wanted = {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 3, **changes}
        body = self.ok(self.ann, "POST", "", wanted, 201)
        self.id = GameId(body["id"])
        return body

    def ask(self, who: Browser, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The response to a request under the tournament; with the path `""`, under all tournaments."""
        under = f"/{self.id}/{path}".replace("/?", "?").rstrip("/") if path else ""
        return who.ask(method, f"/tournaments{under}", body, **headers)

    def ok(self, who: Browser, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """The body of a successful response."""
        answer = self.ask(who, method, path, body)
        assert answer.status_code == status, answer.data
        return answer.json

    def refused(self, who: Browser, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of a refusal."""
        answer = self.ask(who, method, path, body)
        assert answer.status_code >= 400, answer.data
        return answer.status_code, answer.json["code"]

    def act(self, who: Browser, kind: str, **members: Any) -> tuple[int, str]:
        """Status and code of an act; the code of one that was carried out is empty."""
        answer = self.ask(who, "POST", "acts", {"type": kind, "reason": "so it is", **members})
        return answer.status_code, answer.json.get("code", "")

    def csv(self, who: Browser, text: str | bytes) -> Any:
        """The response to a list of entries."""
        return who.client.post(
            f"{API}/tournaments/{self.id}/entries",
            data=text,
            headers={**OURS, "Content-Type": "text/csv"},
        )

    def enter(self, *names: str) -> list[int]:
        """Enter players by name; their numbers."""
        found: list[int] = self.ok(self.ann, "POST", "entries", {"players": list(names)}, 201)["entrants"]
        return found

    def enter_bots(self, number: int) -> list[int]:
        """Enter bots; their numbers."""
        wanted = {"bots": ["random"] * number}
        found: list[int] = self.ok(self.ann, "POST", "entries", wanted, 201)["entrants"]
        return found

    def work(self) -> Tournament:
        """The tournament after all that a worker does for it."""
        return self.world.services.streams.commands(TOURNAMENT).advance(self.id)

    def begin(self) -> Tournament:
        """Start the tournament; its first round is open."""
        self.ok(self.ann, "POST", "start")
        return self.work()

    def play(self) -> Tournament:
        """Play all games that run to their scores, and count them."""
        tables = self.world.services.tables
        for table in self.work().unscored:
            finish(tables, table.id, seeded(table.number))
            tables.settle(table.id)
        return self.work()

    @property
    def state(self) -> Any:
        """The public state."""
        return self.ok(self.eve, "GET", "/")
