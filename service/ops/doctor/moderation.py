"""Checks that moderators can decide what is reported."""

from collections.abc import Iterator

from service.application.people.moderation.conflicts import Conflicts
from service.application.people.moderation.docket import Docket
from service.ops.doctor.results import CheckResult, ok, warn

LOOKED_AT = 100
"""The number of open cases that are looked at, the oldest."""
WAY_OUT = "name another moderator by `kingdomino moderators add`"


def open_cases(docket: Docket, conflicts: Conflicts) -> Iterator[CheckResult]:
    """Checks that each open case has a moderator who is free of conflicts of interest."""
    cases, _ = docket.waiting("", None, LOOKED_AT)
    moderators = docket.moderators()
    if cases and not moderators:
        yield warn("moderation", f"{len(cases)} cases wait, and nobody is a moderator: {WAY_OUT}")
        return
    stuck = cases
    for moderator in moderators:
        found = zip(stuck, conflicts.of(moderator, stuck), strict=True)
        stuck = [case for case, conflict in found if conflict is not None]
    if stuck:
        text = f"{len(stuck)} of {len(cases)} open cases are ones that no moderator may decide, because each"
        yield warn("moderation", f"{text} is a party or plays with one: {WAY_OUT}")
    else:
        yield ok("moderation", "each open case has a moderator who may decide it")
