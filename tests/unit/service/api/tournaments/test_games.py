"""The games of a tournament as games: their state, their text, and what players may do in them."""

from collections.abc import Iterator

import pytest

from harness.play.signing_in import API, OURS
from kingdomino.transcript.syntax import parse_transcript
from replays.bootstrap import now_ms
from replays.tournament.aggregate import Tournament
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.writing import GenerationWriter
from tests.unit.service.api.tournaments.site import Site


@pytest.fixture(name="site")
def _site() -> Iterator[Site]:
    site = Site()
    yield site
    site.world.hub.close()


def begun(site: Site, name: str = "Cup") -> Tournament:
    """A tournament of four whose first round is open."""
    site.announce(name=name)
    site.enter("Ben", "Cid", "Dora", "Eve")
    return site.begin()


def text_of(site: Site, game: str) -> str:
    """The text of a game."""
    answer = site.ann.client.get(f"{API}/games/{game}", headers={**OURS, "Accept": "text/plain"})
    assert answer.status_code == 200, answer.data
    return answer.text


def test_the_state_names_the_place_in_the_tournament(site: Site) -> None:
    """With the number of the game over all rounds."""
    game = begun(site).games[1]
    state = site.ann.ask("GET", f"/games/{game.id}").json
    assert state is not None
    assert state["tournament"] == {"id": site.id, "number": 2}


def test_the_text_names_event_round_and_table(site: Site) -> None:
    """It is imported as it was exported."""
    game = begun(site, 'The "Grand" Cup').games[1]
    text = text_of(site, game.id)
    tags = {tag.name: tag.value for tag in parse_transcript(text).tags}
    assert list(tags)[:5] == ["Id", "Event", "Round", "Table", "Date"]
    assert (tags["Event"], tags["Round"], tags["Table"]) == ('The "Grand" Cup', "1", "2")
    study = site.ben.ask("POST", "/studies", {"text": text})
    assert study.status_code == 201, study.data


def test_the_table_counts_in_its_round(site: Site) -> None:
    """The number of the game counts on."""
    begun(site)
    for number in (1, 2):
        assert site.act(site.ann, "correct", game=number, places=[1, 2])[0] == 201
    site.ok(site.ann, "POST", "rounds/1/close")
    game = site.work().games[2]
    assert game.number == 3
    tags = {tag.name: tag.value for tag in parse_transcript(text_of(site, game.id)).tags}
    assert (tags["Round"], tags["Table"]) == ("2", "1")


def test_a_game_without_a_tournament_has_no_event(site: Site) -> None:
    """Its tags are as before."""
    game = site.ben.ask("POST", "/games", {"players": 2}).json
    assert game is not None
    site.cid.ask("POST", f"/games/{game['id']}/seats", {})
    assert [tag.name for tag in parse_transcript(text_of(site, game["id"])).tags] == [
        "Id",
        "Date",
        "Seat0",
        "Seat1",
    ]


def test_players_talk_at_the_table_and_the_director_with_the_spectators(site: Site) -> None:
    """As at any other table."""
    now = begun(site)
    (game, *_), sitters = now.games, now.people_at(now.rounds[0], now.games[0])
    names = {site.ids[name]: person for name, person in zip(site.names, site.people, strict=True)}
    mine = names[sitters[0]]
    said = mine.ask("POST", f"/games/{game.id}/talk", {"text": "Good luck!"}).json
    assert said is not None
    told = site.ann.ask("GET", f"/games/{game.id}/talk").json
    assert told is not None
    assert "Good luck!" not in str(told)


def test_nobody_calls_a_game_of_a_tournament_off(site: Site) -> None:
    """Its result is the director's matter; the code names the kind of series."""
    now = begun(site)
    mover = {site.ids[name]: person for name, person in zip(site.names, site.people, strict=True)}
    player = mover[now.people_at(now.rounds[0], now.games[0])[0]]
    answer = player.ask("POST", f"/games/{now.games[0].id}/abort", {})
    assert answer.status_code == 409, answer.data
    assert answer.json is not None
    assert answer.json["code"] == "game/in-tournament"


def test_games_of_a_rated_tournament_are_rated(site: Site) -> None:
    """The rating counts each as a game of its own."""
    site.announce(rated=True, rounds=1, clock={"policy": "per_turn", "seconds": 86400}, on_timeout="forfeit")
    for player in (site.ben, site.cid):
        site.ok(player, "POST", "entries", {}, 201)
    site.begin()
    game = site.play().games[0].id
    assert site.ben.ask("GET", f"/games/{game}").json["rated"] is True  # type: ignore[index]
    parts = site.world.services
    writer = GenerationWriter(site.world.store)
    projector = RatingProjector(parts.tables.log, parts.rated_games, writer, now_ms)
    while projector.go_on(0):
        pass
    assert parts.ratings.of_player(site.ids["Ben"])
