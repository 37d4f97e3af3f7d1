"""A clock in the hand of a test."""


class Clock:
    """Gives seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.now += seconds
