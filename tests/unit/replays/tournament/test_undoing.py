"""Undoing what undid another act: whoever has a right to the last act of the chain, and while it can."""

import pytest

from replays.events.game_events import Options
from replays.events.regulations import Code, Format, Regulations
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.deciding.directing import Grounds
from tests.unit.replays.tournament.seasons import WHY, Season, season


@pytest.fixture
def duels() -> Season:
    """Give a Swiss tournament of four in its first round, which takes late entries."""
    found = season(Format.SWISS, 2, 3, 4, Regulations(late_until=3))
    found.start()
    return found


def undo(duels: Season, version: int, why: Grounds = WHY) -> int:
    """Undo an act; the version of the new one."""
    return duels.act(lambda now, _: undoing.undo(now, why, version)).head.version


def test_a_substitute_does_not_come_back_into_a_round_that_was_played(duels: Season) -> None:
    """The replacement was undone, so the next round was paired with the entrant."""
    replaced = duels.act(lambda now, _: acts.replace_entrant(now, WHY, 1, "sub")).head.version
    undone = undo(duels, replaced)
    duels.close()
    with pytest.raises(Refusal, match="tournament/too-late"):
        undo(duels, undone)


def test_a_deputy_makes_nobody_a_deputy_by_undoing(duels: Season) -> None:
    """Only the director does, also when a dismissal was an undoing."""
    for name in ("one", "two"):
        duels.act(lambda now, _: acts.name_deputy(now, WHY, name))  # noqa: B023 - called at once
    dismissed = undo(duels, duels.now.head.version - 1)
    with pytest.raises(Refusal, match="tournament/not-director"):
        undo(duels, dismissed, Grounds("two", Code.OTHER, "back again"))
    undo(duels, dismissed)
    assert duels.now.deputies == {"one", "two"}


def test_nobody_has_two_places_by_undoing(duels: Season) -> None:
    """Who gave a place to a substitute and entered again is not given the first one back."""
    replaced = duels.act(lambda now, _: acts.replace_entrant(now, WHY, 1, "sub")).head.version
    duels.act(lambda now, _: opening.enter(now, Sitter("player-0", None)))
    with pytest.raises(Refusal, match="tournament/entered"):
        undo(duels, replaced)
    duels.act(lambda now, _: acts.withdraw(now, WHY, 5))
    undo(duels, replaced)
    with pytest.raises(Refusal, match="tournament/entered"):
        undo(duels, duels.now.head.version - 1)


def test_nobody_plays_for_a_rating_as_a_substitute_of_others() -> None:
    """As nobody is entered by others there."""
    rated = season(Format.SWISS, 2, 3, 0, options=Options(rated=True))
    for name in ("one", "two"):
        rated.act(lambda now, _: opening.enter(now, Sitter(name, None)))  # noqa: B023 - called at once
    with pytest.raises(Refusal, match="rated/own-entry"):
        acts.replace_entrant(rated.now, WHY, 1, "stranger")
