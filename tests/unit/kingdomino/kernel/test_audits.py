"""Games of the strong bot are audited like others: the audit reproduces every choice."""

import pytest

from harness.games import KEY
from harness.play.correspondence import Correspondence
from kingdomino.rules import GameKind, Mode, Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Aspect, Verdict
from replays.audit.verifier import audit
from replays.encoding.signing import Signer


@pytest.mark.long
@pytest.mark.parametrize("mode", [Mode.TOTEM, Mode.TRIBE])
def test_its_choices_are_repeated(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fairness passes; with a different number of playouts the audit finds other choices and fails."""
    monkeypatch.setattr("kingdomino.policies.strong.PLAYOUTS", 40)
    table = Correspondence(1, Rules(game=GameKind.ORIGINS, mode=mode), 3)
    table.fill("strong", "greedy")
    table.work()
    table.finish()
    bundle = game_bundle(table.game, table.log.read(table.game), Signer(KEY))
    assert audit(bundle).verdict(Aspect.FAIRNESS) is Verdict.PASS
    monkeypatch.setattr("kingdomino.policies.strong.PLAYOUTS", 4)
    assert audit(bundle).verdict(Aspect.FAIRNESS) is Verdict.FAIL


@pytest.mark.long
def test_its_choices_in_a_duel_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record names the second version, which the audit replays; other playouts choose otherwise."""
    monkeypatch.setattr("kingdomino.policies.farsighted.PLAYOUTS_OF_DUELS", 40)
    table = Correspondence(1, Rules(middle_kingdom=True, harmony=True), 2)
    table.fill("strong")
    table.work()
    table.finish()
    stored = table.log.read(table.game)
    assert "strong-2" in str(stored)
    bundle = game_bundle(table.game, stored, Signer(KEY))
    assert audit(bundle).verdict(Aspect.FAIRNESS) is Verdict.PASS
    monkeypatch.setattr("kingdomino.policies.farsighted.PLAYOUTS_OF_DUELS", 4)
    assert audit(bundle).verdict(Aspect.FAIRNESS) is Verdict.FAIL
