"""Counts that a process keeps itself: what it may count, and what it reports, on a clock that stands."""

from service.application.quotas.counters import Limit, WindowCount
from service.application.quotas.tallies import CHEAP, NOT_COUNTED, Tallies

ANN, BOB = "ann", "bob"
END = 1_796_000_010_000
"""The end of a window by the store's clock, in ms."""


class Site:
    """The tallies of a process with a limit of 160 in 10 seconds, so with portions of 10."""

    def __init__(self, most: int = 160) -> None:
        self.now = 100.0
        self.tallies = Tallies(Limit(most, 10), lambda: self.now)

    def ask(self, number: int, left_ms: int = 10_000, end_ms: int = END, weight: int = 1) -> int:
        """Report a request, upon which the store counts so much; returns what was reported besides."""
        report = self.tallies.report(ANN, weight)
        self.tallies.settle(ANN, report, number, left_ms, end_ms)
        return report.unreported

    def count(self, weight: int = 1) -> WindowCount | None:
        """Count a request here, if the process may."""
        return self.tallies.add(ANN, weight) if self.tallies.affords(ANN, weight) else None

    def count_all(self) -> int:
        """Count requests of weight 1 as long as the process may; returns their number."""
        return sum(1 for _ in iter(self.count, None))


def test_the_store_opens_each_window() -> None:
    """The first request of a window, and the first one after it, are counted by the store."""
    site = Site()
    assert site.count() is None
    site.ask(1)
    assert site.count() == WindowCount(2, 10)
    site.now += 9.999
    assert site.count() == WindowCount(3, 1)
    site.now += 0.001
    assert site.count() is None


def test_a_portion_is_reported_with_the_next_request() -> None:
    """After a portion the store is asked, and told of all that was counted here, once."""
    site = Site()
    site.ask(1)
    assert site.count_all() == 10
    assert site.ask(12) == 10
    assert site.ask(13) == 0
    assert site.count() == WindowCount(14, 10)


def test_only_cheap_requests_are_counted_here() -> None:
    """A heavier request is counted by the store."""
    site = Site(3_200)
    site.ask(1)
    assert site.count(CHEAP + 1) is None
    assert site.count(CHEAP) == WindowCount(1 + CHEAP, 10)


def test_a_small_limit_is_counted_by_the_store_alone() -> None:
    """A limit below the number of portions has none."""
    site = Site(15)
    site.ask(1)
    assert site.count() is None


def test_nobody_is_refused_here() -> None:
    """What is over the limit is refused by the store, which knows all counts."""
    site = Site()
    site.ask(158)
    assert site.count_all() == 2
    assert site.ask(161) == 2
    assert site.count() is None


def test_what_others_count_uses_up_the_limit() -> None:
    """A process goes by what the store said last."""
    site = Site()
    site.ask(1)
    site.ask(155)
    assert site.count_all() == 5


def test_what_belongs_to_an_old_window_is_not_known_in_the_next() -> None:
    """The report names its window; the count of the next one begins with what the store says."""
    site = Site()
    site.ask(1)
    site.count()
    site.now += 10
    report = site.tallies.report(ANN, 1)
    assert (report.window, report.unreported) == (END, 1)
    site.tallies.settle(ANN, report, 1, 10_000, END + 10_000)
    assert site.count() == WindowCount(2, 10)


def test_a_report_that_was_not_counted_is_made_again() -> None:
    """A token that is not valid, or an address over its limit, loses nothing of the account's count."""
    site = Site()
    site.ask(1)
    assert site.count_all() == 10
    report = site.tallies.report(ANN, 1)
    site.tallies.settle(ANN, report, *NOT_COUNTED)
    assert site.count() is None
    assert site.ask(12) == 10


def test_two_threads_report_nothing_twice() -> None:
    """While one asks the store, the other one does so too; an older answer takes nothing back."""
    site = Site()
    site.ask(1)
    assert site.count_all() == 10
    first = site.tallies.report(ANN, 1)
    assert site.count() is None
    second = site.tallies.report(ANN, 1)
    assert (first.unreported, second.unreported) == (10, 0)
    site.tallies.settle(ANN, second, 13, 10_000, END)
    assert site.count() == WindowCount(14, 10)
    site.tallies.settle(ANN, first, 12, 10_000, END)
    assert site.count() == WindowCount(15, 10)


def test_without_an_answer_nothing_more_is_counted_here() -> None:
    """The report may have been counted or not, so it is not repeated; the next request asks, too."""
    site = Site()
    site.ask(1)
    assert site.count_all() == 10
    assert site.tallies.report(ANN, 1).unreported == 10
    assert site.count() is None
    assert site.ask(13) == 0
    assert site.count() == WindowCount(14, 10)


def test_a_window_that_the_store_moved_is_taken_over() -> None:
    """A clock of the store that is set back gets a window a new end, with the number so far."""
    site = Site()
    site.ask(1)
    site.ask(150, end_ms=END - 3_600_000)
    assert site.count_all() == 10
    assert site.tallies.report(ANN, 1).window == END - 3_600_000


def test_a_slow_answer_does_not_lengthen_the_window() -> None:
    """The time on the way counts as time of the window."""
    site = Site()
    report = site.tallies.report(ANN, 1)
    site.now += 4
    site.tallies.settle(ANN, report, 1, 10_000, END)
    site.now += 6
    assert site.count() is None


def test_keys_are_counted_apart() -> None:
    """A window is one key's."""
    site = Site()
    site.ask(1)
    assert not site.tallies.affords(BOB, 1)
