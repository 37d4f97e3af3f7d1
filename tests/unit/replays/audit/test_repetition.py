"""Bots' choices are repeated up to the auditor's limit; beyond it fairness is not shown."""

from collections.abc import Callable

import pytest

from harness.games import KEY
from harness.play.correspondence import Correspondence
from kingdomino.game.commands import Command
from kingdomino.policies import BOTS, Bot, NeedsKernel, Policy
from replays.audit.bundle.building import game_bundle
from replays.audit.following.repetition import Repetition
from replays.audit.verdicts import Aspect, Report, Verdict
from replays.audit.verifier import audit
from replays.encoding.signing import Signer


@pytest.fixture
def bundle() -> bytes:
    """Give the bundle of a finished game against a bot."""
    table = Correspondence(1)
    table.fill("greedy")
    table.finish()
    return game_bundle(table.game, table.log.read(table.game), Signer(KEY))


def notes(report: Report) -> list[str]:
    """The codes of the report's notes."""
    return [note.code for note in report.notes]


def ticking() -> Callable[[], float]:
    """A clock that advances by one second for each choice."""
    seconds = iter(range(10_000))
    return lambda: float(next(seconds))


@pytest.mark.slow
def test_without_a_limit_every_choice_is_repeated(bundle: bytes) -> None:
    """Without a limit, fairness passes."""
    report = audit(bundle)
    assert report.verdict(Aspect.FAIRNESS) is Verdict.PASS
    assert "bot/not-repeated" not in notes(report)


@pytest.mark.slow
def test_beyond_the_limit_fairness_is_not_shown(bundle: bytes) -> None:
    """Beyond the limit fairness is not shown; the other aspects are still judged."""
    repetition = Repetition(3, ticking())
    report = audit(bundle, repetition=repetition)
    assert repetition.spent == 3
    assert report.verdict(Aspect.FAIRNESS) is Verdict.NOT_SHOWN
    assert report.verdict(Aspect.LEGALITY) is report.verdict(Aspect.RESULT) is Verdict.PASS
    assert "bot/not-repeated" in notes(report)


@pytest.mark.slow
def test_what_needs_the_kernel_is_not_shown_without(bundle: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The audit continues, and fairness is not shown rather than failed."""

    def helpless(*_: object) -> Command:
        raise NeedsKernel

    policy = Policy(helpless, helpless, helpless)  # type: ignore[arg-type]
    monkeypatch.setitem(BOTS, "greedy", Bot("greedy", (policy,)))
    report = audit(bundle)
    assert report.verdict(Aspect.FAIRNESS) is Verdict.NOT_SHOWN
    assert report.verdict(Aspect.LEGALITY) is Verdict.PASS
    assert "bot/not-repeated" in notes(report)


@pytest.mark.slow
def test_the_limit_is_one_budget_for_all(bundle: bytes) -> None:
    """Several bundles share the seconds: the games after the time is used up get nothing more."""
    repetition = Repetition(3, ticking())
    first, second = (audit(bundle, repetition=repetition) for _ in range(2))
    assert repetition.spent == 3
    assert "bot/not-repeated" in notes(first)
    counts = [
        int(note.text.split()[0])
        for each in (first, second)
        for note in each.notes
        if note.code == "bot/not-repeated"
    ]
    assert counts[1] == counts[0] + 3
