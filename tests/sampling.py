"""Which tests `make test` leaves to `make test ALL=1`, and how many examples a property test tries.

- `long`: only `make test ALL=1` runs the test.
- `sampled(n)`: `make test` runs the first case of a parametrized test and every n-th after it, no other.
- `smoke`: `make test` runs the test. All other tests of the folders in SMOKE_ONLY are long without a mark.
"""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, settings

SMOKE_ONLY = ("tests/browser/", "tests/crash/")
"""Folders whose tests take seconds each, because they drive a browser or start processes again."""

USUAL_EXAMPLES = 40
FEW_EXAMPLES = 8
MANY_EXAMPLES = 1000


def register_profiles() -> None:
    """Register the profiles of Hypothesis, and load `usual`. None has a deadline: no test depends on time.

    `few` is the profile of `make check` and `make test`, `usual` that of `make test ALL=1`, both with the
    same examples on each run in CI. `many`, of `python -m tests.long properties`, tries others on each run.
    """
    usual = settings(max_examples=USUAL_EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("usual", usual)
    settings.register_profile("few", usual, max_examples=FEW_EXAMPLES)
    settings.register_profile("many", usual, max_examples=MANY_EXAMPLES, derandomize=False)
    settings.load_profile("usual")


def examples(number: int) -> settings:
    """Settings with this number of examples in the profile `usual`, for a test with cheap or expensive ones.

    In other profiles the number is proportionally smaller or larger, and at least 1.
    """
    return settings(max_examples=max(1, number * settings().max_examples // USUAL_EXAMPLES))


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Mark as `long` what `make test` leaves out, in the folders of SMOKE_ONLY and of `sampled` tests."""
    cases: Counter[str] = Counter()
    for item in items:
        function = item.nodeid.partition("[")[0]
        if _is_left_out(item, cases[function]):
            item.add_marker("long")
        cases[function] += 1


def _is_left_out(item: pytest.Item, case: int) -> bool:
    if item.nodeid.startswith(SMOKE_ONLY) and item.get_closest_marker("smoke") is None:
        return True
    sampled = item.get_closest_marker("sampled")
    return sampled is not None and case % int(sampled.args[0]) != 0
