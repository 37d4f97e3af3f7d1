"""Finding players by the beginning of their name."""

from service.accounts.naming.index import Entry, folded
from service.accounts.players import Players, Profile

SHORTEST = 2
"""Characters that must be known of a name in a script of letters; of others, such as Han, one says enough."""
ALPHABETS_END = "\u2e80"
"""Where the scripts of East Asia begin."""
READ_AT_ONCE = 100
MOST_READ = 1_000
"""How many entries a search reads at most: an answer may be short, and its cursor leads on."""


class TooShort(ValueError):  # noqa: N818 - the answer, not a fault
    """The text could be the beginning of too many names."""


def find(
    players: Players, text: str, viewer: str | None, cursor: str | None, limit: int
) -> tuple[list[Profile], str | None]:
    """At most `limit` players whose name begins so, by name, and the cursor of the next page or None.

    Case and accents do not count. Players who do not show their page to the viewer are left out. What the
    index has of names that nobody has any more is removed from it. Raises `TooShort`, and ValueError for a
    cursor that is none.
    """
    prefix = folded(text)
    if len(prefix) < SHORTEST and prefix < ALPHABETS_END:
        raise TooShort(text)
    after = _read(cursor)
    found: list[Profile] = []
    for _ in range(MOST_READ // READ_AT_ONCE):
        entries = players.index.find(prefix, after, READ_AT_ONCE)
        for entry, profile in _present(players, entries):
            if profile.page.includes(viewer, profile.id):
                if len(found) == limit:
                    return found, _write(after)
                found.append(profile)
            after = entry
        if len(entries) < READ_AT_ONCE:
            return found, None
        after = entries[-1]
    return found, _write(after)


def _present(players: Players, entries: list[Entry]) -> list[tuple[Entry, Profile]]:
    """Those who have this name now; the other entries are removed."""
    profiles = players.profiles(entry.player for entry in entries)
    present, stale = [], []
    for entry in entries:
        profile = profiles[entry.player]
        if profile is not None and folded(profile.name) == entry.folded:
            present.append((entry, profile))
        else:
            stale.append(entry)
    players.index.remove(stale)
    return present


def _write(entry: Entry | None) -> str | None:
    return None if entry is None else f"{entry.player} {entry.folded}"


def _read(cursor: str | None) -> Entry | None:
    if cursor is None:
        return None
    player, space, name = cursor.partition(" ")
    if not space:
        raise ValueError(f"not a cursor: {cursor!r}")
    return Entry(name, player)
