"""No English word is on a page of another language, except names, codes and what has no other name."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from service.application.i18n.languages import ENGLISH, shipped
from tests.unit.service.pages.test_all_games import Site

SAID = ("alt", "aria-label", "aria-roledescription", "placeholder", "title")
"""The attributes that people read or hear."""
UNSEEN = ("script", "style", "template", "code", "kbd", "pre")
"""The elements whose content is not a sentence."""
VOID = ("link", "meta", "input", "img", "br", "hr", "use", "path")
"""The elements without content."""
NAMES = {"Ann", "Ben", "Cleo", "Kingdomino", "Origins", "Firefox", "Linux"}
"""The names of players, of the games and of programs."""
TERMS = {
    *("API", "CSV", "Elo", "GIF", "HASH", "HTTP", "ID", "JSON", "JavaScript", "KB", "NDJSON", "OK", "PNG"),
    *("RFC", "SHA", "URL", "UTC", "VERSION", "Webhook", "https"),
    *("End", "Enter", "Escape", "Home", "Page", "Up", "Down", "Shift", "Space"),
}
"""Standards, keys and signs that languages with other letters write so too."""
WORD = re.compile(r"[^\W\d_]+")
LATIN_DIGIT = re.compile(r"[0-9]")
LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
ADDRESS = re.compile(
    r"https?://\S+|[\w.:]*/\S+/\S*|[\w.:]+/log(?![a-z])|\S+@\S+|\S+\.(?:json|md|ndjson|zip)(?![a-z])"
    r"|kingdomino (?:audit|import)|[0-9a-f]{8}(?:-[0-9a-f]{4,}){4}|(?=[A-Za-z]*\d)[\dA-Za-z]{6,}|R\d+"
    r"|<iframe.*|\[Game.*",
    re.DOTALL,
)
"""Addresses, files, commands, ids, rules and notation."""
ENGLISH_ONLY = {
    *("and", "been", "everybody", "from", "game", "games", "has", "have", "kingdom", "kingdoms", "move"),
    *("moves", "nobody", "of", "player", "players", "points", "replay", "seat", "seats", "that", "the"),
    *("there", "they", "this", "was", "were", "when", "which", "will", "with", "you", "your"),
}
"""Words that are English and nothing else in a language with Latin letters."""
LATIN = {"hu", "tr"}
ZONES = re.compile(r"<optgroup.*?</optgroup>", re.DOTALL)
"""The names of time zones, which are those of the database in every language."""


class Reader(HTMLParser):
    """Collects what a page says: its text, and the attributes that people read or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes; what is marked as of another language is not read."""
        given = dict(attrs)
        if self._foreign or tag in UNSEEN or (given.get("lang") and tag != "html"):
            self._foreign += [tag] if tag not in VOID else []
            return
        self.said += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        """Go back to the language of the page."""
        if self._foreign and self._foreign[-1] == tag:
            self._foreign.pop()

    def handle_data(self, data: str) -> None:
        """Note the text."""
        if not self._foreign and data.strip():
            self.said.append(data.strip())


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Give the application with a game that runs and one that is over."""
    made = Site()
    yield made
    made.hub.close()


@pytest.fixture(scope="module")
def paths(site: Site) -> list[str]:
    """Give the pages that most people see, for somebody who is signed in."""
    running, over = site.started("Ann", "Ben").id, site.scored("Ann", "Ben").id
    site.project()
    tables = [f"/games/{game}{part}" for game in (running, over) for part in ("", "/replay", "/audit")]
    people = [f"/players/{site.ids['Ben']}", "/players?name=be", "/ratings", "/account", "/account/notices"]
    lists = ["/", "/games", "/games?status=active", "/watch", "/new", "/tournaments", "/tournaments/new"]
    help_ = ["/rules", "/tutorial", "/api/v1/docs"]
    return [*tables, *people, *lists, *help_, "/studies", "/notices", "/nowhere"]


@pytest.mark.parametrize("language", sorted({*shipped()} - {ENGLISH}))
def test_no_page_says_an_english_word(site: Site, paths: list[str], language: str) -> None:
    """In text, labels, titles and placeholders."""
    said = {path: said_on(site, path, language) for path in paths}
    words = {path: {word for text in said[path] for word in english(text, language)} for path in paths}
    assert {path: sorted(wrong) for path, wrong in words.items() if wrong} == {}


def test_persian_pages_have_persian_digits(site: Site, paths: list[str]) -> None:
    """Where people read; addresses, codes, ids, rules and what may be typed keep Latin ones."""
    said = {path: said_on(site, path, "fa") for path in paths}
    texts = {
        path: [text for text in said[path] if LATIN_DIGIT.search(ADDRESS.sub(" ", text))] for path in paths
    }
    assert {path: wrong for path, wrong in texts.items() if wrong} == {}


def said_on(site: Site, path: str, language: str) -> list[str]:
    """What a page says to Ann in this language."""
    page = site.browsers["Ann"].client.get(path, headers={"Accept-Language": language})
    assert page.status_code in {200, 404}, path
    reader = Reader()
    reader.feed(ZONES.sub("", page.text))
    return reader.said


def english(text: str, language: str) -> list[str]:
    """The English words in a text that should be in this language.

    >>> english("Az API: the moves of Ann", "hu")
    ['the', 'moves', 'of']
    """
    read = ADDRESS.sub(" ", text)
    if language in LATIN:
        return [word for word in WORD.findall(read) if word.lower() in ENGLISH_ONLY]
    return [word for word in LATIN_WORD.findall(read) if word not in NAMES | TERMS]
