"""The table's texts and offers when a player leaves for good (R32)."""

import pytest
from playwright.sync_api import expect

from harness.browser.at_table import cells_of
from harness.service import ok
from harness.waiting import eventually
from tests.browser.support.guests import Guest, begun, has_placed, play
from tests.integration.contract.attendance_cases import CLOCK

PLANS = "[data-key=plan], [data-key=plan-drop]"


SERVED = "() => fetch(location.href).then((page) => page.text())"
"""The page as the server sends it."""


def test_a_duel_ends_when_a_player_resigns(guests: list[Guest]) -> None:
    """The question warns that resigning ends the game; pages say who won, also without scripts."""
    ann, bob, cleo = guests
    game = begun([ann, bob])
    play(game, [ann, bob], has_placed)
    for each in (ann, bob, cleo):
        each.here.open(game)
    assert ann.actions() == {"end", "resign"}
    assert ann.do("resign") == "Resign? The game then ends, and you lose."
    expect(ann.here.see(".menu-entries")).to_be_hidden()  # the menu covered the result
    words = f"{ann.account.name} resigned; {bob.account.name} won"
    for each in (ann, bob, cleo):
        each.sees(words, ".turn")
        assert each.here.see("[role=alert]").inner_text() == ""
        assert f'<h1 class="turn over">{words}</h1>' in each.here.page.evaluate(SERVED)
    for each in (ann, bob):
        assert each.actions() == set()
        expect(each.here.see("[data-key=rematch]")).to_be_visible()
        assert each.here.see(PLANS).count() == 0
    first = ann.here.see(".result thead th").nth(1).inner_text()
    assert first.split() == ["Place", "1", *bob.account.name.split()]
    assert ann.here.shown() == cells_of(ann.account.state(game))


def test_a_replay_says_why_it_ended(guests: list[Guest]) -> None:
    """The last step of the replay says who resigned and who won."""
    ann, bob, _ = guests
    game = begun([ann, bob])
    ok(bob.account.post(f"/games/{game}/resign", {}), 201)
    eventually(lambda: ann.account.state(game)["status"] == "scored")
    versions = ann.account.state(game)["version"]
    ann.here.page.goto(f"/games/{game}/replay?version={versions}")
    ann.sees(f"{bob.account.name} resigned; {ann.account.name} won", ".turn")


def test_one_of_three_who_leaves_ends_nothing(guests: list[Guest]) -> None:
    """With three players the others play on; the one who left has no plan, turn or error message.

    In a rated game, the question says that the game counts.
    """
    game = begun(guests, rated=True)
    state = play(game, guests, has_placed)
    seat = (state["to_act"]["seat"] + 1) % 3
    gone = guests[seat]
    gone.here.open(game)
    eventually(lambda: gone.here.see("[data-key=plan]").count() == 1)
    gone.here.see("[data-key=plan]").click()
    assert "resign" in gone.actions()
    told = "You will rank below all who stay. The result counts for your rating."
    assert gone.do("resign") == f"Leave this game for good? {told}"
    assert gone.actions() == set()
    assert gone.here.see(PLANS).count() == 0
    start = state["round"]
    play(game, guests, lambda now: now["round"] > start or now["to_act"]["seat"] == seat)
    eventually(lambda: gone.account.state(game)["to_act"]["seat"] != seat)
    gone.here.settled()
    assert gone.here.see(PLANS).count() == 0
    assert not gone.here.has_turn
    assert gone.here.see("[role=alert]").inner_text() == ""


def test_a_plan_that_was_laid_goes_with_its_player(guests: list[Guest]) -> None:
    """A player who leaves sees nothing more of their stored plan."""
    game = begun(guests)
    state = play(game, guests, has_placed)
    gone = guests[(state["to_act"]["seat"] + 1) % 3]
    ok(gone.account.mine("PUT", f"/games/{game}/plan", {"choose": list(range(1, 49))}))
    gone.here.open(game)
    eventually(lambda: gone.here.see("[data-key=plan-drop]").count() == 1)
    gone.actions()
    gone.do("resign")
    assert gone.here.see(PLANS).count() == 0
    assert "plan" not in gone.here.see(".bar").inner_text().lower()


@pytest.mark.parametrize("absent", ["end", "bot", "discard"])
def test_the_form_offers_what_happens_then(guests: list[Guest], absent: str) -> None:
    """The form offers all three consequences; the first is the default, and the chosen one is stored."""
    ann, _, _ = guests
    ann.here.page.goto("/new")
    choices = ann.here.see("input[name=absent]")
    assert choices.evaluate_all("all => all.map(({value}) => value)") == ["end", "bot", "discard"]
    assert ann.here.see("input[name=absent]:checked").input_value() == "end"
    ann.here.see("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    ann.here.see(f"label:has(input[name=absent][value={absent}])").click()
    ann.here.see("form button.primary:not([disabled])").last.click()
    ann.here.page.wait_for_url("**/games/*")
    game = ann.here.page.url.rpartition("/")[2].partition("?")[0]
    assert ann.account.state(game).get("absent", "bot") == absent
    ok(ann.account.post(f"/games/{game}/abort", {}), 201)


def test_a_time_out_that_ends_the_game_is_asked_for(guests: list[Guest]) -> None:
    """The action `claim` says from the start that claiming the time-out ends the game."""
    ann, bob, _ = guests
    game = begun([ann, bob], clock=CLOCK, on_timeout="claim")
    seat = ann.account.state(game)["to_act"]["seat"]
    [claim] = [
        action
        for action in ok((bob, ann)[seat].account.mine("GET", f"/games/{game}"))["actions"]
        if action["action"] == "claim"
    ]
    assert claim["ends"] is True
