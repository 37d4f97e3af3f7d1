"""Finding players by the beginning of their name."""

from service.application.accounts.naming.folding import folded
from service.application.accounts.naming.index import NameEntry
from service.application.accounts.players import Players, Profile
from service.application.problem import Problem

SHORTEST = 2
"""The fewest characters of a search in alphabetic scripts; in others, such as Han, one is enough."""
ALPHABETS_END = "\u2e80"
"""The first code point of the East Asian scripts."""
READ_AT_ONCE = 100
MOST_READ = 1_000
"""The most entries that a search reads: a page may be short, and its cursor continues the search."""


class TooShort(Problem):
    """422: the text could be the beginning of too many names."""

    def __init__(self, text: str) -> None:
        detail = f"{text!r} is too short: give the first {SHORTEST} characters of a name"
        super().__init__(422, "search/too-short", detail)


def find(
    players: Players, text: str, viewer: str | None, cursor: str | None, limit: int
) -> tuple[list[Profile], str | None]:
    """At most `limit` players whose name begins with the text, by name, and the next page's cursor or None.

    Spellings that people take for the same are the same (`folded`). Players who do not show their page to the
    viewer are left out. Index entries of names that are no longer in use are replaced. Raises `TooShort`, and
    ValueError for an invalid cursor.
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


def _present(players: Players, entries: list[NameEntry]) -> list[tuple[NameEntry, Profile]]:
    """The entries whose players still have this name, with their profiles; replaces the others."""
    profiles = players.profiles(entry.player for entry in entries)
    present, stale = [], []
    for entry in entries:
        profile = profiles[entry.player]
        if profile is not None and folded(profile.name) == entry.folded:
            present.append((entry, profile))
        else:
            stale.append(entry)
    renamed = ((each.player, profiles[each.player]) for each in stale)
    players.index.mend(stale, {player: profile.name if profile else None for player, profile in renamed})
    return present


def _write(entry: NameEntry | None) -> str | None:
    return None if entry is None else f"{entry.player} {entry.folded}"


def _read(cursor: str | None) -> NameEntry | None:
    if cursor is None:
        return None
    player, space, name = cursor.partition(" ")
    if not space:
        raise ValueError(f"not a cursor: {cursor!r}")
    return NameEntry(name, player)
