"""Rare actions at a table: each button appears when it is available, asks first, and acts."""

from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import expect

from harness.browser.at_table import any_of
from harness.games import seeded
from harness.service import Service, ok
from harness.waiting import eventually
from replays.events.game_events import OnTimeout, Options
from tests.browser.support.guests import Guest, begun, has_placed, key_of, play
from tests.integration.contract.attendance_cases import CLOCK, DAY, begun_long_ago

PRIVATE = {"visibility": "private"}


def test_a_vacation_and_an_early_end(guests: list[Guest]) -> None:
    """A vacation states its cost and is shown to the other; an early end needs both, who then play again."""
    ann, bob, _ = guests
    game = begun([ann, bob], clock=CLOCK)
    play(game, [ann, bob], has_placed)
    for each in (ann, bob):
        each.here.open(game)
    assert ann.offered("vacation")
    assert ann.actions() == {"vacation", "end", "resign"}
    assert "30 days at most" in ann.do("vacation")
    ann.sees("29 days of vacation left", ".menu")
    until = datetime.fromtimestamp(ann.account.state(game)["players"][0]["vacation"] / 1000, UTC)
    bob.sees(f"on vacation until {until:%b} {until.day}, {until.year}", ".others")
    ann.here.see("[data-key=action-vacation-over]").click()
    eventually(lambda: "on vacation until" not in bob.here.see(".others").inner_text())
    assert "all who play agree" in ann.do("end")
    assert ann.actions() >= {"resign"}
    assert not ann.actions() & {"end", "agree"}
    assert bob.offered("agree")
    expect(bob.here.see(".bar [data-key=action-agree]")).to_be_visible()
    bob.here.see(".menu summary").click()  # the open menu may cover the bar
    bob.do("agree")
    addresses = set()
    for each in (ann, bob):
        each.here.see("[data-key=rematch]").click()
        each.here.page.wait_for_url(lambda address: game not in address)
        addresses.add(each.here.page.url)
    assert len(addresses) == 1
    assert bob.account.state(addresses.pop().rpartition("/")[2])["status"] == "active"


def test_a_private_table_is_called_off_and_played_again(guests: list[Guest]) -> None:
    """A private table can be cancelled before the first domino; rematch and dynasty come with their keys."""
    ann, bob, _ = guests
    game = begun([ann, bob], **PRIVATE)
    bob.here.open(game + key_of(ann, game))
    assert bob.actions() == {"end", "abort", "resign"}
    assert "Nobody wins" in bob.do("abort")
    bob.sees("Called off")
    for key in ("rematch", "rematch-dynasty"):
        bob.here.open(game + key_of(ann, game))
        bob.here.see(f"[data-key={key}]").click()
        bob.here.page.wait_for_url(lambda address: game not in address and "?invitation=" in address)
        assert ("/dynasties/" in bob.here.page.url) == (key == "rematch-dynasty")
        assert bob.here.page.locator("h1").inner_text() != "Nothing here"
    dynasty = ok(ann.account.post(f"/games/{game}/rematch", {"dynasty": True}), 201)
    games = eventually(lambda: ok(bob.account.mine("GET", f"/dynasties/{dynasty['id']}"))["games"])
    ann.here.open(games[0]["id"])
    assert ann.actions() == {"end", "resign"}
    assert ann.here.see(".menu a[href*='/dynasties/']").count() == 1
    alone = str(ok(ann.account.post("/games", {"players": 2, "rules": {}}), 201)["id"])
    ann.here.open(alone)
    assert ann.actions() == {"abort"}
    ann.do("abort")
    ann.sees("Called off")


def test_the_whole_menu_is_in_sight_on_a_laptop(guests: list[Guest]) -> None:
    """The longest menu, of a private game with a clock, ends above the edge of a laptop's window."""
    ann, bob, _ = guests
    game = begun([ann, bob], clock=CLOCK, **PRIVATE)
    play(game, [ann, bob], has_placed)
    ann.here.open(game + key_of(ann, game))
    assert ann.offered("vacation")
    assert ann.actions() == {"vacation", "end", "resign"}
    expect(ann.here.see(".menu-entries p.muted")).to_be_visible()  # vacation days come with a request
    for entry in ann.here.see(".menu-entries :is(label, .button, p)").all():
        expect(entry).to_be_in_viewport(ratio=1)
    scrolled = "menu => [menu.scrollHeight - menu.clientHeight, menu.scrollWidth - menu.clientWidth]"
    assert ann.here.see(".menu-entries").evaluate(scrolled) == [0, 0]


def test_a_seat_that_was_left_is_taken_over(guests: list[Guest]) -> None:
    """A viewer without a seat can take over a resigned one; the player who resigned cannot."""
    ann, bob, cleo = guests
    game = begun([ann, bob], absent="bot")
    seat = play(game, [ann, bob], has_placed)["to_act"]["seat"]
    here, gone = (ann, bob) if seat == 0 else (bob, ann)
    for each in (cleo, gone):
        each.here.open(game)
    assert cleo.actions() == set()
    assert gone.actions() == {"end", "resign"}
    assert "rank below" in gone.do("resign")
    assert gone.actions() == set()
    cleo.here.see(f"[data-key=take-{1 - seat}]").click()
    cleo.here.settled()
    eventually(lambda: "resign" in cleo.actions())
    players = here.account.state(game)["players"]
    assert [each["player"] for each in players][1 - seat] == cleo.account.id


def test_time_that_is_up(guests: list[Guest], service: Service) -> None:
    """Another player claims a time-out where agreed; where a bot stands in, the late player can return."""
    ann, bob, _ = guests
    accounts = [ann.account, bob.account]
    claimed = begun_long_ago(service, accounts, Options(clock=DAY, on_timeout=OnTimeout.CLAIM))
    bob.here.open(claimed)
    assert "claim" not in bob.actions()
    ann.here.open(claimed)
    assert ann.offered("claim")
    assert bob.account.name in ann.do("claim")
    assert ann.account.state(claimed)["players"][1]["left"] == "timeout"
    game = begun_long_ago(service, accounts, Options(clock=DAY))
    bob.here.open(game)
    assert bob.offered("return")
    bob.here.see(".bar [data-key=action-return]").click()
    eventually(lambda: "away" not in bob.account.state(game)["players"][1])
    assert bob.offered("end")
    assert "return" not in bob.actions()


def test_the_next_game_that_waits(guests: list[Guest]) -> None:
    """After a move, the player sees a link to another game that waits for them; nobody else does."""
    ann, bob, cleo = guests

    def waits(state: Any) -> bool:
        return bool(state["to_act"]["seat"] == 0)

    games = [begun([ann, bob]) for _ in range(2)]
    for game in games:
        play(game, [ann, bob], waits)
    ann.here.open(games[0])
    cleo.here.open(games[0])
    while ann.here.has_turn:
        assert ann.here.see("[data-key=next-game]").count() == 0
        any_of(ann.here.see(".pick"), seeded(1)).click()
        ann.here.see("[data-key=confirm]").click()
        ann.here.settled()
    link = ann.here.see("[data-key=next-game]")
    eventually(link.count)
    assert link.get_attribute("href") not in {f"/games/{games[0]}", None}
    link.click()
    ann.here.page.wait_for_url(lambda address: games[0] not in address)
    ann.sees("Your turn")
    assert cleo.here.see("[data-key=next-game]").count() == 0
