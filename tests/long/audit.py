"""Every change to every byte of whole bundles is found; `test_tampering` does the same with a small one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from harness.audit.audits import TRIBE, bundle, dynasty_of, failing, refused
from harness.audit.forging import Forger
from harness.audit.tampering import changes, flipped
from tests.long.run import Case

BLOCK = 100
"""The number of bytes in a case."""

BUNDLES: dict[str, Callable[[], bytes]] = {
    "base game": lambda: bundle(2),
    "Tribe": lambda: bundle(4, TRIBE),
    "dynasty": dynasty_of,
}


@contextmanager
def audit() -> Iterator[Iterator[Case]]:
    """Cases for each bundle, the base game first: its archive, and its members with an adjusted manifest."""
    yield (case for name, make in BUNDLES.items() for case in _cases(name, make()))


def _cases(name: str, good: bytes) -> Iterator[Case]:
    for start in range(0, len(good), BLOCK):
        yield Case(f"{name}, byte {start}", partial(archive, good, start))
    for member, content in Forger(good).members.items():
        for start in range(0, len(content) if member != "manifest.json" else 0, BLOCK):
            yield Case(f"{name}, {member}, byte {start}", partial(fitting, good, member, start))


def archive(good: bytes, start: int) -> None:
    """Check all changes to the archive's bytes in this block; only one is audited, which takes longer."""
    for place in range(start, min(start + BLOCK, len(good))):
        assert all(refused(changed) for changed in changes(good, place)), place
    assert "integrity" in failing(flipped(good, start)), start


def fitting(good: bytes, member: str, start: int) -> None:
    """Check changes to each byte of a member in this block, with an adjusted manifest."""
    forger = Forger(good)
    content = forger.members[member]
    for place in range(start, min(start + BLOCK, len(content))):
        for mask in (0x01, 0x80):
            forger.members[member] = flipped(content, place, mask)
            assert failing(forger.listed()), place
