"""What `make test` leaves to `make test ALL=1`: marks of tests, and examples of property tests."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings

from tests.sampling import SMOKE_ONLY, examples, mark_long
from tests.unit.project.tree import ROOT

LONG_MODULES = [path for folder in SMOKE_ONLY for path in (ROOT / folder).rglob("test_*.py")]


@dataclass
class Collected:
    """A collected test, as far as its selection looks at it."""

    nodeid: str
    marks: dict[str, pytest.Mark] = field(default_factory=dict)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        """The mark of this name."""
        return self.marks.get(name)

    def add_marker(self, name: str) -> None:
        """Mark the test."""
        self.marks[name] = getattr(pytest.mark, name).mark


def left_out(*tests: Collected) -> list[str]:
    """The ids of the tests that `make test` does not run."""
    mark_long(tests)  # type: ignore[arg-type]  # it looks at no more of an item
    return [each.nodeid for each in tests if "long" in each.marks]


def test_every_third_case_stays() -> None:
    """The first case stays, then the fourth; cases of another test are counted apart."""
    mark = {"sampled": pytest.mark.sampled(3).mark}
    cases = [Collected(f"tests/unit/test_a.py::test_b[{number}]", dict(mark)) for number in range(5)]
    other = Collected("tests/unit/test_a.py::test_c[0]", dict(mark))
    assert left_out(cases[0], other, *cases[1:]) == [cases[1].nodeid, cases[2].nodeid, cases[4].nodeid]


def test_folders_that_are_long() -> None:
    """A test in such a folder stays only with the mark `smoke`; elsewhere a test stays without a mark."""
    long = Collected("tests/browser/table/test_a.py::test_b[chromium]")
    smoke = Collected("tests/crash/test_a.py::test_b", {"smoke": pytest.mark.smoke.mark})
    plain = Collected("tests/unit/test_a.py::test_b")
    assert left_out(long, smoke, plain) == [long.nodeid]


def test_each_of_these_folders_has_a_sample() -> None:
    """`make test` runs something of each folder of crash and browser tests."""
    sampled = {area(path) for path in LONG_MODULES if "@pytest.mark.smoke\n" in path.read_text("utf-8")}
    assert sampled == {area(path) for path in LONG_MODULES}


def area(module: Path) -> tuple[str, ...]:
    """The folder of the module, not deeper than `tests/browser/table`."""
    folders = module.relative_to(ROOT).parent.parts
    return folders[:3]


@pytest.mark.parametrize(("profile", "number"), [("few", 12), ("usual", 60), ("many", 1500)])
def test_examples_follow_the_profile(profile: str, number: int) -> None:
    """60 examples are a fifth of that in `make test`, and 25 times as many in the long run of properties."""
    before = settings.get_current_profile_name()
    settings.load_profile(profile)
    try:
        assert examples(60).max_examples == number
        assert examples(1).max_examples >= 1
    finally:
        settings.load_profile(before)
