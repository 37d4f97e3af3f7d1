"""The pulse of a web process goes on whatever happens to one sign."""

from replays.log.event_log import StoreAway
from replays.log.life import Life, RecentSigns
from replays.store.pulse import AWAY_SECONDS, BEAT_SECONDS, Pulse


def test_a_sign_that_could_not_be_given_is_tried_again() -> None:
    """The store is away, then something else fails, then the pulse goes on, and requests know its signs."""
    failures: list[Exception] = [StoreAway("no answer"), ValueError("odd")]
    given: list[int] = []

    def ask(now: int) -> Life:
        if failures:
            raise failures.pop(0)
        given.append(now)
        return Life(now)

    signs = RecentSigns(ask)
    pulse = Pulse(signs, lambda: 7)
    assert [pulse.beat() for _ in range(4)] == [AWAY_SECONDS, AWAY_SECONDS, BEAT_SECONDS, BEAT_SECONDS]
    assert given == [7, 7]
    assert signs.known(7, 7) == Life(7)
    assert given == [7, 7]


def test_a_pulse_ends() -> None:
    """A stopped pulse gives no further sign, and its thread ends."""
    given: list[int] = []

    def ask(now: int) -> Life:
        given.append(now)
        pulse.stop()
        return Life(now)

    pulse = Pulse(RecentSigns(ask), lambda: 7)
    pulse.start()
    pulse._thread.join()
    assert given == [7]
