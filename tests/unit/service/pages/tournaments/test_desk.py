"""The director's desk: what it shows, and each of its forms, without scripts."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from werkzeug.test import TestResponse

from harness.play.signing_in import OURS
from replays.encoding.identity import GameId
from replays.events import tournament_events as events
from replays.tournament.aggregate import Tournament
from service.application.i18n.tournaments.desk import ACT_WORDS
from service.application.tournaments.acts import ACTS, MemberForm
from service.pages.tournaments.desk import seen
from service.pages.tournaments.desk.reading import READERS
from tests.unit.service.pages.tournaments.site import TournamentSite

pytestmark = pytest.mark.slow

WHY: dict[str, str | list[str]] = {"code": "clerical", "reason": "as the players said"}


class Desk(TournamentSite):
    """The site with a tournament whose desk is used."""

    def see(self, tournament: GameId, query: str = "", name: str = "Ann") -> str:
        """The desk as a player sees it."""
        return self.page(tournament, f"/desk{query}", name)

    def send(
        self, tournament: GameId, path: str, *, name: str = "Ann", **fields: str | list[str]
    ) -> TestResponse:
        """The response to a form of the desk."""
        return self.browsers[name].form(f"/tournaments/{tournament}/desk/{path}", **fields)

    def act(
        self, tournament: GameId, kind: str, name: str = "Ann", **fields: str | list[str]
    ) -> TestResponse:
        """The response to an act with a reason."""
        return self.send(tournament, "acts", name=name, type=kind, **{**WHY, **fields})

    def done(self, answer: TestResponse) -> str:
        """The page to which a form leads, which says what happened."""
        assert answer.status_code == 303, said(answer.text)
        led = self.browsers["Ann"].client.get(answer.headers["Location"])
        assert led.status_code == 200
        return said(led.text)

    def points(self, tournament: GameId) -> tuple[int, ...]:
        """The points to which game 1 is corrected."""
        event = self.now(tournament).decided[1].event
        assert isinstance(event, events.TournamentResultCorrected)
        return event.points

    def now(self, tournament: GameId) -> Tournament:
        """The tournament."""
        return self.commands.tournament(tournament)


def said(page: str) -> str:
    """What the page says about the last form."""
    found = re.search(r'id="told">(.*?)</div>', page, re.DOTALL)
    assert found, page
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


@pytest.fixture(scope="module")
def site() -> Iterator[Desk]:
    """Give the application."""
    made = Desk()
    yield made
    made.hub.close()


def test_every_act_has_its_words() -> None:
    """What it is called, what it does, and what is so after it."""
    assert set(ACT_WORDS) == set(ACTS)
    assert set(READERS) == set(MemberForm)


def test_only_directors_see_the_desk(site: Desk) -> None:
    """Others are refused, guests are led to sign in, and only directors get a link."""
    open_ = site.announced()
    path = f"/tournaments/{open_.id}/desk"
    assert site.browsers["Ben"].client.get(path).status_code == 403
    assert site.browser().client.get(path).status_code == 303
    assert path in site.page(open_.id, name="Ann")
    assert path not in site.page(open_.id, name="Ben")
    assert site.act(open_.id, "call-off", name="Ben").status_code == 403
    site.done(site.act(open_.id, "name-deputy", player="Ben"))
    assert site.browsers["Ben"].client.get(path).status_code == 200
    assert "Name a deputy" not in site.see(open_.id, name="Ben")


@pytest.mark.slow
def test_players_and_bots_enter_by_lists(site: Desk) -> None:
    """All of a list or nobody: each bad line is named with the reason, and the list stays in its field."""
    open_ = site.announced()
    wrong = site.send(open_.id, "entries", players="Ben\nNobody Here\n\nBen\nCleo")
    assert wrong.status_code == 409
    text = said(wrong.text)
    assert "Line 2, Nobody Here:" in text
    assert "Line 4, Ben:" in text
    assert "Line 5" not in text
    assert "Nobody Here\n" in wrong.text
    assert not site.now(open_.id).field
    assert site.done(site.send(open_.id, "entries", players="Ben\r\n\r\nCleo")) == "Entered: 2."
    assert site.done(site.send(open_.id, "entries", policy="random", number="3")) == "Entered: 3."
    assert len(site.now(open_.id).field) == 5
    assert site.send(open_.id, "entries", policy="random", number="0").status_code == 409
    assert site.send(open_.id, "entries", policy="perfect", number="1").status_code == 409


@pytest.mark.slow
def test_a_file_of_players_is_a_list_too(site: Desk) -> None:
    """A CSV file with a header; a file with two columns names its line."""
    open_ = site.announced()
    path, ann = f"/tournaments/{open_.id}/desk/entries", site.browsers["Ann"].client

    def sent(text: bytes) -> TestResponse:
        file = {"players": "", "file": (BytesIO(text), "players.csv")}
        return ann.post(path, data=file, headers=OURS, content_type="multipart/form-data")

    wrong = sent(b"player\r\nBen\r\nCleo,2\r\n")
    assert wrong.status_code == 409
    assert "line 3 has 2 columns" in said(wrong.text)
    assert site.done(sent(b"player\r\nBen\r\nCleo\r\n")) == "Entered: 2."


@pytest.mark.slow
def test_the_numbers_are_shown_before_the_start(site: Desk) -> None:
    """A field that cannot be paired says why and offers no start; a league says how even it is."""
    five = site.entered(site.announced(size=4), "Ben", bots=4)
    page = site.see(five.id)
    assert "The field cannot be paired: this number of players does not fill the tables." in page
    assert "Start the tournament" not in page
    six = site.entered(five, bots=1)
    page = site.see(six.id)
    assert re.search(r"Of these with fewer seats</dt><dd>2<", page)
    assert "This is an example: the lots of the round are secret" in page
    assert site.done(site.send(six.id, "start")).startswith("The tournament has started.")
    assert site.now(six.id).started


@pytest.fixture(scope="module")
def running(site: Desk) -> GameId:
    """Give a Swiss of four duels in its first round, two games of which are over."""
    found = site.started(site.entered(site.announced(size=2), "Ben", "Cleo", bots=6))
    return site.played(found, 2).id


@pytest.mark.slow
def test_results_are_corrected_annulled_and_restored(site: Desk, running: GameId) -> None:
    """Each act says what happened; the log has an undo beside it, and the standings follow."""
    [one, two, *_] = site.now(running).games
    told = site.done(site.act(running, "correct", game="1", places=["2", "1"]))
    assert "The result of game 1 is corrected: places 2, 1 by seat." in told
    assert "The standings count it now" in told
    assert site.points(running) == (12, 36)
    by_points = site.act(running, "correct", game="1", places=["1", "1"], points=["2 1/3", "0.5"])
    site.done(by_points)
    assert site.points(running) == (28, 6)
    site.done(site.act(running, "annul", game="2", points=["", ""]))
    annulled = site.now(running)
    assert isinstance(annulled.decided[2].event, events.TournamentResultAnnulled)
    act = annulled.decided[2].version
    assert f'id="undo-{act}"' in site.see(running)
    site.done(site.act(running, "undo", act=str(act)))
    assert 2 not in site.now(running).decided
    assert f'id="undo-{act}"' not in site.see(running)
    assert {one.number, two.number} == {1, 2}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        ("correct", {"game": "1", "places": ["1", "3"]}, "two who share the first have 1"),
        ("correct", {"game": "1", "places": ["1", "x"]}, "x is no whole number from 1."),
        ("correct", {"game": "1"}, "is missing"),
        ("annul", {"game": "99"}, "this is no game of the tournament"),
        ("annul", {"game": "1", "points": ["1/7", "0"]}, "1/7 are no points"),
        ("annul", {"game": "1", "points": ["1e1", "0"]}, "1e1 are no points"),
        ("annul", {"game": "1", "points": ["9999999", "0"]}, "2 numbers from 0 to 1200000"),
        ("withdraw", {"entrant": "99"}, "there is no entrant 99"),
        ("forbid-meeting", {"entrants": ["1", "1"]}, "two different entrants"),
        ("set-pairing", {"round": "2", "tables": "1 2\n3 4\n5 6\n7 7"}, "entrant 7 sits twice"),
        (
            "adjust-clocks",
            {"began": "2026-01-02T00:00", "ended": "2026-01-01T00:00"},
            "an outage begins before",
        ),
        ("adjust-clocks", {"began": "yesterday", "ended": "today"}, "yesterday is no date with a time"),
        ("name-deputy", {"player": "Nobody Here"}, "exactly this name"),
        ("replace", {"entrant": "1", "player": "Cleo"}, "in the field already"),
        ("undo", {"act": "1"}, "no act that holds has version 1"),
        ("withdraw", {"entrant": "1", "reason": " "}, "has a reason of 1 to 500 characters"),
        ("withdraw", {"entrant": "1", "code": ""}, "Choose an occasion."),
        ("shuffle", {}, "Choose what to do."),
    ],
)
def test_a_wrong_form_changes_nothing_and_says_why(
    site: Desk, running: GameId, kind: str, fields: dict[str, str | list[str]], text: str
) -> None:
    """The page names what is wrong, and the record stays as it is."""
    before = site.now(running).head
    sent = {"type": kind, **WHY, **fields}
    path = f"/tournaments/{running}/desk/acts"
    answer = site.browsers["Ann"].client.post(path, data=sent, headers=OURS)
    assert answer.status_code == 409
    assert said(answer.text).startswith("Nothing was changed.")
    assert text in said(answer.text)
    assert site.now(running).head == before


@pytest.mark.slow
def test_a_form_that_is_sent_twice_acts_once(site: Desk, running: GameId) -> None:
    """The page's key makes the second one a repetition."""
    for _ in range(2):
        site.done(site.act(running, "forbid-meeting", entrants=["1", "2"], key="a-key-of-the-page"))
    assert (
        sum(isinstance(each.event, events.TournamentMeetingForbidden) for each in site.now(running).acts) == 1
    )


