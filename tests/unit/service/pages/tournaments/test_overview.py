"""The pages of a tournament for players and spectators, on the whole application."""

import re
from collections.abc import Iterator

import pytest

from replays.events.regulations import Code, Format
from replays.tournament.deciding import acts
from replays.tournament.deciding.directing import Grounds
from tests.unit.service.pages.tournaments.site import TournamentSite

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site() -> Iterator[TournamentSite]:
    """Give the application."""
    made = TournamentSite()
    yield made
    made.hub.close()


@pytest.mark.slow
def test_an_open_tournament_can_be_entered_without_scripts(site: TournamentSite) -> None:
    """The page says what is agreed; a form enters, another one withdraws, and both can be seen."""
    tournament = site.announced()
    page = site.page(tournament.id, name="Ben")
    assert "nobody is in yet" in page
    assert "Slow players" in page
    ben = site.browsers["Ben"]
    answer = ben.form(f"/tournaments/{tournament.id}/enter")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tournaments/{tournament.id}")
    page = site.page(tournament.id, name="Ben")
    assert "You are entrant 1." in page
    assert f'href="/players/{site.ids["Ben"]}">Ben</a>' in page
    assert "Enter the tournament" not in page
    ben.form(f"/tournaments/{tournament.id}/withdraw", reason="On a journey <here>")
    page = site.page(tournament.id, name="Ben")
    assert "You have withdrawn from this tournament." in page
    assert "<strong>Ben withdraws</strong>" in page
    assert '<q dir="auto">On a journey &lt;here&gt;</q>' in page


@pytest.mark.long
def test_the_next_game_comes_first(site: TournamentSite) -> None:
    """A player is led to a running game that waits, or is told that it is played; others are not."""
    tournament = site.started(site.entered(site.announced(size=2), "Ann", "Ben", bots=2))
    (own,) = (table for table in tournament.games if 1 in table.entrants)
    match = site.tables.match(own.id)
    waits = match.seat_of(site.ids["Ben"]) == (match.game.mover if match.game else None)
    page = site.page(tournament.id, name="Ben")
    assert ("Your game in round 1 waits for you." in page) is waits
    assert "Your game in round 1" in page
    assert "Your game in round 1" not in site.page(tournament.id, name="Cleo")
    assert "0 of 2 games have a result." in page


@pytest.mark.long
def test_a_changed_result_is_marked_where_it_shows(site: TournamentSite) -> None:
    """The overview, the round, the table of all rounds and the entrant's page link to the act."""
    tournament = site.played(site.started(site.entered(site.announced(size=2, rounds=2), bots=4)))
    why = Grounds(site.ids["Ann"], Code.CLERICAL, "Counted wrong")
    act = site.commands.change(tournament, lambda now, _: acts.correct(now, why, 1, [2, 1])).after.acts[-1]
    entrant = tournament.games[0].entrants[0] + 1
    for path in ("", "/rounds/1", "/table", f"/entrants/{entrant}"):
        assert f"#act-{act.version}" in site.page(tournament.id, path), path
    assert f'id="act-{act.version}"' in site.page(tournament.id)
    why = Grounds(site.ids["Ann"], Code.FAIR_PLAY, "Played for each other")
    site.commands.change(tournament, lambda now, _: acts.annul(now, why, 2))
    assert "annulled" in site.page(tournament.id, "/rounds/1")


@pytest.mark.long
def test_standings_of_any_version_can_be_read(site: TournamentSite) -> None:
    """Each signed-off round has a link to the standings after it, which the record has itself."""
    tournament = site.entered(site.announced(size=2, rounds=2), bots=4)
    tournament = site.closed(site.played(site.started(tournament)))
    first = tournament.rounds[0]
    tournament = site.closed(site.played(tournament))
    assert f"/standings?version={first.closed}" in site.page(tournament.id, "/standings")
    page = site.page(tournament.id, f"/standings?version={first.closed}")
    places = re.findall(r'<td class="number-column">(\d+)</td><th scope="row">Bot (\d+)', page)
    assert places == [(str(row.place), str(row.entrant + 1)) for row in first.standings or ()]
    assert "Won by Bot" in site.page(tournament.id)
    missing = site.browser().client.get(f"/tournaments/{tournament.id}/standings?version=999")
    assert missing.status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("format_", Format)
def test_every_page_of_a_small_tournament(site: TournamentSite, format_: Format) -> None:
    """Each page can be read at each stage, also with an entrant who is out."""
    tournament = site.entered(site.announced(format_, 2, 2), "Ann", "Ben", "Cleo", bots=1)
    pages = ["", "/standings", "/table", "/entrants/1", "/entrants/4"]
    for path in pages:
        site.page(tournament.id, path, "Ann")
    tournament = site.played(site.started(tournament), 1)
    for path in [*pages, "/rounds/1", "/standings?version=5"]:
        site.page(tournament.id, path, "Ann")
    site.browsers["Ben"].form(f"/tournaments/{tournament.id}/withdraw")
    tournament = site.closed(site.played(tournament))
    if tournament.paired == 2 and not tournament.finished:
        tournament = site.closed(site.played(tournament))
    for path in [*pages, "/rounds/1"]:
        site.page(tournament.id, path)
    assert "Finished" in site.browser().client.get("/tournaments").text
