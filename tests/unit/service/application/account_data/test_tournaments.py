"""Whoever erases the account is in no further round of a tournament, and nobody waits for its start."""

from collections.abc import Iterator
from functools import partial

import pytest

from harness.play.signing_in import World, code
from harness.play.tournaments import plan
from replays.encoding.identity import GameId, derived_game_id
from replays.events.regulations import Code
from replays.match.aggregate import Sitter, Status
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening
from replays.tournament.deciding.directing import Grounds
from replays.tournament.kind import TOURNAMENT
from replays.tournament.tournaments import Tournaments

CUP = GameId(derived_game_id("suite", "cup"))


class Site:
    """A tournament of Ann, who plays in it with Ben and Cleo."""

    def __init__(self) -> None:
        self.world = World()
        self.people = {name: self.world.browser() for name in ("Ann", "Ben", "Cleo")}
        self.ids = {name: browser.guest(name) for name, browser in self.people.items()}
        self.all: Tournaments = self.world.services.streams.commands(TOURNAMENT)
        self.all.found(CUP, plan(), self.ids["Ann"])
        for player in self.ids.values():
            self.all.change(self.now, lambda now, _, player=player: opening.enter(now, Sitter(player, None)))  # type: ignore[misc]

    @property
    def now(self) -> Tournament:
        """The tournament."""
        return self.all.tournament(CUP)

    def erase(self, name: str) -> None:
        """A player erases the account."""
        answer = self.people[name].ask("DELETE", "/me", {"confirm": name})
        assert answer.status_code == 204, answer.data

    def out(self) -> set[str]:
        """The names of those who are out."""
        numbers = list(self.ids)
        return {numbers[entrant] for entrant in self.now.withdrawn}


@pytest.fixture(name="site")
def _site() -> Iterator[Site]:
    site = Site()
    yield site
    site.world.hub.close()


def test_an_erased_player_is_out(site: Site) -> None:
    """With a reason on the record; the next round does not seat the player."""
    site.erase("Ben")
    assert site.out() == {"Ben"}
    (act,) = site.now.acts
    assert (act.by, act.event.reason) == (site.ids["Ben"], "the account was deleted")


def test_a_tournament_that_nobody_can_start_is_called_off(site: Site) -> None:
    """Its director is gone, and nobody was named a deputy."""
    site.erase("Ann")
    assert site.now.status is Status.ABORTED


def test_a_deputy_goes_on(site: Site) -> None:
    """The director is out as a player only."""
    ann, cleo = site.ids["Ann"], site.ids["Cleo"]
    site.all.change(site.now, lambda now, _: acts.name_deputy(now, Grounds(ann, Code.OTHER, "I move"), cleo))
    site.erase("Ann")
    assert (site.now.status, site.out()) == (Status.OPEN, {"Ann"})
    assert site.now.directs(cleo)


def test_nobody_leaves_a_running_tournament_without_a_director(site: Site) -> None:
    """The account stays until somebody with an account is a deputy; then its player is withdrawn."""
    ann, ben, cleo = (site.ids[name] for name in ("Ann", "Ben", "Cleo"))
    for deputy in (ben, cleo):
        site.all.change(site.now, partial(named, Grounds(ann, Code.OTHER, "I move"), deputy))
    site.all.change(site.now, lambda now, _: opening.start(now, ann))
    site.erase("Ben")
    site.erase("Cleo")
    answer = site.people["Ann"].ask("DELETE", "/me", {"confirm": "Ann"})
    assert (answer.status_code, code(answer)[1]) == (409, "tournament/directs")
    assert site.out() == {"Ben", "Cleo"}
    dora = site.world.browser()
    site.all.change(site.now, partial(named, Grounds(ann, Code.OTHER, "I move"), dora.guest("Dora")))
    site.erase("Ann")
    assert (site.now.status, site.out()) == (Status.ACTIVE, {"Ann", "Ben", "Cleo"})


def named(why: Grounds, player: str, now: Tournament, _: int) -> list[EventDraft]:
    """The player becomes a deputy."""
    return acts.name_deputy(now, why, player)


def test_an_entry_beside_the_erasure_is_withdrawn(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that was admitted before enters after the account was withdrawn from all tournaments."""
    players, dora = site.world.services.players, site.world.browser()
    site.ids["Dora"], erase = dora.guest("Dora"), players.erase

    def meanwhile(player: str, confirm: str) -> None:
        site.all.change(site.now, lambda now, _: opening.enter(now, Sitter(player, None)))
        erase(player, confirm)

    with monkeypatch.context() as beside:
        beside.setattr(players, "erase", meanwhile)
        assert dora.ask("DELETE", "/me", {"confirm": "Dora"}).status_code == 204
    assert site.out() == {"Dora"}
