"""The problems that moderators' requests are refused with."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.application.people.moderation.conflicts import ConflictOfInterest, InConflict
from service.application.people.moderation.docket import NotAModerator, OwnCase
from service.application.problem import Problem
from service.services import services

REASONS = {
    ConflictOfInterest.SEAT: "it is about a game in which you have or had a seat",
    ConflictOfInterest.TABLE: "its author or a reporter plays with you, or did so in the last 7 days",
}


def require_moderator(player: str) -> None:
    """Raise 403 `moderation/not-a-moderator` for an account that is not a moderator."""
    if not services().moderation.docket.is_moderator(player):
        raise _not_a_moderator()


@contextmanager
def refusing() -> Iterator[None]:
    """Turn refusals into 403: `moderation/not-a-moderator`, `moderation/own-case`, `moderation/conflict`."""
    try:
        yield
    except NotAModerator:
        raise _not_a_moderator() from None
    except OwnCase:
        raise _own_case() from None
    except InConflict as found:
        raise (
            _own_case() if found.conflict is ConflictOfInterest.PARTY else _conflict(found.conflict)
        ) from None


def _not_a_moderator() -> Problem:
    return Problem(403, "moderation/not-a-moderator", "only moderators may do this: the operator names them")


def _own_case() -> Problem:
    detail = "you may not decide on your own text or report, or to suspend a moderator: ask another moderator"
    return Problem(403, "moderation/own-case", detail)


def _conflict(conflict: ConflictOfInterest) -> Problem:
    detail = f"another moderator sees and decides this case, because {REASONS[conflict]}"
    return Problem(403, "moderation/conflict", detail)
