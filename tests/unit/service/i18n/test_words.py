"""The words of the pages: all in one catalogue, in the language of the request, plurals by category."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask_babel import force_locale

import service
from service import i18n
from service.i18n.speaking import plural, spoken, spoken_count

SERVICE = Path(service.__file__).parent
CATALOGUE = SERVICE / "translations" / "messages.pot"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
KEYWORDS = DEFAULT_KEYWORDS | {"_l": None, "plural": (1, 2)}
CROWNS = plural("{count} crown", "{count} crowns")


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Give an application that says its words also in Polish, as far as this test knows any."""
    catalogue = Catalog(locale="pl")
    catalogue.add(("{count} crown", "{count} crowns"), ("{count} korona", "{count} korony", "{count} koron"))
    catalogue.add("forest", "las")
    place = tmp_path / "pl" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
    app = Flask("service")
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(tmp_path)
    i18n.register(app)
    return app


def test_the_catalogue_has_every_word_and_no_other() -> None:
    """What templates and modules say stands in `messages.pot`; `docs/understand/web.md` tells how."""
    found = extract_from_dir(SERVICE, METHODS, keywords=KEYWORDS)
    with CATALOGUE.open("rb") as file:
        held = {message.id for message in read_po(file) if message.id}
    assert {message for _, _, message, _, _ in found} == held


def test_keys_of_scripts_are_unique() -> None:
    """No two groups say different things under one key."""
    keys = [key for group in i18n.GROUPS.values() for key in group]
    assert len(keys) == len(set(keys))


def test_words_come_in_the_language_of_the_request(app: Flask) -> None:
    """A word that the language's catalogue has is said in it, another one in English."""
    with app.test_request_context(), force_locale("pl"):
        assert spoken(i18n.GROUPS["board"]["terrain.forest"]) == "las"
        assert spoken(i18n.GROUPS["board"]["terrain.lake"]) == "lake"


def test_plurals_have_a_text_for_each_category_of_the_language(app: Flask) -> None:
    """Two in English; in Polish 1, 2 to 4 and the others, by the names that `Intl.PluralRules` gives them."""
    with app.test_request_context():
        assert spoken(CROWNS) == {"one": "{count} crown", "other": "{count} crowns"}
        assert spoken_count(CROWNS, 3) == "3 crowns"
        with force_locale("pl"):
            expected = {"one": "{count} korona", "few": "{count} korony", "many": "{count} koron"}
            assert spoken(CROWNS) == expected
            assert [spoken_count(CROWNS, count) for count in (1, 2, 5)] == ["1 korona", "2 korony", "5 koron"]
