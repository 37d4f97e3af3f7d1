"""Kept parts of pages: what changes, and what differs between two readers, is seen at once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from babel.support import NullTranslations
from flask import render_template_string

from harness.games import seeded
from harness.play.signing_in import Browser
from kingdomino.machine import legal_commands
from replays.commands.tables import Move
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from replays.match.aggregate import Match
from service import pages
from service.application.i18n.speaking import Language, speaking
from tests.unit.service.pages.test_all_games import ROW, Site

TEMPLATES = Path(pages.__file__).parents[1] / "templates"
NONCE = re.compile(r'nonce="([^"]*)"')


@pytest.fixture
def site() -> Iterator[Site]:
    """Give the application with Ann, Ben and Cleo."""
    made = Site()
    yield made
    made.hub.close()


def shown(browser: Browser, path: str, status: int = 200) -> str:
    """The page at this path."""
    answer = browser.client.get(path)
    assert answer.status_code == status, answer.text
    return answer.text


def moved(site: Site, game: GameId, moves: int = 1) -> Match:
    """The game after so many more legal moves."""
    tables, random = site.services.tables, seeded(1)
    match = tables.match(game)
    for _ in range(moves):
        assert match.game is not None
        player = match.sitters[match.game.mover or 0].player
        move = Move(player, random.choice(legal_commands(match.game)), match.head.version)
        match = tables.move(match, move).after
    return match


@pytest.mark.parametrize("page", ["/", "/games?status=active", "/games/{game}", "/games/{game}/replay"])
def test_a_new_name_is_seen_at_once(site: Site, page: str) -> None:
    """Whether the player or a moderator changes it; an erased account's name is gone."""
    game, watcher = site.started("Ann", "Ben").id, site.browser()
    path = page.format(game=game)
    assert ">Ann<" in shown(watcher, path)
    site.services.players.rename(site.ids["Ann"], "Anna")
    assert ">Anna<" in shown(watcher, path)
    site.services.players.take_name(site.ids["Ann"], 1)
    assert "Anna" not in shown(watcher, path)
    assert site.browsers["Ben"].ask("DELETE", "/me", {"confirm": "Ben"}).status_code == 204
    assert ">Ben<" not in shown(watcher, path)


def test_each_reader_has_the_own_page_of_a_table(site: Site) -> None:
    """The viewer's board comes first, and "You" is the viewer; nobody else is addressed so."""
    game = site.started("Ann", "Ben").id
    readers: dict[str, Browser] = {**site.browsers, "guest": site.browser()}
    for _ in range(2):
        pages = {name: shown(each, f"/games/{game}") for name, each in readers.items()}
        own = {
            name: re.findall(r'<section class="card own" aria-label="([^"]*)"', pages[name]) for name in pages
        }
        assert own == {
            "Ann": ["Kingdom of Ann"],
            "Ben": ["Kingdom of Ben"],
            "Cleo": ["Kingdom of Ann"],
            "guest": ["Kingdom of Ann"],
        }
        told = {name: len(re.findall(r">You sat down<", text)) for name, text in pages.items()}
        assert told == {"Ann": 1, "Ben": 1, "Cleo": 0, "guest": 0}


def test_each_reader_has_the_own_lobby(site: Site) -> None:
    """Own games, and what only guests or only players are offered."""
    game = site.started("Ann", "Ben")
    site.browsers["Cleo"].ask("POST", "/games", {"players": 2})
    for _ in range(2):
        ann, cleo = shown(site.browsers["Ann"], "/"), shown(site.browsers["Cleo"], "/")
        guest = shown(site.browser(), "/")
        assert 'with <a class="player" href="/players/' + site.ids["Ben"] in ann
        assert ">Take a seat</button>" in ann
        assert "Look at it and sit down" not in ann
        assert "Look at it and sit down" in guest
        assert "Take a seat" not in guest.partition('id="open-title"')[2]
        assert ROW.findall(guest) == [game.id]
        assert 'data-table="' not in cleo
        assert 'id="first-game"' in guest
        assert 'id="first-game"' not in ann


def test_a_move_is_seen_at_once(site: Site) -> None:
    """On the page of the table, of the replay and in lists."""
    game, watcher = site.started("Ann", "Ben").id, site.browser()
    pages = [f"/games/{game}", f"/games/{game}/replay", "/games?status=active"]
    before = [shown(watcher, page) for page in pages]
    moved(site, game, moves=10)
    after = [shown(watcher, page) for page in pages]
    assert all(
        re.sub(NONCE, "", one) != re.sub(NONCE, "", two) for one, two in zip(before, after, strict=True)
    )
    assert 'class="domino"' in after[0]


