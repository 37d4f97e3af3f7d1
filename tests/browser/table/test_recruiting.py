"""Origins at the table: the gain of cavemen before payment, and the cavemen that a fire would burn."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import expect

from harness.browser.at_table import Player, be, click_square, lit_at
from harness.games import seeded
from harness.service import Account, Service, ok

TRIBE = {"game": "origins", "mode": "tribe"}
GAMES = 20

Found = Callable[[Any, Any], bool]


def chosen(offered: Any, random: Random) -> Any:
    """Choose a move that soon brings cavemen: recruit if possible, else anything."""
    recruiting = [move for move in offered["moves"] if move["type"] == "recruit"]
    return random.choice(recruiting or offered["moves"])


def until(service: Service, accounts: list[Account], found: Found, **agreed: Any) -> tuple[str, Any]:
    """The id of a Tribe game in which the first account is to make such a move, and the moves offered."""
    random = seeded(7)
    for _ in range(GAMES):
        game = str(ok(accounts[0].post("/games", {"players": 2, "rules": TRIBE, **agreed}), 201)["id"])
        ok(accounts[1].post(f"/games/{game}/seats", {}), 201)
        while (offered := accounts[0].moves(game))["seat"] is not None:
            if offered["seat"] == 0 and found(offered, accounts[0].state(game)):
                return game, offered
            mover = accounts[offered["seat"]]
            ok(mover.move(game, chosen(offered, random), offered["version"]), 201)
    raise AssertionError("no such moment")


def is_recruiting(offered: Any, _: Any) -> bool:
    """True if a caveman that brings points can be paid for."""
    return offered["moves"][0]["type"] == "recruit" and any(
        each["gain"] > 0 and each["from"] == "board" for each in offered.get("cavemen", [])
    )


def total(account: Account, game: str) -> int:
    """The points of the first seat."""
    return int(account.state(game)["kingdoms"][0]["score"]["total"])


def test_cavemen_say_what_they_would_bring_before_anything_is_paid(
    people: tuple[Player, Player], service: Service
) -> None:
    """Each caveman has a name, a picture, its scoring and its gain; a click chooses the payment for it."""
    ann, _ = people
    accounts = service.accounts(2)
    be(ann.page, accounts[0])
    game, offered = until(service, accounts, is_recruiting)
    ann.open(game)
    best = max(
        (each for each in offered["cavemen"] if each["from"] == "board"), key=lambda each: each["gain"]
    )
    for kind in accounts[0].state(game)["board"]:
        entry = ann.see(f".camp li:has(use[href='#caveman-{kind}'])").first
        expect(entry).to_contain_text(re.compile("for each|touching warriors"))
        gain = next(each["gain"] for each in offered["cavemen"] if each["caveman"] == kind)
        expect(entry.locator(".gain")).to_have_text(f"{gain:+}" if gain else re.compile("0"))
    keys = "all => all.map(({dataset}) => dataset.key.slice('recruit-'.length))"
    offers = ann.see("[data-key^=recruit-]").evaluate_all(keys)
    board = [kind for kind in dict.fromkeys(accounts[0].state(game)["board"]) if kind in offers]
    assert offers[: len(board)] == board, "the buttons stand in the order of the cave board"
    before = total(accounts[0], game)
    ann.see(f"[data-key=recruit-{best['caveman']}]").click()
    assert ann.see(".own-board .mark.chosen").count() == len(best["pay"]) == 2
    assert total(accounts[0], game) == before, "nothing is paid before it is confirmed"
    ann.page.reload()
    ann.settled()
    expect(ann.see(f"[data-key=recruit-{best['caveman']}]")).to_have_attribute("aria-pressed", "true")
    expect(ann.see("[data-key=confirm]")).to_contain_text("Pay 2 and take the")
    ann.see("[data-key=confirm]").click()
    expect(ann.see(".bar .words")).to_contain_text("Put the")
    ann.settled()
    click_square(ann, lit_at(ann, [best["x"], best["y"]]))
    ann.see("[data-key=confirm]").click()
    ann.settled()
    assert total(accounts[0], game) - before == best["gain"]


LONGEST = """() => {
    for (const name of document.querySelectorAll(".bar .what")) name.textContent = "warrior of strength 3";
}"""


def test_the_bar_leaves_the_cave_board_in_view(people: tuple[Player, Player], service: Service) -> None:
    """Whoever recruits on a laptop reads what cavemen count, and sees the squares that pay for one.

    This also holds where only warriors, which have the longest name, are on offer.
    """
    ann, _ = people
    accounts = service.accounts(2)
    be(ann.page, accounts[0])
    game, _ = until(service, accounts, is_recruiting)
    ann.open(game)
    ann.page.evaluate(LONGEST)
    bar, camp = ann.box(ann.see(".bar")), ann.box(ann.see(".camp"))
    assert camp["y"] + camp["height"] <= bar["y"]
    expect(ann.see(".own-board .mark.lit").first).to_be_in_viewport()
    expect(ann.see(".camp")).to_be_in_viewport(ratio=1)


def test_without_hints_cavemen_have_names_and_pictures_only(
    people: tuple[Player, Player], service: Service
) -> None:
    """A table without previews shows no gains; the payment is chosen square by square."""
    ann, _ = people
    accounts = service.accounts(2)
    be(ann.page, accounts[0])

    def recruits(offered: Any, _: Any) -> bool:
        return bool(offered["moves"][0]["type"] == "recruit")

    game, _ = until(service, accounts, recruits, hints=False)
    ann.open(game)
    expect(ann.see(".camp .cavemen li").first).to_be_visible()
    assert ann.see(".camp .gain").count() == 0
    assert ann.see("[data-key^=recruit-]").count() == 0
    expect(ann.see(".own-board .mark.lit").first).to_be_visible()


def burning(offered: Any, state: Any) -> list[Any]:
    """The squares of this kingdom on which a fire would burn a caveman."""
    if offered["moves"][0]["type"] != "fire":
        return []
    squares = [(move["x"], move["y"]) for move in offered["moves"]]
    cells = state["kingdoms"][0]["cells"]
    return [cell for cell in cells if cell["caveman"] and (cell["x"], cell["y"]) in squares]


def test_a_fire_warns_before_it_burns_ones_own_caveman(
    people: tuple[Player, Player], service: Service
) -> None:
    """A warning in words and on the button, also without confirming; undoing removes it."""
    ann, _ = people
    accounts = service.accounts(2)
    be(ann.page, accounts[0])
    game, offered = until(service, accounts, lambda moves, state: bool(burning(moves, state)))
    [cell, *_] = burning(offered, accounts[0].state(game))
    ann.open(game)
    ann.page.evaluate("localStorage.setItem('kingdomino.confirm', 'off')")
    click_square(ann, lit_at(ann, [cell["x"], cell["y"]]))
    name = cell["caveman"].rstrip("123").replace("_", " ")
    expect(ann.see(".bar .words")).to_contain_text(re.compile(f"burns your {name}"))
    expect(ann.see("[data-key=confirm]")).to_have_text(re.compile(f"Burn the {name}"))
    assert accounts[0].state(game)["to_act"]["types"] == ["fire"], "it was not sent by the click"
    ann.see("[data-key=back]").click()
    expect(ann.see(".bar .words")).not_to_contain_text("burns")
    ann.page.evaluate("localStorage.clear()")
