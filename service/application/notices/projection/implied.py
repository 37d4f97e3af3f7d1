"""The effects of an append or occasion on each player's notices. They depend on the log only."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from replays.kinds import KINDS
from replays.log.feeds import FeedEntry
from replays.match.aggregate import Status
from replays.match.kinds import Table
from service.application.notices.inboxes.inboxes import InboxChange
from service.application.notices.kinds.kind import NoticeKind
from service.application.notices.kinds.registry import KINDS as NOTICES
from service.application.notices.kinds.registry import of_occasion
from service.application.notices.notice import (
    Happened,
    Notice,
    NoticeDraft,
    Occasion,
    directing,
    invited,
    sitting,
)


def implied(entry: FeedEntry, happened: Happened) -> Iterator[tuple[str, InboxChange]]:
    """The changes that an append implies, each with its player."""
    made = defaultdict(list)
    for kind in NOTICES.values():
        for draft in kind.made(happened) if kind.made else ():
            made[draft.player].append(_notice(kind, draft, happened.after))
    for player in dict.fromkeys((*made, *_concerned(happened))):
        change = InboxChange(
            entry.partition,
            entry.entry_id,
            happened.after.id,
            forget=_sees_no_more(happened, player),
            over=_is_over(happened, player),
            seen=happened.in_person and player == happened.actor,
            close=tuple(_closed(happened, player)),
            make=tuple(made[player]),
        )
        if change.forget or change.over or change.seen or change.close or change.make:
            yield player, change


def implied_by_occasion(entry: FeedEntry, occasion: Occasion) -> Iterator[tuple[str, InboxChange]]:
    """The changes that an occasion implies, each with its player."""
    for kind in of_occasion(entry.occasion):
        for draft in kind.told(occasion) if kind.told else ():
            notice = _notice(kind, draft, occasion.table)
            yield draft.player, InboxChange(entry.partition, entry.entry_id, notice.table, make=(notice,))


def _notice(kind: NoticeKind, draft: NoticeDraft, table: Table) -> Notice:
    at = table.at if draft.at is None else draft.at
    return Notice(
        kind.name, table.id, KINDS[table.kind].listing, table.head.version, at, draft.by, draft.mark
    )


def _concerned(happened: Happened) -> Iterable[str]:
    """The players whose notices about the table may no longer be true."""
    for table in (happened.before, happened.after):
        if table is not None:
            yield from (sitter.player for sitter in table.sitters if sitter.bot is None)
            yield from invited(table)
            yield from directing(table)


def _closed(happened: Happened, player: str) -> Iterator[str]:
    """The kinds whose state held for the player before the append and does not hold after it."""
    for kind in NOTICES.values():
        if happened.before is None or kind.holds is None:
            continue
        if kind.holds(happened.before, player) and not kind.holds(happened.after, player):
            yield kind.name


def _is_over(happened: Happened, player: str) -> bool:
    """True if the append has ended the player's part in an active game."""
    before, after = happened.before, happened.after
    if before is None or before.status is not Status.ACTIVE or player not in sitting(before):
        return False
    return after.status is not Status.ACTIVE or player not in sitting(after)


def _sees_no_more(happened: Happened, player: str) -> bool:
    """True if the player has lost their seat at a table that not everybody may watch."""
    before, after = happened.before, happened.after
    options = after.created.options
    if before is None or not (options.private or options.spectators is False):
        return False
    return before.seat_of(player) is not None and after.seat_of(player) is None
