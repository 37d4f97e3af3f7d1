"""The form of a new tournament, and the lists, on the whole application."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from replays.encoding.identity import parse_game_id
from replays.events.game_events import OnTimeout
from replays.events.regulations import DAY_MS, Format, Regulations
from replays.tournament.aggregate import Tournament
from service.pages.tournaments.desk.reading import twelfths
from service.pages.tournaments.starting_points import TEMPLATES
from tests.unit.service.pages.tournaments.site import TournamentSite

WRONG = re.compile(r'class="(?:notice )?bad"[^>]*>([^<]+)<')


@pytest.fixture(scope="module")
def site() -> Iterator[TournamentSite]:
    """Give the application."""
    made = TournamentSite()
    yield made
    made.hub.close()


def made(site: TournamentSite, **fields: str) -> Tournament:
    """The tournament that Ann announces with these fields."""
    answer = site.browsers["Ann"].form("/tournaments/new", **fields)
    assert answer.status_code == 303, WRONG.findall(answer.text)
    return site.commands.tournament(parse_game_id(answer.headers["Location"].rpartition("/")[2]))


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_a_name_and_a_template_are_enough(site: TournamentSite, template: str) -> None:
    """Each template is a tournament that can be played; its director is who announced it."""
    tournament = made(site, name=" My \n cup ", template=template)
    assert tournament.created.name == "My cup"
    assert tournament.opener == site.ids["Ann"]
    assert tournament.created.options.clock is not None
    assert tournament.created.options.on_timeout is OnTimeout.FORFEIT


def test_the_league_of_7_keeps_its_tables(site: TournamentSite) -> None:
    """Seven rounds of fours; a bot plays for those who are out."""
    created = made(site, name="League", template="league").created
    assert (created.format, created.players, created.rounds) == (Format.LEAGUE, 4, 7)
    assert created.regulations.vacancy == "steady-1"


@pytest.mark.slow
def test_every_field_counts(site: TournamentSite) -> None:
    """The fields of the form are in the record."""
    created = made(
        site,
        name="Cup",
        kind="swiss",
        players="2",
        rounds="6",
        mighty_duel="true",
        policy="fischer",
        initial="5",
        increment="1",
        cap="9",
        unit="3600",
        points="10-6-3-1",
        bye="2,5",
        tie_1="buchholz",
        tie_2="",
        tie_3="",
        tie_4="lots",
        tie_5="",
        forfeit="nothing",
        late_until="3",
        late_points="1",
        round_days="9",
        first_move_days="",
        idle_days="4",
        bar_days="30",
        company="rated",
        on_timeout="bot",
        spectators="false",
    ).created
    assert created.rules.mighty_duel
    assert created.options.clock is not None
    assert (created.options.clock.initial, created.options.clock.cap) == (18_000, 32_400)
    assert (created.options.rated, created.options.on_timeout) == (True, OnTimeout.FORFEIT)
    assert created.options.spectators is False
    agreed = created.regulations
    assert agreed == Regulations(
        points="10-6-3-1",
        bye=30,
        tie_breaks=("buchholz", "lots"),
        forfeit=agreed.forfeit,
        late_until=3,
        late_points=12,
        round_ms=9 * DAY_MS,
        first_move_ms=None,
        idle_ms=4 * DAY_MS,
        bar_ms=30 * DAY_MS,
    )
    assert agreed.forfeit.value == "nothing"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": " "}, "A name has 1 to 80 characters, not 0."),
        ({"name": "x" * 81}, "A name has 1 to 80 characters, not 81."),
        ({"name": "Cup\u202e"}, "A name has only characters that can be seen: U+202E cannot."),
        ({"rounds": "0"}, "This is a whole number from 1 to 99."),
        ({"rounds": "9" * 40}, "This is a whole number from 1 to 99."),
        ({"kind": "relay"}, "This is not one of the choices."),
        ({"bye": "nan"}, "This is a number of points from 0 to 100."),
        ({"bye": "inf"}, "This is a number of points from 0 to 100."),
        ({"tie_2": "beauty"}, "This is not one of the choices."),
        ({"policy": "fischer", "initial": "9", "cap": "2"}, "The most time cannot be less"),
        ({"bye": "90"}, "a round without a table gives at most what the first place gives"),
        ({"mighty_duel": "true"}, "Mighty Duel"),
    ],
)
def test_a_wrong_form_is_shown_again_with_the_reason(
    site: TournamentSite, fields: dict[str, str], sentence: str
) -> None:
    """What was written is kept; nothing is announced."""
    answer = site.browsers["Ann"].form("/tournaments/new", **{"name": "Cup", "seeding": "entries", **fields})
    assert answer.status_code in {409, 422}
    assert sentence in unescape(" ".join(WRONG.findall(answer.text)))
    assert 'value="entries" checked' in answer.text


def test_the_form_says_what_its_values_mean(site: TournamentSite) -> None:
    """The page with values in its query has the regulations in sentences, for a script and without one."""
    page = site.browser().client.get("/tournaments/new?idle_days=5&kind=knockout&filling=lucky-losers").text
    assert "lets a move wait for 5 days" in page
    assert "The best of those who are out go on" in page


@pytest.mark.slow
def test_lists_have_each_tournament_where_it_belongs(site: TournamentSite) -> None:
    """Open, running and finished ones; one's own are those that one entered or directs."""
    open_, running = site.announced(name="Open cup"), site.announced(name="Running cup", size=2)
    running = site.started(site.entered(running, "Ben", bots=1))
    ben = site.browsers["Ben"].client
    assert "Open cup" in ben.get("/tournaments?status=open").text
    assert "Running cup" in ben.get("/tournaments?status=active").text
    mine = ben.get("/tournaments?status=mine").text
    assert "Running cup" in mine
    assert "Open cup" not in mine
    assert "Open cup" in site.browsers["Ann"].client.get("/tournaments?status=mine").text
    assert site.browser().client.get("/tournaments?status=mine").status_code == 303
    lobby = ben.get("/").text
    assert f"/tournaments/{open_.id}" in lobby
    assert "My tournaments" in lobby
    assert site.browser().client.get("/tournaments?status=open&cursor=x").status_code == 422


@pytest.mark.slow
def test_a_game_names_its_round_and_table(site: TournamentSite) -> None:
    """The table's page and the replay lead to the tournament."""
    tournament = site.started(site.entered(site.announced(name="Deep cup", size=2), bots=4))
    for path in ("", "/replay"):
        page = site.browser().client.get(f"/games/{tournament.games[1].id}{path}").text
        assert f'href="/tournaments/{tournament.id}">Round 1, table 2 of Deep cup</a>' in page


def test_numbers_are_read_in_the_digits_of_any_script(site: TournamentSite) -> None:
    """Persian ones and full-width ones, as typed where a page runs no script."""
    tournament = made(site, name="Cup", template="evening", rounds="\u06f0\uff14")
    assert tournament.created.rounds == 4


@pytest.mark.parametrize(
    ("text", "points"), [("\u06f2\u066b\u06f5", 30), ("\u06f2 \u06f1/\u06f3", 28), ("\uff12", 24)]
)
def test_points_are_read_in_the_digits_of_any_script(text: str, points: int) -> None:
    """Also with the decimal separator of Persian."""
    assert twelfths(text) == points
