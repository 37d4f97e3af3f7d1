"""The director's desk in a browser: a whole tournament directed by its forms, and a dispute from a replay."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import SCORED_SECONDS, Account, Service
from harness.waiting import eventually
from tests.browser.tournaments.test_playing import announced, page_of, shown


class Director:
    """A director's browser at the desk of a tournament."""

    def __init__(self, page: Page, account: Account, tournament: str) -> None:
        self.page, self.account, self.tournament = page, account, tournament
        self.told = page.locator("#told")
        self.see()

    def see(self) -> None:
        """Open the desk anew."""
        self.page.goto(f"/tournaments/{self.tournament}/desk")

    def form(self, place: str) -> Locator:
        """The form of an act at a place of the page, opened with all that encloses it."""
        found = self.page.locator(f"#{place}")
        for each in found.locator("xpath=ancestor-or-self::details").all():
            if each.get_attribute("open") is None:
                each.locator("summary").first.click()
        return found

    def send(self, form: Locator, reason: str) -> None:
        """Give occasion and reason, and send the form; the page says what happened."""
        form.get_by_label("Occasion").select_option("clerical")
        form.get_by_label("Reason, which everybody can read").fill(reason)
        form.get_by_role("button").click()
        expect(self.told).to_contain_text("Recorded as act")

    @property
    def acts(self) -> list[dict[str, Any]]:
        """The acts on the record."""
        found: list[dict[str, Any]] = shown(self.account, self.tournament)["acts"]
        return found

    @property
    def holding(self) -> list[str]:
        """The types of the acts that hold."""
        return [each["type"] for each in self.acts if not each["undone"]]

    def close(self, number: int) -> None:
        """Sign a round off."""
        self.page.get_by_role("button", name=f"Sign round {number} off").click()
        expect(self.told).to_contain_text(f"Round {number} is signed off.")


def play(tournament: str, players: list[Account], number: int) -> None:
    """Play all games of a round to their results."""
    by_id = {each.id: each for each in players}
    rounds = eventually(lambda: opened(players[0], tournament, number), SCORED_SECONDS)
    for table in rounds[number - 1]["tables"]:
        seated = [by_id[each["player"]] for each in table["players"]]
        move(Game(table["game"], seated), seeded(table["number"]))
    eventually(lambda: status(players[0], tournament, number) == "done", SCORED_SECONDS)


def status(player: Account, tournament: str, number: int) -> str:
    """The status of a round."""
    return str(shown(player, tournament)["rounds"][number - 1]["status"])


def opened(player: Account, tournament: str, number: int) -> Any:
    """The rounds, once the games of this one are open."""
    rounds = shown(player, tournament)["rounds"]
    return rounds if len(rounds) == number and rounds[-1]["status"] != "open" else None


def enter_and_start(director: Director, players: list[Account]) -> None:
    """Enter the players by a list, after one with a bad line, and start."""
    page, ids = director.page, [each.id for each in players]
    names = page.get_by_label("Players, one a line")
    names.fill(f"nobody at all\n{ids[0]}")
    page.get_by_role("button", name="Add these players").click()
    expect(director.told).to_contain_text("Line 1, nobody at all")
    names.fill("\n".join(ids))
    page.get_by_role("button", name="Add these players").click()
    expect(director.told).to_have_text("Entered: 4.")
    page.get_by_role("button", name="Start the tournament").click()
    expect(director.told).to_contain_text("The tournament has started.")


def dispute(page: Page, game: str) -> None:
    """Dispute a game at the move that the replay shows."""
    page.goto(f"/games/{game}/replay#m7")
    expect(page.locator("#disputed")).to_have_value("7")
    form = page.locator("#dispute")
    form.get_by_label("Occasion").select_option("fault")
    form.get_by_label("What is wrong").fill("my choice was not the one I made")
    form.get_by_role("button").click()
    expect(page.get_by_text("my choice was not the one I made")).to_be_visible()


def answer(director: Director) -> None:
    """Look at the disputed move, and answer."""
    director.see()
    disputes = director.page.locator("section", has=director.page.get_by_role("heading", name="Disputes"))
    disputes.get_by_role("link", name="The game at the disputed move").click()
    director.page.wait_for_url("**/replay?version=7*")
    director.see()
    [opened_] = [each for each in director.acts if each["type"] == "open-dispute"]
    form = director.form(f"answer-{opened_['version']}")
    form.get_by_label("The player is not right").check()
    director.send(form, "the record shows the choice that was sent")


@pytest.mark.smoke
def test_a_tournament_is_directed_at_the_desk(contexts: Contexts, base_url: str, service: Service) -> None:
    """Entries, start, news, a dispute, corrected and annulled results, undo, a withdrawal, and sign-offs."""
    ann, *players = service.accounts(5)
    tournament = announced(ann, rounds=2)
    with page_of(contexts, base_url, ann) as page, page_of(contexts, base_url, players[0]) as other:
        director = Director(page, ann, tournament)
        enter_and_start(director, players)
        play(tournament, players, 1)
        expect(page.locator("#news")).to_be_visible()
        [one, two] = shown(ann, tournament)["rounds"][0]["tables"]
        mine = one if players[0].id in {each["player"] for each in one["players"]} else two
        dispute(other, mine["game"])
        answer(director)
        form = director.form(f"result-correct-{one['number']}")
        for field, place in zip(form.get_by_label("Place").all(), ("2", "1"), strict=True):
            field.fill(place)
        director.send(form, "the wrong game was counted")
        director.send(director.form(f"result-annul-{two['number']}"), "played with help")
        assert director.holding == ["open-dispute", "answer-dispute", "correct", "annul"]
        director.send(director.form(f"undo-{director.acts[-1]['version']}"), "it was the other game")
        assert director.holding == ["open-dispute", "answer-dispute", "correct", "undo"]
        form = director.form("withdraw")
        form.get_by_label("Entrant").select_option("4")
        director.send(form, "ill until the end")
        director.close(1)
        play(tournament, players, 2)
        director.see()
        director.close(2)
        expect(page.get_by_text("Finished", exact=True)).to_be_visible()
    final = shown(ann, tournament)
    assert final["status"] == "finished"
    assert final["rounds"][0]["tables"][0]["points"] == [12, 36]
    assert len(final["rounds"][1]["byes"]) == 1
