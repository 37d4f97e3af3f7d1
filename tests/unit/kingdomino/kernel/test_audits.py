"""Games of the strong bot in Origins are audited like others: the audit reproduces every choice."""

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
