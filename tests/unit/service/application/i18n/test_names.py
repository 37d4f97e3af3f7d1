"""Names of players on the pages."""

from types import SimpleNamespace
from typing import cast

import pytest

from kingdomino.kernel import state
from kingdomino.policies import BOTS, Bot
from replays.match.aggregate import Sitter
from replays.match.kinds import Table
from service.application.i18n.games.bots import WORDS, choices, script_bots
from service.application.i18n.names import displayed, title_of
from service.application.i18n.speaking import present, speaking

SEATS = 4


def sitting(*sitters: Sitter) -> Table:
    """A table with these sitters, opened on 28 November 2026."""
    return cast("Table", SimpleNamespace(sitters=sitters, created_at=1_795_860_000_000))


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_bots_of_one_policy_are_told_apart(bot: Bot) -> None:
    """Each seat's bot has its own name, the same as in scripts."""
    stored = bot.stored_name
    names = displayed(sitting(*[Sitter(f"bot/{stored}", None, stored)] * SEATS), {})
    assert len(set(names)) == SEATS
    assert names == script_bots()[bot.name]["names"]


def test_every_bot_has_words() -> None:
    """There are no words of unknown bots; the easiest bot is offered first."""
    assert WORDS.keys() == BOTS.keys()
    assert list(script_bots()) == [*BOTS]
    offered = [name for name, said in script_bots().items() if said["level"]]
    assert list(choices()) == offered
    weaker = ["random", "greedy-placement", "greedy", "steady"]
    assert offered == ([*weaker, "strong"] if state().runs else weaker)


def test_who_erased_the_account_is_somebody() -> None:
    """An erased account is shown as somebody; others have their names."""
    assert displayed(sitting(Sitter("a", None), Sitter("b", None)), {"a": "Ann", "b": None}) == [
        "Ann",
        "Somebody",
    ]


def test_a_title_names_people_and_the_day() -> None:
    """The pages of a table are called after its players and the day, in the words of the reader's region."""
    table, names = sitting(Sitter("a", None), Sitter("b", None)), {"a": "Ann", "b": "Bob"}
    assert title_of("game", table, names) == "Ann and Bob, Nov 28, 2026"
    with speaking(present().of_region("GB")):
        assert title_of("dynasty", table, names) == "Dynasty: Ann and Bob, 28 Nov 2026"
    assert title_of("game", sitting(), {}) == "Nobody yet, Nov 28, 2026"
