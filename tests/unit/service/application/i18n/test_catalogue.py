"""The catalogue of sentences is that of `make words`, and tells translators what each message is about."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po

import service
from service.application.i18n.placeholders import CLEAR, MEANINGS, meaning

SERVICE = Path(service.__file__).parent
TRANSLATIONS = SERVICE / "application" / "i18n" / "translations"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
NAME = re.compile(r"\w+")
CONTEXT = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
"""A row of the table of contexts."""

_ORDINALS = "board column domino game id line number place plan round seat square table turn version x y"
_TEXTS = "before domino missing ms name names origin others path player time title type value"
NO_COUNTS = frozenset(f"{_ORDINALS} {_TEXTS}".split())
"""Placeholders that say which one of several it is, or that are no number: they have no plural."""
MANY = frozenset({"left", "limit", "longest", "members", "most", "players", "size"})
"""Placeholders whose number is 0 or more than 1: limits, dominoes left of a deck, bytes of a file."""
COUNTED = re.compile(r"(?:%\((\w+)\)[sd]|\{(\w+)\}) (?:more )?(?!is\b|was\b|as\b)[a-z]+s\b")
"""A number with what it counts."""
NEVER_ONE = {
    "%(points)s more points where no domino was discarded.",
    "%(points)s more points where the castle is in the very middle.",
    "%(points)s points for a castle in the very middle. In Origins: Realm of Fire.",
    "%(points)s points for a kingdom without a discarded domino. In Origins: Homo Habilis.",
    (
        "Squares without fire bring a mammoth, a fish, a mushroom or a flint. Each left at the end counts "
        "%(resource)s. Who alone has most of one takes its totem, worth %(mammoth)s, %(fish)s, %(mushroom)s "
        "and %(flint)s points. Fire destroys what it falls on."
    ),
    (
        "VERSION:HASH does not say which game it is of, and there are %(count)s bundles: give a receipt, "
        "which does, or one bundle"
    ),
    (
        "the checkpoints have %(small)s and %(large)s leaves, and whether the larger tree continues the "
        "smaller one is not in them: name the log with --log"
    ),
    "%(count)s policies for %(entrants)s entrants: give each policy an entrant",
    "%(count)s policies for %(players)s players: give one for all or one for each",
    "good, {loss} ± {error} points less than the best",
    "slip, {loss} ± {error} points and {win} of the chance to win lost",
    "blunder, {loss} ± {error} points and {win} of the chance to win lost",
}
"""Messages whose number is above 1: a constant, the larger of two, or one of several; or a range."""
STILL_SINGLE = {
    "%(turns)s turns, all legal; the game has not ended",
    "%(turns)s turns, all legal; the points are %(points)s",
    "%(place)s. %(name)s: %(points)s points",
}
"""Messages of commands that should have plural forms and do not have them yet."""


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    """Give the catalogue of the repository."""
    with (TRANSLATIONS / "messages.pot").open("rb") as file:
        return read_po(file)


def messages(catalogue: Catalog) -> Iterator[Message]:
    """All messages; the first one of a catalogue is its header."""
    return (message for message in catalogue if message.id)


def key(message: Message) -> tuple[object, object]:
    """What a message is looked up by."""
    return message.context, message.id


@pytest.mark.slow
def test_the_catalogue_has_every_message_and_no_other(catalogue: Catalog) -> None:
    """`messages.pot` has exactly the sentences of templates and modules: else run `make words`."""
    keywords = re.search(
        r"^KEYWORDS := (.*)$", (SERVICE.parent / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    assert keywords
    with (TRANSLATIONS / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    known = {**DEFAULT_KEYWORDS, **parse_keywords(keywords[1].split())}
    found = extract_from_dir(SERVICE, methods, options, known)
    assert {(context, text) for _, _, text, _, context in found} == set(map(key, messages(catalogue)))


def test_every_message_says_where_it_stands(catalogue: Catalog) -> None:
    """Each has the files that use it, without line numbers, which would change with every edit."""
    for message in messages(catalogue):
        assert message.locations, message.id
        assert all(line is None for _, line in message.locations), message.id


def test_short_messages_have_a_context(catalogue: Catalog) -> None:
    """One or two words mean different things in different places: `pgettext`."""
    assert [each.id for each in messages(catalogue) if is_short(each) and not each.context] == []


def test_what_is_no_sentence_has_a_context(catalogue: Catalog) -> None:
    """Words that begin in lower case stand alone as something, such as a status, and not in a sentence."""
    assert [each.id for each in messages(catalogue) if first(each)[0].islower() and not each.context] == []


def test_the_contexts_are_those_of_the_documentation(catalogue: Catalog) -> None:
    """Translators find each context explained, and no other is made up beside them."""
    section = (SERVICE.parent / "docs" / "extending.md").read_text("utf-8").partition("## Write a sentence\n")
    told = CONTEXT.findall(section[2].partition("\n## ")[0])
    assert sorted(set(told)) == told
    assert {message.context for message in messages(catalogue) if message.context} == set(told)


def first(message: Message) -> str:
    """The text, in the singular."""
    return message.id if isinstance(message.id, str) else str(message.id[0])


def is_short(message: Message) -> bool:
    """True for at most two words, placeholders included."""
    return len(first(message).split()) <= 2


def test_plural_forms_have_the_same_placeholders(catalogue: Catalog) -> None:
    """Only the singular may lack the number."""
    for message in messages(catalogue):
        if not isinstance(message.id, str):
            one, many = (set(PLACEHOLDER.findall(text)) for text in message.id)
            assert one <= many, message.id
            assert len(many - one) <= 1, message.id


def test_what_is_counted_has_plural_forms(catalogue: Catalog) -> None:
    """A reader may see one point and several: `ngettext`, or `plural` in a script."""
    single = {message.id for message in messages(catalogue) if isinstance(message.id, str)}
    assert {text for text in single if counts_in(text)} == NEVER_ONE | STILL_SINGLE


def counts_in(text: str) -> list[str]:
    """The placeholders that stand before what they count.

    >>> counts_in("{name} wins game {number}: {points} points, %(fires)s fires, {left} dominoes left")
    ['points', 'fires']
    """
    return [name for found in COUNTED.findall(text) if (name := "".join(found)) not in NO_COUNTS | MANY]


def names_in(message: Message) -> set[str]:
    """The names of its placeholders."""
    texts = [message.id] if isinstance(message.id, str) else message.id
    return {NAME.findall(found)[0] for text in texts for found in PLACEHOLDER.findall(text)}


def test_translators_read_what_stands_in_each_placeholder(catalogue: Catalog) -> None:
    """Its name says it, or a comment beside the message does; no other placeholder is explained."""
    used = set().union(*map(names_in, messages(catalogue)))
    assert used == CLEAR | {name.rpartition(".")[2] for name in MEANINGS}
    assert not CLEAR & MEANINGS.keys()
    for message in messages(catalogue):
        for name in names_in(message) - CLEAR:
            modules = [Path(location).stem for location, _ in message.locations]
            told = [said for module in modules if (said := meaning(name, module))]
            assert any(f"{name}: {said}" in " ".join(message.auto_comments) for said in told), message.id
