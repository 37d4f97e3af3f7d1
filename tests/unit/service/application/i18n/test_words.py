"""The words of the pages: one catalogue, the request's language, plurals by category."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from jinja2 import Environment

from service.application.i18n.groups import GROUPS
from service.application.i18n.speaking import (
    Language,
    Text,
    gettext,
    install,
    open_language,
    pgettext,
    plural,
    present,
    speaking,
)
from service.application.mail.kinds import RESET, EmailWriter

CROWNS = plural("{count} crown", "{count} crowns")


@pytest.fixture
def polish(tmp_path: Path) -> Language:
    """Give a small Polish catalogue."""
    catalogue = Catalog(locale="pl")
    catalogue.add(("{count} crown", "{count} crowns"), ("{count} korona", "{count} korony", "{count} koron"))
    catalogue.add("forest", "las", context="terrain")
    catalogue.add("A new password", "Nowe hasło")
    place = tmp_path / "pl" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
    return open_language("pl", tmp_path)


def rendered(template: str) -> str:
    """The output of a template with the words installed."""
    environment = Environment(autoescape=True)
    install(environment)
    return environment.from_string(template).render()


def test_keys_of_scripts_are_unique() -> None:
    """No key is in two groups."""
    keys = [key for group in GROUPS.values() for key in group]
    assert len(keys) == len(set(keys))


def test_words_come_in_the_language_that_is_spoken(polish: Language) -> None:
    """A word is in the catalogue's language if it has it, otherwise in English."""
    forest, lake = GROUPS["board"]["terrain.forest"], GROUPS["board"]["terrain.lake"]
    with speaking(polish):
        assert (str(forest), present().word(forest), pgettext("terrain", "forest")) == ("las", "las", "las")
        assert present().word(lake) == "lake"
    assert (str(forest), pgettext("terrain", "forest")) == ("forest", "forest")
    assert polish.word(forest) == "las"


def test_an_e_mail_is_written_in_the_language_of_whom_it_is_for(polish: Language) -> None:
    """A job writes it without a request."""
    with speaking(polish):
        email = EmailWriter(bytes).write(RESET, "ann@example.org", 0)
    assert email.subject == "Nowe hasło"


def test_a_thread_speaks_its_own_language(polish: Language) -> None:
    """The language of one thread does not affect another."""
    with speaking(polish), ThreadPoolExecutor(1) as other:
        assert (pgettext("terrain", "forest"), other.submit(pgettext, "terrain", "forest").result()) == (
            "las",
            "forest",
        )


def test_values_stand_in_their_places() -> None:
    """Values of a lazy text are filled in when it is used; without values a percent sign is allowed."""
    assert str(Text("%(many)s dominoes", many=48)) == "48 dominoes"
    assert gettext("100 %") == "100 %"
    assert (
        rendered('{{ ngettext("%(num)d of %(all)s king", "%(num)d of %(all)s kings", 2, all=4) }}')
        == "2 of 4 kings"
    )


def test_plurals_have_a_text_for_each_category_of_the_language(polish: Language) -> None:
    """English has two forms; Polish has one, few and many, named as by `Intl.PluralRules`."""
    assert present().word(CROWNS) == {"one": "{count} crown", "other": "{count} crowns"}
    assert present().counted(CROWNS, 3) == "3 crowns"
    assert polish.word(CROWNS) == {"one": "{count} korona", "few": "{count} korony", "many": "{count} koron"}
    assert [polish.counted(CROWNS, count) for count in (1, 2, 5)] == ["1 korona", "2 korony", "5 koron"]


def test_templates_put_values_in_their_places_once() -> None:
    """Jinja fills in the values, also beside the number; a doubled percent sign gives one."""
    text = '{{ ngettext("%(num)d of %(all)d, 100 %%", "%(num)d of %(all)d, 100 %%", 2, all=4) }}'
    assert rendered(text) == "2 of 4, 100 %"


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (timedelta(hours=1, minutes=59), "in 1 hour"),
        (timedelta(days=2, hours=23, minutes=59), "in 2 days"),
        (timedelta(days=13), "in 1 week"),
        (timedelta(days=364), "in 12 months"),
        (timedelta(seconds=59.9), "in 59 seconds"),
        (timedelta(0), "in 0 seconds"),
        (timedelta(hours=-1, minutes=-59), "1 hour ago"),
    ],
)
def test_a_distance_has_whole_units(distance: timedelta, words: str) -> None:
    """Never more time than is left."""
    assert open_language("en").away(distance) == words


def test_a_constant_is_shown_in_the_language_of_each_reader() -> None:
    """A template that was compiled for one reader shows its own numbers in the language of the next."""
    environment = Environment(autoescape=True)
    install(environment)
    shown = environment.from_string("{{ 2|number }} {{ '3'|digits }}")
    with speaking(open_language("fa")):
        assert shown.render() == "۲ ۳"
    assert shown.render() == "2 3"
    other = environment.from_string("{{ 2|number }}")
    assert other.render() == "2"
    with speaking(open_language("fa")):
        assert other.render() == "۲"
