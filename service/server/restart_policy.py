"""The delay before a dead child is restarted; it doubles each time the child dies young."""

from dataclasses import dataclass

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
LONG_LIFE = 30.0


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """The pause after the last death of one child, in seconds; 0 when there was none.

    >>> RestartPolicy().after_life_of(0.5).after_life_of(0.5).pause
    0.2
    """

    pause: float = 0.0

    def after_life_of(self, seconds: float) -> "RestartPolicy":
        """The policy after another death: the pause doubles up to 2 s, and starts over after 30 s of life."""
        if seconds >= LONG_LIFE or not self.pause:
            return RestartPolicy(FIRST_PAUSE)
        return RestartPolicy(min(2 * self.pause, LONGEST_PAUSE))
