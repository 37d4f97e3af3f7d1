"""Reads the desk's forms: the members of an act by the registry of acts, and lists of players."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from replays.events.regulations import Code
from replays.match.deciding.decisions import Refusal
from replays.tournament.standings.points import POINT
from service.application.i18n.formatting.typed import latin
from service.application.i18n.speaking import gettext
from service.application.tournaments.acts import ActKind, Member, MemberForm
from service.application.tournaments.entries import MOST_AT_ONCE, Line

LONGEST_NUMBER = 9
"""The most digits of a number."""
PERSIAN_POINT = "\N{ARABIC DECIMAL SEPARATOR}"
_SEPARATORS = re.compile("[\\s,;\N{ARABIC COMMA}\N{ARABIC SEMICOLON}\N{IDEOGRAPHIC COMMA}]+")
_FRACTION = re.compile(r"[0-9]+(?:[./][0-9]+)?")
"""A number or a fraction; an exponent would make an integer of any length of a few digits."""


class WrongField(Refusal):
    """`request/invalid`: a field of the form cannot be read; the sentence names it."""

    def __init__(self, text: str) -> None:
        super().__init__("request/invalid", text)


def members_of(kind: ActKind, lists: Callable[[str], list[str]]) -> dict[str, Any]:
    """The members of an act; `lists` returns all values of a field. Raises `WrongField`.

    A member that is not required and whose fields are empty is left out.
    """
    found = {}
    for each in kind.members:
        texts = [text.strip() for text in lists(each.name)]
        if any(texts):
            found[each.name] = READERS[each.form](texts)
        elif each.required:
            raise WrongField(gettext("This form is not complete: %(field)s is missing.", field=_named(each)))
    return found


def code_of(text: str) -> Code:
    """The code of a reason; raises `WrongField`."""
    try:
        return Code(text)
    except ValueError:
        raise WrongField(gettext("Choose an occasion.")) from None


def names_in(text: str) -> list[Line]:
    """The players of a list with one a line, empty lines left out; raises `WrongField`."""
    lines = [Line(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    found = [line for line in lines if line.player]
    if not 1 <= len(found) <= MOST_AT_ONCE:
        words = gettext("Write 1 to %(most)s names, one a line.", most=MOST_AT_ONCE)
        raise WrongField(words)
    return found


def number(text: str, least: int = 0) -> int:
    """A whole number; raises `WrongField`."""
    found = latin(text[: LONGEST_NUMBER + 1])
    if found.isascii() and found.isdigit() and len(found) <= LONGEST_NUMBER and int(found) >= least:
        return int(found)
    raise WrongField(gettext("%(value)s is no whole number from %(least)s.", value=text[:40], least=least))


def twelfths(text: str) -> int:
    """Points as a whole number, a fraction or both, in twelfths of a point; raises `WrongField`.

    >>> twelfths("2"), twelfths("2 1/3"), twelfths("0.5"), twelfths("7/12")
    (24, 28, 6, 7)
    """
    parts = latin(text[: 2 * LONGEST_NUMBER]).replace(",", ".").replace(PERSIAN_POINT, ".").split()
    try:
        if len(text) > 2 * LONGEST_NUMBER or not all(map(_FRACTION.fullmatch, parts)):
            raise ValueError
        points = sum(map(Fraction, parts)) * POINT
    except (ValueError, ZeroDivisionError):
        points = Fraction(1, 2)
    if points.denominator != 1 or points < 0:
        words = gettext(
            "%(value)s are no points: write a number such as 2, 2.5 or 2 1/3, in twelfths at the finest.",
            value=text[:40],
        )
        raise WrongField(words)
    return int(points)


def moment(text: str) -> int:
    """A date and time of UTC, in ms; raises `WrongField`."""
    try:
        found = datetime.fromisoformat(text[:40])
    except ValueError:
        words = gettext("%(value)s is no date with a time, such as 2026-11-28 15:30.", value=text[:40])
        raise WrongField(words) from None
    return round(found.replace(tzinfo=found.tzinfo or UTC).timestamp() * 1000)


def _named(member: Member) -> str:
    return member.about.rstrip(".")


def _numbers(texts: Sequence[str]) -> list[int]:
    return [number(part, 1) for text in texts for part in _SEPARATORS.split(text) if part]


def _tables(texts: Sequence[str]) -> list[list[int]]:
    return [list(row) for text in texts for line in text.splitlines() if (row := _numbers([line]))]


def _flag(texts: Sequence[str]) -> bool:
    if texts[0] not in {"yes", "no"}:
        raise WrongField(gettext("Choose one of the two answers."))
    return texts[0] == "yes"


def _one(read: Callable[[str], Any]) -> Callable[[Sequence[str]], Any]:
    return lambda texts: read(texts[0])


def _points(texts: Sequence[str]) -> list[int]:
    return [twelfths(text) for text in texts]


READERS: Mapping[MemberForm, Callable[[Sequence[str]], Any]] = MappingProxyType(
    {
        MemberForm.ENTRANT: _one(lambda text: number(text, 1)),
        MemberForm.ENTRANTS: _numbers,
        MemberForm.PLAYER: _one(str),
        MemberForm.ROUND: _one(lambda text: number(text, 1)),
        MemberForm.GAME: _one(lambda text: number(text, 1)),
        MemberForm.GAMES: _numbers,
        MemberForm.PLACES: _numbers,
        MemberForm.POINTS: _points,
        MemberForm.TABLES: _tables,
        MemberForm.VERSION: _one(lambda text: number(text, 1)),
        MemberForm.MOMENT: _one(moment),
        MemberForm.FLAG: _flag,
    }
)
"""The value of a member from all its fields, by its form."""


def written_tables(tables: Sequence[Sequence[int]]) -> Iterator[str]:
    """Tables as the form of a pairing by hand has them: a line each, entrants from 1 by seat."""
    for table in tables:
        yield " ".join(str(entrant + 1) for entrant in table)
