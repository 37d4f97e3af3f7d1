"""A clock that a test controls."""


class Clock:
    """Returns seconds, which pass only through `advance`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now

    def advance(self, seconds: float) -> None:
        """Let this number of seconds pass."""
        self.now += seconds
