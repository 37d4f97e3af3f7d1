"""A tournament over HTTP: announced, entered, directed and played by people who resign, beside bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from harness.service import Account, Service, ok
from harness.waiting import eventually

ROUND_SECONDS = 60.0
"""The longest time that workers take to open a round, or to count its games, on a busy machine."""


@dataclass(frozen=True)
class OverHttp:
    """A tournament with its director and its people; all rules and agreements are the usual ones."""

    director: Account
    people: Sequence[Account]
    id: str

    @property
    def path(self) -> str:
        """The path of the tournament under the API."""
        return f"/tournaments/{self.id}"

    @property
    def everybody(self) -> Sequence[Account]:
        """The director and the people."""
        return [self.director, *self.people]

    @property
    def state(self) -> Any:
        """The state as it is served."""
        return ok(self.director.get(self.path))

    def change(self, path: str, body: Any = None, status: int = 200) -> Any:
        """The response to a change by the director."""
        return ok(self.director.post(f"{self.path}/{path}", body), status)

    def act(self, kind: str, by: Account | None = None, **members: Any) -> int:
        """The version of an act."""
        body = {"type": kind, "reason": f"the {kind} of a test", **members}
        return int(ok((by or self.director).post(f"{self.path}/acts", body), 201)["version"])

    def opened(self, number: int) -> Any:
        """The round of this number once its games are in the log."""
        eventually(lambda: self.state["round"] == number and self._status() != "open", ROUND_SECONDS)
        return self.state["rounds"][-1]

    def done(self, number: int) -> Any:
        """The round of this number once all its tables have results."""
        eventually(lambda: self._status() == "done", ROUND_SECONDS)
        return self.state["rounds"][number - 1]

    def _status(self) -> str:
        return str(self.state["rounds"][-1]["status"])

    def players(self, table: Any) -> list[Account]:
        """The people at a table, by seat."""
        known = {each.id: each for each in self.people}
        return [known[each["player"]] for each in table["players"] if each["player"] in known]

    def resign_all(self, round_: Any) -> None:
        """All people at the round's tables resign, but for the last of a table without bots.

        A game ends when fewer than two have stayed, or when no person has.
        """
        for table in round_["tables"]:
            there = self.players(table)
            only_people = len(there) == len(table["players"])
            for player in there[: len(there) - only_people]:
                ok(player.post(f"/games/{table['game']}/resign", {}), 201)


def announced(service: Service, people: int, bots: int, **wanted: Any) -> OverHttp:
    """A new tournament with its field: half of the people enter themselves, others by the director."""
    director, *players = service.accounts(people + 1)
    made = ok(director.post("/tournaments", {"name": "Cup", "absent": "end", **wanted}), 201)
    cup = OverHttp(director, players, made["id"])
    for player in players[: people // 2]:
        ok(player.post(f"{cup.path}/entries", {}), 201)
    names = [player.name for player in players[people // 2 :]]
    cup.change("entries", {"players": names}, 201)
    if bots:
        cup.change("entries", {"bots": ["random"] * bots}, 201)
    return cup
