"""What players are called on the pages."""

from types import SimpleNamespace
from typing import cast

import pytest

from replays.match.aggregate import Sitter
from replays.match.bots import LATEST
from replays.match.kinds import Aggregate
from service.i18n.names import WORDS, displayed
from service.i18n.speaking import spoken
from tests.unit.service.speaking import in_english

__all__ = ["in_english"]

SEATS = 4


def sitting(*sitters: Sitter) -> Aggregate:
    """A table at which these sit."""
    return cast("Aggregate", SimpleNamespace(sitters=sitters))


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(("policy", "stored"), LATEST.items())
def test_bots_of_one_policy_are_told_apart(policy: str, stored: str) -> None:
    """Each has a name of its seat, the one that scripts say."""
    names = displayed(sitting(*[Sitter(f"bot/{stored}", None, stored)] * SEATS), {})
    assert len(set(names)) == SEATS
    assert names == [spoken(WORDS[f"name.bot.{policy}.{seat}"]) for seat in range(SEATS)]


@pytest.mark.usefixtures("in_english")
def test_who_erased_the_account_is_somebody() -> None:
    """The others have their names."""
    assert displayed(sitting(Sitter("a", None), Sitter("b", None)), {"a": "Ann", "b": None}) == [
        "Ann",
        "Somebody",
    ]
