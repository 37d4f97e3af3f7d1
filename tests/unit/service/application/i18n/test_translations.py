"""Each catalogue is whole: every message is translated, with its placeholders, markup and plural forms."""

# ruff: noqa: RUF001 - Turkish has these letters

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from service.application.i18n.speaking import CATALOGUES

LANGUAGES = sorted(path.parts[-3] for path in CATALOGUES.glob("*/LC_MESSAGES/messages.po"))

PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
TAG = re.compile(r"</?\w+(?: [^>]*)?>|</?\w+>")
_VALUE = r"(?:\}|%\(\w+\)[sd])"
TOUCHED: Mapping[str, re.Pattern[str]] = {
    "hu": re.compile(rf"{_VALUE}-?[a-záéíóöőúüű]|\b[Aa]z? (?:\{{|%\()|\b[Aa]\(z\)"),
    "ko": re.compile(
        rf"{_VALUE}(?:은|는|이|가|을|를|과|와|으로|로|이나|나|에게|에)(?![가-힣])"
        r"|은\(는\)|이\(가\)|을\(를\)|와\(과\)|\(으\)로"
    ),
    "tr": re.compile(rf"{_VALUE}['’]?[a-zçğıöşü]|{_VALUE}['’]"),
}
"""What depends on a value that a translator cannot know: particles, articles and suffixes (ADR 77)."""


@pytest.fixture(scope="module", params=LANGUAGES)
def translated(request: pytest.FixtureRequest) -> Catalog:
    """Give a catalogue."""
    return read(request.param)


@pytest.fixture(scope="module")
def template() -> Catalog:
    """Give the catalogue of the English sentences."""
    with (CATALOGUES / "messages.pot").open("rb") as file:
        return read_po(file)


def path_of(language: str) -> Path:
    """The catalogue of a language."""
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


def read(language: str) -> Catalog:
    """A language's catalogue."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def messages(catalogue: Catalog) -> list[Message]:
    """All messages; the first one of a catalogue is its header."""
    return [message for message in catalogue if message.id]


def sides(message: Message) -> Iterator[tuple[list[str], str]]:
    """Each translation of a message, with the English that it may stand for."""
    english = [message.id] if isinstance(message.id, str) else list(message.id)
    said = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return ((english, text) for text in said)


def placeholders(text: str) -> set[str]:
    """The names of the values in a text."""
    return {one or other for one, other in PLACEHOLDER.findall(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_words_are_those_of_the_catalogue(language: str) -> None:
    """`make words` compiles them, and so do `make run` and `make setup`."""
    compiled = BytesIO()
    write_mo(compiled, read(language))
    assert path_of(language).with_suffix(".mo").read_bytes() == compiled.getvalue(), "run `make words`"


def test_a_catalogue_has_every_message(translated: Catalog, template: Catalog) -> None:
    """And no other, nothing doubtful, and a translation of each: else run `make words`, and translate."""
    assert not translated.fuzzy
    assert {(each.context, each.id) for each in messages(translated)} == {
        (each.context, each.id) for each in messages(template)
    }
    assert [each.id for each in messages(translated) if each.fuzzy] == []
    assert [each.id for each in messages(translated) for _, text in sides(each) if not text.strip()] == []


def test_a_plural_has_each_form_of_its_language(translated: Catalog) -> None:
    """As many as CLDR has categories; a single sentence has one."""
    forms = len(Locale.parse(str(translated.locale)).plural_form.tags | {"other"})
    assert translated.num_plurals == forms
    for message in messages(translated):
        assert isinstance(message.string, str) == isinstance(message.id, str), message.id
        if not isinstance(message.id, str):
            assert len(message.string or ()) == forms, message.id


def test_the_values_are_the_same(translated: Catalog) -> None:
    """A form of a plural may lack what the English singular lacks."""
    wrong = [
        (english[-1], text)
        for message in messages(translated)
        for english, text in sides(message)
        if placeholders(text) not in [placeholders(each) for each in english]
    ]
    assert wrong == []


def test_the_markup_is_the_same(translated: Catalog) -> None:
    """The same tags, in any order, and no others."""
    wrong = [
        (english[-1], text)
        for message in messages(translated)
        for english, text in sides(message)
        if sorted(TAG.findall(text)) not in [sorted(TAG.findall(each)) for each in english]
    ]
    assert wrong == []


def test_no_translation_begins_or_ends_with_a_space(translated: Catalog) -> None:
    """Unless the English sentence does."""
    wrong = [
        text
        for message in messages(translated)
        for english, text in sides(message)
        if text.strip() != text and english[0].strip() == english[0]
    ]
    assert wrong == []


def test_nothing_depends_on_a_value(translated: Catalog) -> None:
    """No particle, article or suffix touches a placeholder: it would be wrong for the next name or number."""
    touched = TOUCHED.get(str(translated.locale))
    found = [
        text
        for message in messages(translated)
        for _, text in sides(message)
        if touched and touched.search(text)
    ]
    assert found == []


def test_the_lint_finds_what_it_looks_for() -> None:
    """One bad translation for each rule, and good ones."""
    bad = {
        "hu": ["a %(name)s lépett", "{name}-nak", "%(name)sé", "a(z) {name}"],
        "ko": ["{name}은 두었어요", "%(name)s를 초대", "{name}이(가) 왔어요", "{count}로 가기"],
        "tr": ["{name}'in sırası", "%(name)sı çağır", "{count}te"],
    }
    good = {
        "hu": ["Játékos: %(name)s", "{name} lépett", "%(num)s db"],
        "ko": ["{name} 님이 두었어요", "%(n)s개가 남았어요", "{count}점"],
        "tr": ["{name} adlı oyuncu", "%(num)s tane"],
    }
    for language, pattern in TOUCHED.items():
        assert [text for text in bad[language] if not pattern.search(text)] == []
        assert [text for text in good[language] if pattern.search(text)] == []