@pytest.mark.slow
def test_the_preview_keeps_its_warnings(site: Desk) -> None:
    """A pairing by hand that repeats the first round is accepted, and warned about until it is paired."""
    found = site.started(site.entered(site.announced(size=2), "Ben", bots=3))
    tables = "\n".join(" ".join(str(player + 1) for player in table.entrants) for table in found.games)
    site.done(site.act(found.id, "set-pairing", round="2", tables=tables, byes=""))
    page = site.see(found.id)
    assert page.count("meet again; meetings so far: 1") == 2
    assert "It will be paired by hand like this." in page


@pytest.mark.slow
def test_a_round_is_signed_off_when_nothing_is_missing(site: Desk) -> None:
    """Missing games are named; a worker pairs the next round after the sign-off."""
    found = site.started(site.entered(site.announced(size=2, rounds=2), bots=4))
    page = site.see(found.id)
    assert "These games are missing:" in page
    assert 'href="#open-1"' in page
    assert 'id="open-1"' in page
    assert site.send(found.id, "rounds/1/close").status_code == 409
    site.played(found)
    assert "These games are missing:" not in site.see(found.id)
    assert "Round 1 is signed off." in site.done(site.send(found.id, "rounds/1/close"))
    site.played(site.commands.advance(found.id))
    told = site.done(site.send(found.id, "rounds/2/close"))
    assert told == "Round 2 is signed off. The tournament is finished: its standings are final."
    assert "Act on the record" not in site.see(found.id)


