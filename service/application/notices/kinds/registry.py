"""The registry of the kinds of notices: the source, receivers, validity and sentence of each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from replays.match.kinds import Table
from service.application.i18n import moderation
from service.application.notices.kinds import conversation, dynasties, results, seats, turns
from service.application.notices.notice import Happened, Notice, NoticeDraft, Occasion, SentenceContext


def _never(_: Happened) -> Iterable[NoticeDraft]:
    return ()


def _unsaid(telling: SentenceContext) -> str:
    raise TypeError(f"{telling.notice.kind} is about no table")


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notice; `name` is stored and is part of the API.

    Kinds about an account have `words` only, which returns the sentence for the notice's mark.

    `made` returns the drafts for an append. A kind with `occasion`, a type of the feeds, uses `told` instead.
    `says` returns the sentence in the present language.

    A kind with `holds` is about a state of the table: its notice is unread only while the state holds for its
    reader, and `same` is true if it is still the state for which the notice was made. With `latest` a newer
    notice of a table replaces the older one, and the game's end removes it. With `by_choice` a player causes
    the notice: nobody gets it from a player whom they have blocked. With `mutable` nobody gets it from a
    player whom they have muted, or about a game whose talk they have muted. With `replaces` a newer notice of
    a table replaces the older one, also after the end of the game.
    """

    name: str
    says: Callable[[SentenceContext], str] = _unsaid
    made: Callable[[Happened], Iterable[NoticeDraft]] = _never
    occasion: str | None = None
    told: Callable[[Occasion], Iterable[NoticeDraft]] | None = None
    holds: Callable[[Table, str], bool] | None = None
    same: Callable[[Notice, Table], bool] | None = None
    latest: bool = False
    by_choice: bool = False
    words: Callable[[str], str] | None = None
    mutable: bool = False
    replaces: bool = False


KINDS: Mapping[str, NoticeKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            NoticeKind(
                "invited", seats.says_invited, seats.invitations, holds=seats.is_wanted, by_choice=True
            ),
            NoticeKind(
                "rematch_offered", seats.says_rematch, seats.rematches, holds=seats.is_wanted, by_choice=True
            ),
            NoticeKind("player_joined", seats.says_joined, seats.joined),
            NoticeKind("game_started", turns.says_started, turns.started),
            NoticeKind("turn", turns.says_turn, turns.turned, holds=turns.is_to_move, latest=True),
            NoticeKind(
                "time_running_out",
                turns.says_running_out,
                occasion=turns.RUNNING_OUT,
                told=turns.running_out,
                holds=turns.is_to_move,
                same=turns.is_same_deadline,
                latest=True,
            ),
            NoticeKind("timed_out", turns.says_timed_out, turns.timed_out),
            NoticeKind(
                "plan_failed",
                turns.says_plan_failed,
                occasion=turns.FAILED,
                told=turns.plan_failed,
                holds=turns.is_to_move,
                same=turns.is_same_position,
                latest=True,
            ),
            NoticeKind("seat_left", seats.says_left, seats.left),
            NoticeKind("seat_taken_over", seats.says_taken_over, seats.taken_over),
            NoticeKind("game_scored", results.says_scored, results.scored),
            NoticeKind("called_off", results.says_called_off, results.called_off),
            NoticeKind("dynasty_goes_on", dynasties.says_goes_on, dynasties.goes_on),
            NoticeKind("dynasty_decided", dynasties.says_decided, dynasties.decided),
            NoticeKind(
                "comment",
                conversation.says_comment,
                occasion=conversation.WRITTEN,
                told=conversation.commented,
                by_choice=True,
            ),
            NoticeKind("text_hidden", words=moderation.says_hidden),
            NoticeKind("suspended", words=moderation.says_suspended),
            NoticeKind("report_answered", words=moderation.says_answered),
            NoticeKind(
                "talk",
                conversation.says_talk,
                occasion=conversation.TALKED,
                told=conversation.talked,
                by_choice=True,
                mutable=True,
                replaces=True,
            ),
            NoticeKind(
                "review_ready", results.says_reviewed, occasion=results.REVIEWED, told=results.reviewed
            ),
        )
    }
)
"""Every kind by its name, in the order in which an append makes them."""

OF_APPENDS = tuple(kind for kind in KINDS.values() if kind.occasion is None)
STATES = tuple(kind for kind in KINDS.values() if kind.holds is not None)
"""The kinds that are about a state of the table."""
LATEST = tuple(kind.name for kind in KINDS.values() if kind.latest)
BY_OCCASION = {kind.occasion: kind for kind in KINDS.values() if kind.occasion is not None}


def is_true(notice: Notice, table: Table, player: str) -> bool:
    """True if a notice is still true for its reader, given the table as it is now."""
    kind = KINDS[notice.kind]
    if kind.holds is None:
        return True
    return kind.holds(table, player) and (kind.same is None or kind.same(notice, table))
