"""Every small change to a bundle is found, whether or not the manifest was adjusted (docs/organize/audit.md).

`python -m tests.long audit` changes every byte of whole games; these tests change every byte of a small one.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from harness.audit.audits import BASE, TRIBE, bundle, dynasty_of, failing, open_bundle, refused
from harness.audit.forging import Forger
from harness.audit.tampering import changes, flipped
from harness.games import seeded
from replays.audit.bundle.container import unpack
from replays.audit.bundle.contents import verify_text
from replays.audit.bundle.packing import pack
from replays.audit.verifier import audit

LARGE: dict[str, Callable[[], bytes]] = {
    "base": lambda: bundle(2),
    "tribe": lambda: bundle(4, TRIBE),
    "dynasty": dynasty_of,
}
"""Large bundles, in which only a sample of the bytes is changed."""

REPLACED = ("events.ndjson", "randomness.json", "rules.json", "result.json", "signature.json", "VERIFY.md")

Lines = list[bytes]
Edit = Callable[[list[Any], int, Any], None]


def swap(items: list[Any], place: int, _: Any) -> None:
    """Exchange the item at this place with the one before."""
    items[place - 1 : place + 1] = items[place - 1 : place + 1][::-1]


EDITS: dict[str, Edit] = {
    "dropped": lambda items, place, _: items.pop(place),
    "doubled": lambda items, place, _: items.insert(place, items[place]),
    "swapped": swap,
    "foreign": lambda items, place, foreign: items.insert(place, foreign),
}
"""The edits of a line. A swap exchanges a line with the one before, so its first place is the second line."""


def places(edit: str, count: int) -> range:
    """The places at which the edit is possible."""
    return range(1 if edit == "swapped" else 0, count)


def one_in(step: int, places: range) -> list[int]:
    """Every `step`-th place, and the last."""
    return [*places[:-1:step], places[-1]]


def test_the_bundles_are_good() -> None:
    """The unchanged bundles have no faults, which the other tests rely on."""
    assert failing(open_bundle()) == set()
    assert [failing(make()) for make in LARGE.values()] == [set()] * 3


@pytest.mark.long
def test_every_change_to_every_byte_of_a_small_bundle() -> None:
    """A byte of the archive that is changed, dropped, doubled, swapped or cut is always found.

    VERIFY.md, which is half of the archive and always the same, is sampled: one byte in 16.
    """
    good = open_bundle()
    start = good.index(verify_text())
    end = start + len(verify_text())
    for place in (*range(start), *range(start, end, 16), *range(end, len(good))):
        assert all(refused(changed) for changed in changes(good, place)), place


def test_changed_bytes_of_a_small_bundle_in_an_audit() -> None:
    """An audit of a damaged archive fails integrity, although it still examines the members."""
    good = open_bundle()
    for place in range(0, len(good), 16):
        assert "integrity" in failing(flipped(good, place)), place


@pytest.mark.parametrize("name", unpack(open_bundle()))
def test_bytes_of_the_members_of_a_small_bundle(name: str) -> None:
    """A changed member fails despite correct checksums: every manifest byte, one in 16 of others."""
    members = unpack(open_bundle())
    content = members[name]
    for place in range(0, len(content), 1 if name == "manifest.json" else 16):
        assert failing(pack({**members, name: flipped(content, place)})), place


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", REPLACED)
def test_every_byte_of_a_member_that_the_manifest_was_made_to_fit(name: str) -> None:
    """A changed member fails even if the manifest's hashes are adjusted, by its other checks.

    The two members that are the same in most bundles are sampled: one byte in 32.
    """
    forger = Forger(open_bundle())
    content = forger.members[name]
    for place in range(0, len(content), 32 if name in {"VERIFY.md", "rules.json"} else 1):
        forger.members[name] = flipped(content, place)
        assert failing(forger.listed()), place


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", LARGE)
def test_bytes_of_large_bundles(name: str) -> None:
    """Every kind of change to a sample of the bytes is found."""
    good = LARGE[name]()
    for place in seeded(1).sample(range(len(good)), 30):
        assert all(refused(changed) for changed in changes(good, place)), place
    for place in seeded(2).sample(range(len(good)), 10):
        assert "integrity" in failing(flipped(good, place)), place


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", LARGE)
def test_bytes_of_members_of_large_bundles(name: str) -> None:
    """A sample of changed bytes in members, mostly in the events, is found despite an adjusted manifest."""
    random = seeded(2)
    good = Forger(LARGE[name]())
    for member in [*["events.ndjson"] * 8, *REPLACED] * 2:
        if member not in good.members:
            continue
        forger = deepcopy(good)
        content = forger.members[member]
        place = random.randrange(len(content))
        forger.members[member] = flipped(content, place, 1 << random.randrange(8))
        assert failing(forger.listed()), (member, place)


@pytest.mark.parametrize("edit", EDITS)
def test_a_changed_order_of_lines_is_found(edit: str) -> None:
    """A line that is dropped, doubled, swapped or preceded by a foreign line is found (one line in three)."""
    foreign = Forger(bundle(2, seed=2)).lines
    good = Forger(bundle(2))
    for place in one_in(3, places(edit, len(good.lines))):
        forger = deepcopy(good)
        lines = forger.lines
        EDITS[edit](lines, place, foreign[place % len(foreign)])
        forger.members["events.ndjson"] = b"".join(line + b"\n" for line in lines)
        assert failing(forger.listed()) & {"integrity", "completeness"}, place


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("rules", [BASE, TRIBE], ids=["base", "tribe"])
def test_lines_that_were_chained_again(edit: str, rules: Any) -> None:
    """Edited lines are found despite correct versions, times, state hashes and chain: the game is illegal."""
    foreign = Forger(bundle(2, rules, seed=2)).events
    good = Forger(bundle(2, rules))
    for place in one_in(3 if rules == BASE else 30, places(edit, len(good.events))):
        forger = deepcopy(good)
        times = [event["at"] for event in forger.events]
        EDITS[edit](forger.events, place, foreign[place % len(foreign)])
        forger.events = list(timed(forger.events, times))
        expected = {"completeness"} if place == len(times) - 1 and edit == "dropped" else {"legality"}
        assert failing(forger.forged()) & {"legality", "completeness", "fairness"} >= expected, place


def timed(events: list[dict[str, Any]], times: list[int]) -> Iterator[dict[str, Any]]:
    """Copies of the events, with these times in order."""
    for index, event in enumerate(events):
        yield {**event, "at": times[min(index, len(times) - 1)]}


def test_nothing_is_raised_for_what_is_no_bundle() -> None:
    """Empty data, a single byte, and other archives fail integrity without raising an error."""
    for data in (b"", b"\n", b"PK", pack({"x": b""}), pack({"events.ndjson": open_bundle()})):
        report = audit(data)
        assert [finding.aspect.value for finding in report.findings] == ["integrity"]
        assert report.game is None