def test_a_blocked_players_table_disappears_at_once(site: Site) -> None:
    """And comes back when the block ends."""
    made: Any = site.browsers["Ann"].ask("POST", "/games", {"players": 2}).json
    mark, ben = f'data-table="{made["id"]}"', site.browsers["Ben"]
    assert mark in shown(ben, "/")
    assert ben.ask("PUT", f"/me/blocked/{site.ids['Ann']}").status_code < 300
    assert mark not in shown(ben, "/")
    assert mark in shown(site.browsers["Cleo"], "/")
    assert ben.ask("DELETE", f"/me/blocked/{site.ids['Ann']}").status_code < 300
    assert mark in shown(ben, "/")


def test_what_is_kept_gives_no_right(site: Site) -> None:
    """A private game's pages are kept for those who may see it; others get 404, and so do ended keys."""
    game = site.started("Ann", "Ben", options=Options(private=True)).id
    key: Any = site.browsers["Ann"].ask("GET", f"/games/{game}/invitation").json
    for page in (f"/games/{game}", f"/games/{game}/replay"):
        shown(site.browsers["Ann"], page)
        shown(site.browser(), f"{page}?invitation={key['key']}")
        shown(site.browser(), page, 404)
        assert "invitation=" not in shown(site.browsers["Ben"], page)
    assert site.browsers["Ann"].ask("DELETE", "/me/sessions?end_grants=true").status_code == 204
    for page in (f"/games/{game}", f"/games/{game}/replay"):
        shown(site.browser(), f"{page}?invitation={key['key']}", 404)


def test_every_script_has_the_nonce_of_its_response(site: Site) -> None:
    """Kept parts contain none."""
    game, seen = site.started("Ann", "Ben").id, set[str]()
    for path in ("/", f"/games/{game}", f"/games/{game}/replay") * 2:
        answer = site.browser().client.get(path)
        (nonce,) = set(NONCE.findall(answer.text))
        assert f"'nonce-{nonce}'" in answer.headers["Content-Security-Policy"]
        seen.add(nonce)
    assert len(seen) == 6


class Loud(NullTranslations):
    """A language in capitals."""

    def gettext(self, message: str) -> str:
        """The text in capitals, with its placeholders as they are."""
        return re.sub(r"%\(\w+\)s|\{\w+\}|[^%{]+", lambda part: _loud(part[0]), message)

    ugettext = gettext

    def upgettext(self, _context: str, message: str) -> str:
        """The same in every context."""
        return self.gettext(message)


def _loud(part: str) -> str:
    return part if part.startswith(("%(", "{")) else part.upper()


def test_each_language_has_its_own_parts(site: Site) -> None:
    """In whatever order they are asked for."""
    game = site.started("Ann", "Ben").id
    loud = Language(Locale("en"), Loud())
    for path, english in (("/", "Play now"), (f"/games/{game}", "What happened"), ("/players", "New game")):
        for _ in range(2):
            assert english in shown(site.browser(), path)
            with speaking(loud):
                page = shown(site.browser(), path)
            assert english.upper() in page
            assert english not in page


def test_a_part_is_rendered_once_for_each_name_and_key(site: Site) -> None:
    """An error is not kept."""
    rendered = []

    def count(key: str) -> str:
        rendered.append(key)
        if key == "wrong":
            raise LookupError
        return key

    two = (
        "{% call kept('one', key) %}{{ count(key) }}{% endcall %}\n"
        "{% call kept('two', key) %}{{ count(key ~ '<') }}{% endcall %}"
    )
    with site.app.test_request_context():
        before = len(rendered)
        for key in ("a", "b", "a"):
            assert render_template_string(two, key=key, count=count) == f"{key}\n{key}&lt;"
        assert rendered[before:] == ["a", "a<", "b", "b<"]
        for _ in range(2):
            with pytest.raises(LookupError):
                render_template_string(two, key="wrong", count=count)
        assert rendered[before + 4 :] == ["wrong", "wrong"]


def test_no_two_parts_have_the_same_name() -> None:
    """They would have the same key."""
    texts = [path.read_text("utf-8") for path in TEMPLATES.rglob("*.*")]
    names = [name for text in texts for name in re.findall(r'call kept\("([^"]*)"', text)]
    assert len(names) > 10
    assert len(names) == len(set(names))


def test_no_page_gives_its_template_a_value_under_a_functions_name(site: Site) -> None:
    """A value would hide the function that all templates use, in the layout as well."""
    functions = {name for name, value in site.app.jinja_env.globals.items() if callable(value)}
    hidden = [
        (module.name, given.arg)
        for module in Path(pages.__file__).parent.rglob("*.py")
        for call in ast.walk(ast.parse(module.read_text()))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "render_template"
        for given in call.keywords
        if given.arg in functions
    ]
    assert hidden == []
