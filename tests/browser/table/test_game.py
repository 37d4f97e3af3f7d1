"""Games played to their end: two people by mouse and by keyboard, and one against bots on a phone."""

from random import Random

from playwright.sync_api import expect

from harness.browser.at_table import (
    LAPTOP,
    Player,
    by_finger,
    by_keys,
    by_mouse,
    cells_of,
    play_on,
    player,
    table,
)
from harness.browser.contexts import Contexts
from harness.browser.replaying import points_of, replay_to_the_end
from harness.games import seeded
from harness.service import Service, ok
from harness.waiting import eventually
from service.application.i18n.games.bots import choices

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TURN_SECONDS = 15.0
FIRST_TURNS, LAST_ROUND, LAST_TURNS = 8, 6, 4
"""The turns of the opening draft and of the first round, and those of the last round of a game of two."""
LIT = """[...document.querySelectorAll('.own-board .mark.lit')].map(
    ({dataset}) => [Number(dataset.x), Number(dataset.y)])"""


def is_over(here: Player) -> bool:
    """True if the page shows the result."""
    return here.see(".result tbody tr").count() > 0


def points(here: Player) -> list[int]:
    """The points in the table of the result, the winner's first."""
    return [int(text) for text in here.see(".result-total td").all_inner_texts()]


def test_two_people_play_to_the_end(contexts: Contexts, base_url: str, service: Service) -> None:
    """One plays by mouse, one by keyboard, and both reload; game and replay match the API.

    They play the turns of every kind: the opening draft, a round, and the last one. Those between are played
    over the API.
    """
    random = seeded(7)
    with (
        player(contexts, base_url, "Ann", **LAPTOP) as ann,
        player(contexts, base_url, "Bob", **LAPTOP) as bob,
    ):
        game = table(ann, 2)
        ann.open(game)
        bob.open(game)
        bob.see("[data-key=join]").click()
        eventually(lambda: ann.has_turn or bob.has_turn, TURN_SECONDS)
        version = turns = 0
        while True:
            eventually(lambda: ann.has_turn or bob.has_turn or (is_over(ann) and is_over(bob)), TURN_SECONDS)
            if is_over(ann):
                break
            here, play = (ann, by_mouse) if ann.has_turn else (bob, by_keys)
            here.settled()
            play(here, random)
            turns += 1
            if turns == FIRST_TURNS // 2:
                for each in (ann, bob):
                    each.page.reload()
                    each.settled()
            if turns == FIRST_TURNS:
                play_on([ann, bob], game, LAST_ROUND, random)
                version = ann.api(f"/games/{game}")["version"]
        state = ok(service.http().get(f"/api/v1/games/{game}"))
        assert state["status"] == "scored"
        assert ann.shown() == bob.shown() == cells_of(state)
        totals = points_of(state)
        assert points(ann) == points(bob) == [totals[seat] for place in state["ranking"] for seat in place]
        assert turns == FIRST_TURNS + LAST_TURNS
        replay_to_the_end(ann.page, service, game, version)


RECRUITING = {"CavemanPaid", "CavemanTaken", "CavemanPut"}


def test_a_game_of_origins_against_bots_by_touch(contexts: Contexts, base_url: str, service: Service) -> None:
    """On a phone a whole Tribe game can be played to its end by tapping.

    It includes recruiting cavemen, or else the second half of another game does.
    """
    random, done = seeded(11), set[str]()
    with player(contexts, base_url, "Ann", **PHONE) as ann:
        for begin in (0, 6, 6, 6):  # some players never have what a caveman costs
            done |= played_by_finger(ann, service, begin, random)
            if done >= RECRUITING:
                return
    raise AssertionError(done)


def played_by_finger(ann: Player, service: Service, first: int, random: Random) -> set[str]:
    """Play a Tribe game against two bots from this round to its end; gives the types of events tapped."""
    game = table(ann, 3, game="origins", mode="tribe")
    ann.open(game)
    offered = ann.see("[data-key^=bot-]").evaluate_all("all => all.map(({dataset}) => dataset.key)")
    assert offered == [f"bot-{name}" for name in choices()], "the easiest first"
    for players in (2, 3):
        ann.see("[data-key=bot-greedy]").tap()
        eventually(lambda: len(ann.api(f"/games/{game}")["players"]) == players)  # noqa: B023
        ann.settled()
    play_on([ann], game, first, random)
    version = ann.api(f"/games/{game}")["version"]
    while not is_over(ann):
        eventually(lambda: ann.has_turn or is_over(ann), TURN_SECONDS)
        ann.settled()
        by_finger(ann, random)
    state = ok(service.http().get(f"/api/v1/games/{game}"))
    assert ann.shown() == cells_of(state)
    assert len(points(ann)) == 3
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    return types_of(ann, game, version)


def types_of(here: Player, game: str, after: int = 0) -> set[str]:
    """The types of events of the player on seat 0 after a version."""
    events = here.api(f"/games/{game}/events?after={after}")["events"]
    return {event["type"] for event in events if event["seat"] == 0}


def test_a_fire_goes_where_the_lit_squares_are(contexts: Contexts, base_url: str) -> None:
    """After a volcano the squares lit are those of the API, and a tap puts the fire token there."""
    random = seeded(2)
    with player(contexts, base_url, "Ann", **PHONE) as ann:
        game = table(ann, 2, game="origins")
        ann.api(f"/games/{game}/bots", "POST", {"policy": "random"})
        ann.open(game)
        while "FirePlaced" not in types_of(ann, game):
            eventually(lambda: ann.has_turn, TURN_SECONDS)
            ann.settled()
            if "volcano" in ann.see(".bar .words").inner_text() and not ann.can_confirm:
                legal = ann.api(f"/games/{game}/moves")["moves"]
                lit = ann.page.evaluate(LIT)
                assert sorted(lit) == sorted([move["x"], move["y"]] for move in legal)
            by_finger(ann, random)
        expect(ann.see('.own .domino use[href^="#token-"]')).to_have_count(1)
