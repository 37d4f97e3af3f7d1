"""The page of running games: which games it shows, and where the large one goes on."""

import re
from collections.abc import Iterator

import pytest

from harness.games import finish, seeded
from harness.play.signing_in import World
from kingdomino.rules import Rules
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Options
from replays.match.aggregate import Match, Sitter
from service.application.games.seats.rematch import next_id
from service.application.people.contacts import ContactList


class Site(World):
    """The application with players and games."""

    def __init__(self) -> None:
        super().__init__()
        self.random = seeded(4)
        self.browsers = {name: self.browser() for name in ("Ann", "Ben", "Cleo")}
        self.ids = {name: browser.guest(name) for name, browser in self.browsers.items()}

    def started(self, *names: str, options: Options = NO_OPTIONS, game: GameId | None = None) -> Match:
        """Return a new game of these players."""
        tables, sitters = self.services.tables, [Sitter(self.ids[name], None) for name in names]
        new = NewTable(Rules(), len(sitters), sitters[0].player, sitters[0], options)
        match = tables.create(game or new_game_id(self.random.randbytes(16)), new).after
        for other in sitters[1:]:
            match = tables.join(match, other).after
        return match

    def large(self, query: str = "", who: str | None = None) -> str | None:
        """The game that is large on the page with this query, as this player sees it."""
        client = self.browsers[who].client if who else self.app.test_client()
        page = client.get(f"/watch{query}")
        found = re.search(r'id="stage".*?href="/games/([0-9a-f-]{36})(?:/replay)?"', page.text, re.DOTALL)
        return found[1] if found else None


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Give the application."""
    made = Site()
    yield made
    made.hub.close()


def test_games_against_bots_are_offered_where_no_people_play() -> None:
    """Without games the page names what it lists: games between people, or all games."""
    world = World()
    client = world.app.test_client()
    people, any_company = (client.get(path).text for path in ("/watch", "/watch?company=any"))
    world.hub.close()
    assert "No game between people is running now" in people
    assert "Show games against bots, too" in people
    assert "No game is running now" in any_company
    stage = any_company.split('<section id="stage"')[1].split("</section>")[0]
    assert "Show games against bots, too" not in stage


def test_a_game_is_large_and_goes_on_to_its_rematch(site: Site) -> None:
    """The page shows public games only; the table that is asked for stays large, and then its rematch."""
    private = site.started("Ann", "Ben", options=Options(private=True))
    first = site.started("Ann", "Ben")
    assert site.large() == first.id
    assert site.large(f"?game={first.id}&seat=1") == first.id
    assert site.app.test_client().get(f"/watch?game={private.id}").status_code == 404
    assert site.large(f"?game={private.id}", "Ann") == private.id
    tables = site.services.tables
    tables.settle(finish(tables, first.id, site.random))
    assert site.large(f"?game={first.id}") == first.id
    again = site.started("Ann", "Ben", game=next_id(first, "game"))
    assert site.large(f"?game={first.id}") == again.id


def test_a_player_of_the_game_is_not_told_of_watching(site: Site) -> None:
    """The heading of the large game says "You are watching" to everybody but its players."""
    game = site.started("Ann", "Ben").id
    for who, watches in (("Ann", False), ("Cleo", True)):
        page = site.browsers[who].client.get(f"/watch?game={game}").text
        heading = page.split('id="stage-title">')[1].split("</h2>")[0]
        assert heading.startswith("You are watching") == watches
        assert "Ann" in heading
        assert "Ben" in heading


def test_a_player_is_followed_from_game_to_game(site: Site) -> None:
    """The large game is the player's newest; players whom the viewer follows have their games first."""
    site.started("Ben", "Cleo")
    newest = site.started("Cleo", "Ben")
    assert site.large(f"?player={site.ids['Cleo']}") == newest.id
    assert site.app.test_client().get("/watch?player=nobody").status_code == 404
    site.services.contacts.add(ContactList.FOLLOWING, site.ids["Ann"], site.ids["Cleo"], "10.0.0.1", 0)
    page = site.browsers["Ann"].client.get("/watch").text
    assert '<section id="friends" aria-labelledby="friends-title">' in page
    assert 'id="friends" aria-labelledby="friends-title" hidden' in site.app.test_client().get("/watch").text
