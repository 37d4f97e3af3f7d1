"""Languages that nobody speaks, for tests: every message is there, in letters of another alphabet."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from service.application.i18n import languages
from service.application.i18n.speaking import CATALOGUES

KEPT = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}|<[^>]*>|&\w+;|https?://\S+")
"""What a translation has unchanged."""
LATIN = "abcdefghijklmnopqrstuvwxyz"
ARMENIAN = "աբգդեզէըթժիլխծկհձղճմյնշոչպ"
ALPHABET = str.maketrans(LATIN + LATIN.upper(), ARMENIAN + ARMENIAN.upper())


@contextmanager
def shipping(*tags: str) -> Iterator[None]:
    """Let English and these be the languages of the service, for as long as the block runs."""
    before = languages.folder
    with TemporaryDirectory(prefix="languages-") as folder:
        write_pseudo(Path(folder), *tags)
        languages.folder = Path(folder)
        try:
            yield
        finally:
            languages.folder = before


def write_pseudo(folder: Path, *tags: str) -> None:
    """Write compiled catalogues of these languages into the folder, each with every message."""
    with (CATALOGUES / "messages.pot").open("rb") as file:
        template = read_po(file)
    for tag in tags:
        catalogue = Catalog(locale=tag, fuzzy=False)
        for message in template:
            if message.id:
                catalogue.add(message.id, _said(message.id, catalogue.num_plurals), context=message.context)
        written = folder / tag / "LC_MESSAGES" / "messages.mo"
        written.parent.mkdir(parents=True)
        with written.open("wb") as file:
            write_mo(file, catalogue)


def armenian(text: str) -> str:
    """The text in Armenian letters; placeholders, markup and addresses stay.

    >>> armenian("Play <b>now</b>, %(name)s")
    'Հլաչ <b>ծկշ</b>, %(name)s'
    """
    ends, said = 0, []
    for found in KEPT.finditer(text):
        said += [text[ends : found.start()].translate(ALPHABET), found[0]]
        ends = found.end()
    return "".join(said) + text[ends:].translate(ALPHABET)


def _said(english: str | tuple[str, ...] | list[str], forms: int) -> str | tuple[str, ...]:
    if isinstance(english, str):
        return armenian(english)
    return tuple(armenian(english[min(number, len(english) - 1)]) for number in range(forms))
