"""A downgrade of any version within one service's records is noted."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from harness.audit.audits import SERVICE, bundle, dynasty_of, table_of
from harness.audit.forging import OWN_KEY, Forger
from replays.audit.evidence import Evidence
from replays.audit.verdicts import Report
from replays.audit.verifier import audit
from replays.audit.versions import with_downgrades
from replays.encoding.signing import Signer

LATER = 10**9
"""11 days in ms."""

SECOND_KEY = Signer(b"the service's key of next year!!")


def table(change: Callable[[Forger], None], later: int = 0, signer: Signer = SERVICE) -> Report:
    """The report on a table's record that was changed, and is so much later."""
    forger = Forger(table_of("11" * 32, "22" * 32, opener="somebody else"), signer)
    for event in forger.events:
        event["at"] += later
    change(forger)
    return audit(forger.forged())


def honest(_: Forger) -> None:
    """Change nothing."""


def old_seats(forger: Forger, numbers: tuple[int, ...] = (0, 1)) -> None:
    """Write seats in schema 1."""
    for number in numbers:
        forger.event("PlayerSeated", number)["schema"] = 1
        del forger.data("PlayerSeated", number)["seen"], forger.data("PlayerSeated", number)["checkpoint"]


def old_draws(forger: Forger) -> None:
    """Write the whole table as before the draws had versions."""
    old_seats(forger)
    forger.event("GameCreated")["schema"] = 1
    del forger.data("GameCreated")["draws"], forger.data("GameCreated")["founding"]


def one_old_seat(forger: Forger) -> None:
    """Write the second seat in an older schema than the first."""
    old_seats(forger, (1,))


def downgrades(*reports: Report, keys: frozenset[str] | None = None) -> list[list[str]]:
    """What each report's notes say of older versions."""
    found = with_downgrades(reports, keys)
    return [
        [note.text.split(" has ")[1].split(",")[0] for note in each.notes if note.code == "version/downgrade"]
        for each in found
    ]


def test_draws_of_version_1_after_version_2() -> None:
    """The new record with old draws is noted, in whatever order the bundles are given; the older is not."""
    new, old = table(honest), table(old_draws, LATER)
    lower = ["schema of GameCreated 1", "draws 1", "schema of PlayerSeated 1"]
    assert downgrades(new, old) == [[], lower]
    assert downgrades(old, new) == [lower, []]


def test_rules_of_an_older_version() -> None:
    """The version of the rules is compared, too."""
    newer = replace(table(honest), uses=())
    [draws] = [use for use in table(honest).uses if use.subject == "rules_version"]
    newer = replace(newer, uses=(replace(draws, number=draws.number + 1),))
    assert downgrades(newer, table(honest, LATER)) == [[], [f"rules_version {draws.number}"]]


def test_an_update_is_no_downgrade() -> None:
    """Old records before new ones are what an update leaves."""
    assert downgrades(table(old_draws), table(honest, LATER)) == [[], []]


def test_within_one_record() -> None:
    """An event's data may not go back to an older form within a record."""
    assert downgrades(table(one_old_seat)) == [["schema of PlayerSeated 1"]]


def test_only_the_records_of_one_service_are_compared() -> None:
    """One service is one signer, or signers whose keys were given; an unsigned record is compared alone."""
    new = table(honest)
    assert downgrades(new, table(old_draws, LATER, OWN_KEY)) == [[], []]
    assert downgrades(replace(new, signer=None), table(old_draws, LATER)) == [[], []]
    moved = table(old_draws, LATER, SECOND_KEY)
    assert downgrades(new, moved) == [[], []]
    assert downgrades(new, moved, keys=frozenset({SERVICE.public_key, SECOND_KEY.public_key}))[1]


@pytest.mark.parametrize("content", [bundle(2), dynasty_of()])
def test_honest_records_have_none(content: bytes) -> None:
    """A dynasty is compared with its games."""
    report = audit(content, Evidence())
    [noted] = with_downgrades([report], None)
    assert not [note for part in noted.whole() for note in part.notes if note.code == "version/downgrade"]
