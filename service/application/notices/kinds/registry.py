"""The registry of the kinds of notices."""

from replays.match.kinds import Table
from service.application.notices.kinds import (
    acts,
    conversation,
    dynasties,
    moderation,
    results,
    seats,
    tournaments,
    turns,
)
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.notice import Notice

KINDS = {
    kind.name: kind
    for kind in (
        seats.INVITED,
        seats.REMATCH_OFFERED,
        seats.PLAYER_JOINED,
        turns.GAME_STARTED,
        turns.TURN,
        turns.TIME_RUNNING_OUT,
        turns.TIMED_OUT,
        turns.PLAN_FAILED,
        seats.SEAT_LEFT,
        seats.SEAT_TAKEN_OVER,
        results.GAME_SCORED,
        results.CALLED_OFF,
        dynasties.DYNASTY_GOES_ON,
        dynasties.DYNASTY_DECIDED,
        tournaments.TOURNAMENT_ENTERED,
        tournaments.TOURNAMENT_ROUND,
        tournaments.TOURNAMENT_BYE,
        tournaments.TOURNAMENT_ROUND_CLOSED,
        tournaments.TOURNAMENT_FINISHED,
        acts.TOURNAMENT_ACT,
        tournaments.TOURNAMENT_ROUND_DONE,
        tournaments.TOURNAMENT_UNPAIRED,
        tournaments.TOURNAMENT_DISPUTED,
        conversation.COMMENT,
        moderation.TEXT_HIDDEN,
        moderation.SUSPENDED,
        moderation.REPORT_ANSWERED,
        conversation.TALK,
        results.REVIEW_READY,
    )
}
"""Every kind by its name, in the order in which an append makes them and the API lists them."""


def grouped() -> dict[Group, list[NoticeKind]]:
    """The kinds in each group, in the order of the pages."""
    groups: dict[Group, list[NoticeKind]] = {group: [] for group in Group}
    for kind in KINDS.values():
        shown = groups[kind.group]
        names = [each.name for each in shown]
        shown.insert(names.index(kind.follows) + 1 if kind.follows else len(shown), kind)
    return groups


def of_occasion(occasion: str | None) -> list[NoticeKind]:
    """The kinds that an occasion makes; none for an append."""
    return [kind for kind in KINDS.values() if occasion and kind.occasion == occasion]


def is_true(notice: Notice, table: Table, player: str) -> bool:
    """True if a notice is still true for its reader, given the table as it is now."""
    kind = KINDS[notice.kind]
    if kind.holds is None:
        return True
    return kind.holds(table, player) and (kind.same is None or kind.same(notice, table))
