"""A log in memory that cuts a process short, as a kill or a store that is away does."""

from collections.abc import Callable

from harness.store.fake_log import FakeEventLog
from replays.log.event_log import Append, Appended, Repeated, StoreAway, UnknownOutcome


class CutShort(FakeEventLog):
    """A log whose append fails after `appends` more: before writing, or after it with `after`.

    With `appends` None no append fails. `done` counts the appends.
    """

    appends: int | None = None
    after = False
    done = 0

    def append(self, append: Append) -> Appended | Repeated:
        """Append, or fail if it is time to."""
        self.done += 1
        if self.appends is None:
            return super().append(append)
        self.appends -= 1
        if self.appends >= 0:
            return super().append(append)
        self.appends = None
        if self.after:
            super().append(append)
            raise UnknownOutcome("cut short")
        raise StoreAway("cut short")


class Meanwhile(FakeEventLog):
    """A log in which something else happens once, just before the next append."""

    meanwhile: Callable[[], object] | None = None

    def append(self, append: Append) -> Appended | Repeated:
        """Let the other thing happen, then append."""
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return super().append(append)
