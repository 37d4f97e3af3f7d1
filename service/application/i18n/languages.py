"""The languages of the service: English, and each one that has a compiled catalogue in `translations/`.

`translations/<tag>/LC_MESSAGES/messages.po` is all that a language consists of (docs/extending.md). A
catalogue is read when its language is first used, and once for each process.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from babel import Locale

from service.application.i18n.formatting.formats import Calendar
from service.application.i18n.speaking import CATALOGUES, Language, open_language

ENGLISH = "en"
TERRITORY = re.compile(r"[A-Za-z]{2}|[0-9]{3}")
EXTENSIONS = re.compile(r"[-_](?=[A-Za-z0-9][-_])")
"""Before the first extension of a tag (RFC 5646, 2.2.6)."""
CALENDAR = re.compile(r"-u-(?:[a-z0-9-]+-)?ca-([a-z]+)")
"""The calendar in the extension of a tag (RFC 6067)."""
LONGEST_TAG = 35
"""The longest tag that is read, in characters (RFC 5646, 4.4.1)."""
KEPT = 512
"""The tags, and the lists of tags, whose language is remembered."""

folder: Path = CATALOGUES
"""Where the catalogues are; tests have others."""


class Shipped(NamedTuple):
    """A language of the service: its tag, its own name, and the direction of its writing, `ltr` or `rtl`."""

    tag: str
    name: str
    direction: str


WITH_GREGORIAN = {"fa": Shipped(f"fa-u-ca-{Calendar.GREGORIAN}", "فارسی، تقویم میلادی", "rtl")}
"""The choice of Gregorian dates, by the languages that have another calendar."""


def choosable() -> Mapping[str, Shipped]:
    """What a reader can choose: the languages, and their calendars, by tags."""
    others = (other for tag, other in WITH_GREGORIAN.items() if tag in shipped())
    return {**shipped(), **{other.tag: other for other in others}}


def shipped() -> Mapping[str, Shipped]:
    """The languages by their tags: English, then the others in the order of their tags.

    >>> shipped()["en"]
    Shipped(tag='en', name='English', direction='ltr')
    """
    return _shipped(folder)


def english() -> Language:
    """The language of everything that has no reader."""
    return language(ENGLISH)


def language(tag: str) -> Language:
    """The shipped language with this tag; KeyError for another one."""
    return _opened(shipped()[tag].tag, folder)


def wanted(tag: str, regions: tuple[str, ...] = ()) -> Language | None:
    """The language that a tag of BCP 47 names, such as `fa` or `pt-BR`; None if it is not shipped.

    Its region is that of the tag, or else that of the first tag in `regions` that names the same language.
    """
    return _wanted(tag, regions, folder) if len(tag) <= LONGEST_TAG else None


def first_wanted(tags: tuple[str, ...]) -> Language | None:
    """The first of these tags' languages that is shipped, in the region that they name; None if none is."""
    return _first_wanted(tags, folder)


@lru_cache(maxsize=KEPT)
def _first_wanted(tags: tuple[str, ...], _catalogues: Path) -> Language | None:
    return next(filter(None, (wanted(tag, tags) for tag in tags)), None)


@lru_cache(maxsize=KEPT)
def _wanted(tag: str, regions: tuple[str, ...], _catalogues: Path) -> Language | None:
    found, region = _read(tag)
    if found is None:
        return None
    asked = region or next((region for name, region in map(_read, regions) if region and name == found), "")
    spoken = language(found).of_region(asked) if asked else language(found)
    return spoken.with_calendar(_calendar(tag))


def _read(tag: str) -> tuple[str | None, str]:
    """The shipped language of a tag, None for another one, and its territory, empty for none."""
    if len(tag) > LONGEST_TAG:
        return None, ""
    base, *more = re.split("[-_]", EXTENSIONS.split(tag)[0])
    region = next((part for part in more if TERRITORY.fullmatch(part)), "")
    return (base.lower() if base.lower() in shipped() else None), region.upper()


def _calendar(tag: str) -> Calendar | None:
    """The calendar that the tag names, None for the language's own."""
    named = CALENDAR.search(tag.lower())
    return Calendar(named[1]) if named and named[1] in {*Calendar} else None


@lru_cache(maxsize=8)
def _shipped(catalogues: Path) -> Mapping[str, Shipped]:
    compiled = catalogues.glob("*/LC_MESSAGES/messages.mo")
    tags = [ENGLISH, *sorted({path.parts[-3] for path in compiled} - {ENGLISH})]
    return {tag: _described(Locale.parse(tag)) for tag in tags}


def _described(locale: Locale) -> Shipped:
    name = locale.display_name or str(locale)
    return Shipped(str(locale), name[:1].upper() + name[1:], locale.text_direction)


@lru_cache(maxsize=64)
def _opened(tag: str, catalogues: Path) -> Language:
    return open_language(tag, catalogues)
