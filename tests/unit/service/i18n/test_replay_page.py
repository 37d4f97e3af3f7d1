"""The words of the replay."""

from replays.events.codec import EVENT_TYPES
from service.i18n.pages.replay import EVENTS
from service.i18n.pages.table import NEWS

DYNASTIES = "Dynasty"


def test_every_type_of_event_has_one_sentence() -> None:
    """Each of a game's is either told of on the table too, or by the replay alone; no other is."""
    told = [word.partition(".")[2] for word in (*NEWS, *EVENTS)]
    assert sorted(told) == sorted(name for name in EVENT_TYPES if not name.startswith(DYNASTIES))
