"""The terms of a table in words, for players about to join: rules, clock, absence, visibility."""

from collections.abc import Iterator
from enum import Enum
from itertools import starmap
from typing import NamedTuple

from flask import Flask

from kingdomino.policies import plain_name
from kingdomino.rules import OPTIONS, Rules
from replays.clocks.controls import CONTROLS
from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.causes import BOT
from replays.match.kinds import Table
from service.application.i18n.games import clocks, deals, kinds, rules
from service.application.i18n.games.agreements import AGREEMENTS
from service.application.i18n.speaking import Word, pgettext, present
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.shared.visibility import talk_is_off


class Term(NamedTuple):
    """One term of a table: its heading, and one or more values in words."""

    title: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return present().sequence(self.values)


CLOCK = _lp("label", "Clock")


def register(app: Flask) -> None:
    """Register the template functions `terms_of()` and `in_short()`, and the words `deal_words`."""
    app.add_template_global(terms_of)
    app.add_template_global(in_short)
    app.jinja_env.globals["deal_words"] = deals


def terms_of(table: Table) -> list[Term]:
    """The terms of a table: rules that differ from the defaults, clock, absence, visibility and so on."""
    options = table.created.options
    terms = _rules_and_clock(table)
    if term := kinds.WORDS[table.kind].term:
        terms.append(_agreed("series", term))
    if options.clock:
        terms.append(_agreed("on_timeout", options.on_timeout.value if options.on_timeout else BOT))
    terms.append(_agreed("absent", options.absent.value if options.absent else BOT))
    if options.stand_in:
        terms.append(_agreed("stand_in", plain_name(options.stand_in)))
    terms.append(_agreed("visibility", "private" if options.private else "public"))
    if options.spectators is False:
        terms.append(_agreed("spectators", "false"))
    if talk_is_off(table):
        terms.append(_agreed("talk", "false"))
    if options.hints is False:
        terms.append(_agreed("hints", "false"))
    if options.rated:
        terms.append(_agreed("rated", "true"))
    return terms


def in_short(table: Table) -> str:
    """The rules, the clock and a known deal in one line."""
    return present().sequence(map(str, _rules_and_clock(table)), "; ")


def _rules_and_clock(table: Table) -> list[Term]:
    """The rules, the clock, and that a known deal is played again, if so."""
    options = table.created.options
    dealt = [_term(deals.TITLE, str(deals.NAME))] if options.deal else []
    return [_term(rules.GAME.title, *_rules(table.rules)), _term(CLOCK, *_clock(options.clock)), *dealt]


def _term(title: Word, *values: str) -> Term:
    return Term(str(title), values)


def _agreed(name: str, value: str) -> Term:
    agreement = AGREEMENTS[name]
    said = agreement.values[value]
    return _term(
        agreement.title, pgettext("pattern", "%(name)s. %(meaning)s", name=said.name, meaning=said.meaning)
    )


def _rules(chosen: Rules) -> Iterator[str]:
    """The game, its mode, and each option that differs from its default."""
    yield str(rules.GAME.values[chosen.game].name)
    for name, words in rules.WORDS.items():
        option, value = OPTIONS[name], chosen.chosen(name)
        if chosen.game not in option.games:
            continue
        if isinstance(words, rules.ValueWords):
            if value is not option.default:
                yield str(words.name)
        elif isinstance(value, Enum) and (name == "mode" or value is not option.default):
            yield str(words.values[value].name)


def _with_length(what: Word, seconds: int) -> str:
    """A length of time after its name."""
    return pgettext("pattern", "%(title)s: %(time)s", title=what, time=present().format.duration(seconds))


def _clock(spec: ClockSpec | None) -> Iterator[str]:
    """The time control with its lengths of time, and a note if it pauses."""
    control = spec.policy if spec else TimeControl.NONE
    lengths = [(clocks.FIELDS[name].label, getattr(spec, name)) for name in CONTROLS[control].fields]
    if not lengths:
        yield str(clocks.WORDS[control].choice)
    elif len(lengths) == 1:
        yield _with_length(clocks.WORDS[control].choice, lengths[0][1])
    else:
        told = present().sequence(starmap(_with_length, lengths), "; ")
        yield f"{clocks.WORDS[control].choice} ({told})"
    if spec and spec.pause:
        yield pgettext("choice", "it pauses at times that were agreed on")
