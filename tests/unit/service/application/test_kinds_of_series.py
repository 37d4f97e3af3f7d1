"""What other registries must have for each kind of series."""

from replays.audit.kinds import AUDITS
from replays.kinds import KINDS
from replays.log.works import WORKS
from service.application.i18n.games.kinds import WORDS


def test_every_kind_has_its_checks_its_words_and_its_work() -> None:
    """Without them its records are not audited, nobody can read of it, and nobody sees that it is stuck."""
    names = {kind.name for kind in KINDS.series}
    assert names == AUDITS.keys()
    assert names <= WORDS.keys()
    assert {kind.work for kind in KINDS.series} <= WORKS.keys()
