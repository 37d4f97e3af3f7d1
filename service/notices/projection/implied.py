"""What an append, or an occasion, does to each player's notices. It depends on nothing but the log."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from replays.log.feeds import FeedEntry
from replays.log.listing import Listing
from replays.match.aggregate import Match, Status
from service.notices.inboxes.inboxes import Delivery
from service.notices.kinds.registry import BY_OCCASION, OF_APPENDS, STATES, Kind
from service.notices.notice import Draft, Happened, Notice, Occasion, Table, invited, sitting


def implied(entry: FeedEntry, happened: Happened) -> Iterator[tuple[str, Delivery]]:
    """What an append does, by player."""
    made = defaultdict(list)
    for kind in OF_APPENDS:
        for draft in kind.made(happened):
            made[draft.player].append(_notice(kind, draft, happened.after))
    for player in dict.fromkeys((*made, *_concerned(happened))):
        delivery = Delivery(
            entry.partition,
            entry.entry_id,
            happened.after.id,
            forget=_sees_no_more(happened, player),
            over=_is_over(happened, player),
            seen=happened.in_person and player == happened.actor,
            close=tuple(_closed(happened, player)),
            make=tuple(made[player]),
        )
        if delivery.forget or delivery.over or delivery.seen or delivery.close or delivery.make:
            yield player, delivery


def implied_by_occasion(entry: FeedEntry, occasion: Occasion) -> Iterator[tuple[str, Delivery]]:
    """What an occasion does, by player."""
    kind = BY_OCCASION.get(entry.occasion or "")
    if kind is None or kind.told is None:
        return
    for draft in kind.told(occasion):
        notice = _notice(kind, draft, occasion.table)
        yield draft.player, Delivery(entry.partition, entry.entry_id, notice.table, make=(notice,))


def _notice(kind: Kind, draft: Draft, table: Table) -> Notice:
    listing = Listing.GAMES if isinstance(table, Match) else Listing.DYNASTIES
    at = table.at if draft.at is None else draft.at
    return Notice(kind.name, table.id, listing, table.head.version, at, draft.by, draft.mark)


def _concerned(happened: Happened) -> Iterable[str]:
    """Whose notices of the table may be true no longer."""
    for table in (happened.before, happened.after):
        if table is not None:
            yield from (sitter.player for sitter in table.sitters if sitter.bot is None)
            yield from invited(table)


def _closed(happened: Happened, player: str) -> Iterator[str]:
    """The kinds that held for the player before, and do not hold now."""
    for kind in STATES:
        if happened.before is None or kind.holds is None:
            continue
        if kind.holds(happened.before, player) and not kind.holds(happened.after, player):
            yield kind.name


def _is_over(happened: Happened, player: str) -> bool:
    """Whether the player's part in a game that was going on has ended."""
    before, after = happened.before, happened.after
    if before is None or before.status is not Status.ACTIVE or player not in sitting(before):
        return False
    return after.status is not Status.ACTIVE or player not in sitting(after)


def _sees_no_more(happened: Happened, player: str) -> bool:
    """Whether somebody else has the player's seat, at a table that not everybody may watch."""
    before, after = happened.before, happened.after
    options = after.created.options
    if before is None or not (options.private or options.spectators is False):
        return False
    return before.seat_of(player) is not None and after.seat_of(player) is None
