"""Signs of life and outages that a test controls."""

from replays.log.life import KnownOutage, Life, OutageReason


class ControlledSigns:
    """The signs of life of one log: `last` is the time of the last one, or None, and `outages` are known."""

    def __init__(self) -> None:
        self.last: int | None = None
        self.outages: list[KnownOutage] = []

    def known(self, now: int, since: int) -> Life:  # noqa: ARG002 - the arguments of the interface
        """Return what the test has set."""
        return Life(self.last, tuple(self.outages))

    def outage(self, start: int, end: int, reason: OutageReason = OutageReason.AWAY, *actor: str) -> None:
        """Let the outage of this interval be known."""
        self.outages.append(KnownOutage(start, end, reason, *actor))
