"""Reads the form of a new tournament, from a query or a body, into an announcement."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from kingdomino.policies import BOTS
from kingdomino.rules import OPTIONS, GameKind, Rules
from replays.clocks.controls import CONTROLS
from replays.clocks.forms import CLOCK
from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.causes import BOT
from replays.events.game_events import Absent, OnTimeout, Options
from replays.events.regulations import DAY_MS, MOST_TIE_BREAKS, Filling, Forfeit, Format, Regulations, Seeding
from replays.events.tournament_events import MOST_ROUNDS
from replays.tournament.deciding.opening import Announcement
from replays.tournament.standings.points import POINT, SCALES, mean
from replays.tournament.standings.tie_breaks import TIE_BREAKS
from service.application.accounts.naming import names
from service.application.i18n.formatting.typed import latin
from service.application.i18n.speaking import gettext

E = TypeVar("E", bound=Enum)

MOST_DAYS = 366
MOST_POINTS = 100
_POINTS = re.compile("[0-9]{1,3}(?:[.][0-9]{1,4})?")
TIE_BREAK_FIELDS = tuple(f"tie_{number}" for number in range(1, MOST_TIE_BREAKS + 1))
RATED = "rated"
"""The value of `company` for rated games of people alone."""


class WrongFields(Exception):  # noqa: N818 - what the form is told
    """Fields with wrong values: a sentence for each."""

    def __init__(self, wrong: Mapping[str, str]) -> None:
        super().__init__(", ".join(wrong))
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class TournamentForm:
    """The values of a form's fields by name."""

    values: Mapping[str, str]

    def announcement(self) -> Announcement:
        """The tournament that the form describes; raises `WrongFields`."""
        read = _Reader(self.values)
        size = read.number("players", 2, 4)
        format_ = read.word("kind", Format)
        plan = Announcement(
            read.name(),
            format_,
            size,
            read.number("rounds", 1, MOST_ROUNDS),
            _rules(self.values),
            _options(read),
            _regulations(read, format_, size),
        )
        if read.wrong:
            raise WrongFields(read.wrong)
        return plan


class _Reader:
    """Reads fields one by one; `wrong` has a sentence for each that cannot be read."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.wrong: dict[str, str] = {}

    def text(self, field: str) -> str:
        return self._values.get(field, "").strip()

    def name(self) -> str:
        name = " ".join(self.text("name").split())
        try:
            return names.checked(name, names.LONGEST_OF_TABLE)
        except names.BadName as bad:
            self.wrong["name"] = str(bad)
            return name

    def number(self, field: str, least: int, most: int) -> int:
        text = latin(self.text(field))
        if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
            return int(text)
        self.wrong[field] = gettext(
            "This is a whole number from %(least)s to %(most)s.", least=least, most=most
        )
        return least

    def days(self, field: str) -> int | None:
        """A period in ms, None for an empty field."""
        return self.number(field, 1, MOST_DAYS) * DAY_MS if self.text(field) else None

    def points(self, field: str, usual: int) -> int:
        """Points in twelfths; those of `usual` for an empty field."""
        text = self.text(field).replace(",", ".")
        if not text:
            return usual
        if not _POINTS.fullmatch(text) or float(text) > MOST_POINTS:
            self.wrong[field] = gettext("This is a number of points from 0 to %(most)s.", most=MOST_POINTS)
            return usual
        return round(float(text) * POINT)

    def word(self, field: str, kind: type[E]) -> E:
        return self.one_of(field, kind, next(iter(kind)))

    def one_of(self, field: str, read: Callable[[str], E], otherwise: E) -> E:
        try:
            return read(self.text(field))
        except ValueError:
            self.wrong[field] = gettext("This is not one of the choices.")
            return otherwise

    def among(self, field: str, choices: Any) -> str | None:
        """One of these names, or None for an empty field."""
        text = self.text(field)
        if not text or text in choices:
            return text or None
        self.wrong[field] = gettext("This is not one of the choices.")
        return None


def _rules(values: Mapping[str, str]) -> Rules:
    game = next((each for each in GameKind if each.value == values.get("game")), GameKind.KINGDOMINO)
    chosen: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if name in values and game in option.games:
            texts = {_text(value): value for value in option.values}
            chosen[name] = texts.get(values[name], option.default)
    return Rules.of(game, chosen)


def _text(value: Any) -> str:
    return str(value.value) if isinstance(value, Enum) else str(value).lower()


def _options(read: _Reader) -> Options:
    """The agreements of each game; in rated games nobody is replaced by a bot."""
    rated, clock = read.text("company") == RATED, _clock(read)
    on_timeout = None if read.text("on_timeout") == BOT else read.word("on_timeout", OnTimeout)
    if rated and on_timeout is None:
        on_timeout = OnTimeout.FORFEIT
    return Options(
        clock=clock,
        on_timeout=on_timeout if clock else None,
        absent=None if read.text("absent") == BOT else read.word("absent", Absent),
        spectators=False if read.text("spectators") == "false" else None,
        hints=False if read.text("hints") == "false" else None,
        rated=True if rated else None,
    )


def _clock(read: _Reader) -> ClockSpec | None:
    control = read.word("policy", TimeControl)
    if control is TimeControl.NONE:
        return None
    unit = read.number("unit", 60, 86_400)
    form = {name: read.number(name, 1, 999) * unit for name in CONTROLS[control].fields}
    try:
        return CLOCK.read({"policy": control.value, **form})
    except ValueError:
        read.wrong["cap"] = gettext("The most time cannot be less than the time at the start.")
        return None


def _regulations(read: _Reader, format_: Format, size: int) -> Regulations:
    scale = read.among("points", SCALES) or next(iter(SCALES))
    named = [read.among(field, TIE_BREAKS) for field in TIE_BREAK_FIELDS]
    swiss, league = format_ is Format.SWISS, format_ is Format.LEAGUE
    vacancy = read.among("vacancy", BOTS) if league else None
    return Regulations(
        points=scale,
        bye=read.points("bye", mean(scale, size)),
        tie_breaks=tuple(dict.fromkeys(name for name in named if name)),
        seeding=read.word("seeding", Seeding),
        filling=read.word("filling", Filling),
        forfeit=read.word("forfeit", Forfeit),
        late_until=read.number("late_until", 0, MOST_ROUNDS) if swiss else 0,
        late_points=read.points("late_points", 0) if swiss else 0,
        vacancy=vacancy,
        round_ms=read.days("round_days"),
        first_move_ms=read.days("first_move_days"),
        idle_ms=read.days("idle_days"),
        bar_ms=read.days("bar_days"),
    )
