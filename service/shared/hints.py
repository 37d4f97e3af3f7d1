"""The preview of points at a table, which its opener can switch off."""

from replays.match.aggregate import Match
from service.application.problem import Problem


def has_hints(match: Match) -> bool:
    """True unless the table was opened with `hints` false."""
    return match.created.options.hints is not False


def check_hints(match: Match) -> None:
    """Raise 403 `hints/off` at a table without a preview of points."""
    if not has_hints(match):
        raise Problem(403, "hints/off", "this table has no preview of points")
