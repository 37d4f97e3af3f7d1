"""The registry of options: the parts of a rule set, and their tables in the documents."""

import re
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kingdomino.rules import OPTIONS, Edition, FirstLine, GameKind, Mode, Rules, check_fields, options_of
from kingdomino.rules.options import NotWith, OnlyFor, Option, Value
from kingdomino.rules.violations import CODES, RuleViolation
from kingdomino.transcript.syntax import format_transcript, parse_transcript
from kingdomino.transcript.values import Transcript

PLAY = Path(__file__).parents[4] / "docs" / "play"
GAMES = {GameKind.KINGDOMINO: "Kingdomino", GameKind.ORIGINS: "Origins"}


def words(option: Option) -> list[str]:
    """The written values of a choice; none for a switch."""
    return [str(value.value) for value in option.values if isinstance(value, Enum)]


def mixes(option: Option) -> str:
    """The restriction of an option, as `rules.md` words it; empty if there is none."""
    match option.only_for, option.not_with:
        case OnlyFor(players, code, _), None:
            return f"only with {' or '.join(map(str, players))} players: `{code}`"
        case None, NotWith(others, code, _):
            return f"not with {', '.join(f'`{other}`' for other in others)}: `{code}`"
    return ""


def row(option: Option) -> str:
    """The row of `rules.md` about an option."""
    values = ", ".join(f"`{word}`" for word in words(option)) or "switch"
    games = " and ".join(GAMES[game] for game in option.games)
    return f"| `{option.name}` | {values} | {games} | {option.about} | {option.rule} | {mixes(option)} |"


def test_the_rules_list_every_option() -> None:
    """The table has one row for each option, in the order of the registry."""
    page = (PLAY / "rules.md").read_text(encoding="utf-8")
    section = page.partition("\n## Options\n")[2].partition("\n## ")[0]
    found = [line for line in section.splitlines() if line.startswith("| `")]
    assert found == [row(option) for option in OPTIONS.values()]


@pytest.mark.parametrize("game", GameKind)
def test_the_notation_lists_the_words_of_every_game(game: GameKind) -> None:
    """The page lists the values of each choice first, then the optional switches."""
    page = (PLAY / "notation.md").read_text(encoding="utf-8")
    choices = [words(option) for option in options_of(game) if words(option)]
    spelled = [", ".join(f"`{word}`" for word in each[:-1]) + f" or `{each[-1]}`" for each in choices]
    switches = " ".join(f"[`{option.name}`]" for option in options_of(game) if not words(option))
    assert f"| `{game.value}` | {'; '.join([*spelled, switches])} |" in page


def test_the_log_lists_the_members_of_every_game() -> None:
    """`log.md` lists the members of old options in the order of the registry."""
    page = (PLAY.parent / "understand" / "log.md").read_text(encoding="utf-8")
    for game in GameKind:
        (listed,) = re.findall(rf"`game` \(`{game.value}`\), ([^;.]*)[;.]", page)
        assert re.findall("`([a-z_]+)`", listed) == [
            option.name for option in options_of(game) if option.of_old
        ]


def test_every_code_of_an_option_is_known() -> None:
    """Each code has its meaning in `violations.CODES`."""
    codes = {each.code for option in OPTIONS.values() for each in (option.only_for, option.not_with) if each}
    assert {"rules/mighty-duel-players", "rules/no-limit-mix"} <= codes <= CODES.keys()


def test_the_first_value_is_the_default_of_the_rules() -> None:
    """A rule set without any option equals the value without arguments."""
    assert Rules.of(GameKind.KINGDOMINO, {}) == Rules()
    for option in OPTIONS.values():
        assert (option.values[0], Rules().chosen(option.name)) == (option.default, option.default)


def rule_sets(game: GameKind) -> list[dict[str, Value]]:
    """Every combination of the game's options."""
    options = options_of(game)
    every = product(*(option.values for option in options))
    return [dict(zip((option.name for option in options), values, strict=True)) for values in every]


@pytest.mark.parametrize("game", GameKind)
def test_every_rule_set_has_a_text_of_its_own(game: GameKind) -> None:
    """Each rule set has a distinct text, and is read back from it."""
    texts = {}
    for values in rule_sets(game):
        rules = Rules.of(game, values)
        assert {name: rules.chosen(name) for name in values} == values
        text = format_transcript(Transcript(rules, 2))
        assert parse_transcript(text).rules == rules
        texts[text] = rules
    assert len(texts) == len(rule_sets(game))


@pytest.fixture
def tidy(monkeypatch: pytest.MonkeyPatch) -> Option:
    """An extra switch, of the base game only."""
    option = Option("tidy", default=False, about="Nothing.", rule="none", games=(GameKind.KINGDOMINO,))
    monkeypatch.setitem(OPTIONS, "tidy", option)
    return option


def test_an_option_without_a_field_of_its_own_is_part_of_the_value(tidy: Option) -> None:
    """Rules with the option differ from those without, which stay unchanged."""
    values: dict[str, Any] = {"edition": Edition.SECOND, "first_line": FirstLine.SEATED}
    on = Rules.of(GameKind.KINGDOMINO, {**values, tidy.name: True})
    off = Rules.of(GameKind.KINGDOMINO, {**values, tidy.name: False})
    assert (on.chosen("tidy"), off.chosen("tidy"), on.edition) == (True, False, Edition.SECOND)
    assert off == Rules(Edition.SECOND, FirstLine.SEATED)
    assert len({on, off}) == 2


def test_an_option_of_one_game_is_refused_in_the_other(tidy: Option) -> None:
    """Its use in the other game is refused with `rules/meaningless`."""
    check_fields(GameKind.KINGDOMINO, [tidy.name, "game"])
    with pytest.raises(RuleViolation, match="rules/meaningless: tidy: this means nothing in origins"):
        check_fields(GameKind.ORIGINS, [tidy.name, "mode"])
    assert Mode.DISCOVERY in OPTIONS["mode"].values