@pytest.mark.slow
def test_a_player_disputes_a_move_and_the_director_answers(site: Desk) -> None:
    """The replay has the form for its players only; the desk leads to the disputed move and to the audit."""
    found = site.started(site.entered(site.announced(size=2), "Ben", bots=1))
    [game] = found.games
    replay = f"/games/{game.id}/replay?version=3"
    assert 'id="dispute"' not in site.browsers["Cleo"].client.get(replay).text
    form = site.browsers["Ben"].client.get(replay).text
    assert re.search(r'name="at" type="number" min="1" required value="3"', form)
    assert "Round 1, table 1 of Cup of Leaves" in form
    sent = {"game": "1", "at": "3", "code": "fault", "reason": "my board was not shown"}
    path = f"/tournaments/{found.id}/disputes"
    assert site.browsers["Cleo"].form(path, **sent).status_code == 403
    assert site.browsers["Ben"].form(path, **{**sent, "at": "9999"}).status_code == 409
    answer = site.browsers["Ben"].form(path, **sent)
    assert answer.status_code == 303
    [dispute] = site.now(found.id).disputes
    assert answer.headers["Location"].endswith(f"/tournaments/{found.id}#act-{dispute.version}")
    assert 'id="dispute"' not in site.browsers["Ben"].client.get(replay).text
    page = site.see(found.id)
    assert "my board was not shown" in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert f'href="/games/{game.id}/replay?version=3"' in page
    assert f'href="/games/{game.id}/audit"' in page
    told = site.done(site.act(found.id, "answer-dispute", dispute=str(dispute.version), upheld="yes"))
    assert "is upheld" in told
    assert not site.now(found.id).disputes
    answered = site.now(found.id).acts[-1]
    site.done(site.act(found.id, "undo", act=str(answered.version)))
    assert site.now(found.id).disputes


@pytest.mark.slow
def test_a_large_tournament_has_a_small_desk(site: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond some tables results are found by the game's number, and a long preview is asked for."""
    monkeypatch.setattr(seen, "MOST_TABLES", 1)
    monkeypatch.setattr(seen, "MOST_PAIRED", 3)
    found = site.started(site.entered(site.announced(size=2), bots=8))
    found = site.played(found, 2)
    page = site.see(found.id)
    assert page.count('<li id="open-') == 1
    assert "1 more game has no result." in page
    assert 'id="result-correct-' not in page
    assert "Another result, by the number of its game" in page
    assert "Preview of round 2" not in page
    assert "Preview of round 2" in site.see(found.id, "?preview=yes")
    assert '<input name="entrant" type="number" min="1" max="8"' in page
    one = site.see(found.id, "?game=2")
    assert re.findall(r'id="result-correct-(\d+)"', one) == ["2"]
