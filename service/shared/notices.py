"""Notices in words, for the API and the pages: each by the present state of its table."""

from dataclasses import dataclass

from replays.encoding.identity import DynastyId
from replays.log.listing import Listing
from service.i18n.names import displayed
from service.notices.inboxes import Kept
from service.notices.kinds import KINDS, is_true
from service.notices.notice import Notice, Table, Telling
from service.problem import Problem
from service.services import services
from service.shared.tables import names_of
from service.shared.visibility import may_see


@dataclass(frozen=True, slots=True)
class Shown:
    """A notice as its reader is shown it; `read` also where it is true no longer."""

    id: str
    notice: Notice
    read: bool
    text: str


def shown(player: str, cursor: str | None, limit: int) -> tuple[list[Shown], str | None]:
    """A page of the player's notices, the newest first, and the cursor of the next one or None.

    Left out are those about tables that the player may not see any more, or that cannot be read: a page may
    be shorter than `limit`. 422 `request/invalid` for a cursor that this did not give.
    """
    kept, following = services().inboxes.page(player, _position(cursor), limit)
    tables = {table.id: table for table in _tables(kept) if may_see(table)}
    by_id = names_of(*tables.values()) | services().players.names({each.notice.by for each in kept} - {""})
    names = {each: name for each, name in by_id.items() if name is not None}
    found = [each for each in kept if each.notice.table in tables]
    page = [_shown(each, tables[each.notice.table], player, names) for each in found]
    return page, None if following is None else str(following)


def _position(cursor: str | None) -> int | None:
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 15):
        raise Problem(422, "request/invalid", "the cursor is not from this list")
    return int(cursor)


def _tables(kept: list[Kept]) -> list[Table]:
    parts = services()
    games, dynasties = (
        list(dict.fromkeys(each.notice.table for each in kept if each.notice.listing is listing))
        for listing in (Listing.GAMES, Listing.DYNASTIES)
    )
    return [
        *parts.tables.matches.readable(games),
        *parts.dynasties.aggregates.readable(map(DynastyId, dynasties)),
    ]


def _shown(kept: Kept, table: Table, player: str, names: dict[str, str]) -> Shown:
    true = is_true(kept.notice, table, player)
    telling = Telling(kept.notice, table, player, true, displayed(table, names), names)
    text = KINDS[kept.notice.kind].says(telling)
    return Shown(str(kept.position), kept.notice, not (kept.unread and true), text)
