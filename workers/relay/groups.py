"""The groups of accounts that take turns, cached."""

from collections.abc import Callable, Iterable, Mapping

from replays.runtime.lru_cache import LruCache

REMEMBERED = 20_000

ReadGroups = Callable[[Iterable[str]], Mapping[str, str]]
"""Returns the group of each account, which never changes (`Origins.groups`)."""


class Groups:
    """The group of each account; `read` is called for unknown accounts only."""

    def __init__(self, read: ReadGroups) -> None:
        self._read = read
        self._known = LruCache[str, str](REMEMBERED)

    def of(self, accounts: Iterable[str]) -> dict[str, str]:
        """The group of each of these accounts; raises what `read` raises."""
        known = {account: self._known.get(account) for account in accounts}
        unknown = [account for account, group in known.items() if group is None]
        found = self._read(unknown) if unknown else {}
        for account, group in found.items():
            self._known.keep(account, group)
        return {account: group or found[account] for account, group in known.items()}
