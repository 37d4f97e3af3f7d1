"""Players with an account at the API and a page, and the actions in their menus."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from harness.browser.at_table import Player
from harness.service import Account, ok
from harness.waiting import eventually


@dataclass(frozen=True, slots=True)
class Guest:
    """A player at a page, with the same account at the API."""

    here: Player
    account: Account

    def actions(self) -> set[str]:
        """The actions available in the menu, which is opened, and beside the board."""
        if not self.here.see(".menu details[open]").count():
            self.here.see(".menu summary").click()
        keys = self.here.see("[data-key^=action-]").evaluate_all("all => all.map(({dataset}) => dataset.key)")
        return {key.removeprefix("action-") for key in keys}

    def offered(self, action: str) -> bool:
        """Wait until this action is available; gives True."""
        return bool(eventually(lambda: action in self.actions()))

    def do(self, action: str) -> str:
        """Do the action, after declining its question once; gives the question."""
        self.here.see(f"[data-key=action-{action}]").click()
        asked = self.here.see("dialog p").inner_text()
        self.here.see("dialog button[value=no]").click()
        self.here.see(f"[data-key=action-{action}]").click()
        # The dialog reports its result a moment after the click, and only then is the page busy. What the
        # page tells the service by PUT, such as what is in view, may be answered meanwhile.
        with self.here.page.expect_response(lambda answer: answer.request.method == "POST"):
            self.here.see("dialog button[value=yes]").click()
        self.here.settled()
        assert self.here.see("[role=alert]").inner_text() == ""
        return asked

    def sees(self, text: str, selector: str = "#position") -> None:
        """Wait until the page shows this text."""
        eventually(lambda: text in self.here.see(selector).inner_text())


def begun(guests: list[Guest], **agreed: Any) -> str:
    """The id of a game that these players have just begun over the API."""
    first, *others = guests
    body = {"players": len(guests), "rules": {}, **agreed}
    game = str(ok(first.account.post("/games", body), 201)["id"])
    for other in others:
        ok(other.account.post(f"/games/{game}/seats{key_of(first, game)}", {}), 201)
    return game


def key_of(guest: Guest, game: str) -> str:
    """The query of the key of a private game; empty for a public one."""
    key = ok(guest.account.mine("GET", f"/games/{game}/invitation"))["key"]
    return f"?invitation={key}" if key else ""


def play(game: str, guests: list[Guest], until: Callable[[Any], bool]) -> Any:
    """Make legal moves over the API until the state satisfies `until`; gives the state."""
    while not until(state := ok(guests[0].account.mine("GET", f"/games/{game}"))):
        mover = guests[state["to_act"]["seat"]].account
        move = ok(mover.mine("GET", f"/games/{game}/moves"))["moves"][0]
        ok(mover.move(game, move, state["version"]), 201)
    return state


def has_placed(state: Any) -> bool:
    """True if a domino lies on a board."""
    return any(kingdom["cells"] for kingdom in state["kingdoms"])
