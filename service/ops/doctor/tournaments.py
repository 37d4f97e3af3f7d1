"""What a tournament waits for: a worker, its games, or a director."""

from replays.match.aggregate import Status
from replays.tournament.aggregate import Tournament
from service.ops.doctor.results import CheckResult, ok, warn


def waits_for(tournament: Tournament) -> CheckResult:
    """What the tournament waits for, once no worker has a step to do."""
    director = f"player {tournament.opener}"
    if tournament.status is Status.OPEN:
        return ok("round", f"{len(tournament.present)} entrants so far: its director, {director}, starts it")
    if tournament.failed is not None:
        _, failed = tournament.failed
        text = f"round {failed.number} cannot be paired, {failed.code}: {failed.reason}"
        return warn("round", f"{text}; a director, such as {director}, has to act")
    if tournament.is_over or tournament.finished:
        return ok("round", f"it is over{_still_running(tournament)}")
    running = tournament.running
    if running is None:
        return ok("round", f"a worker pairs round {tournament.paired + 1}")
    missing = [table for table in running.tables if not tournament.has_result(table)]
    if not missing:
        return ok("round", f"round {running.number} is done: a director, such as {director}, closes it")
    games = f"{len(missing)} of {len(running.tables)} tables have no result, such as game {missing[0].id}"
    return ok("round", f"round {running.number} runs: {games}")


def _still_running(tournament: Tournament) -> str:
    """The games that run although nothing depends on them: the record ends after them."""
    count = sum(each.scored is None for each in tournament.games)
    return f"; {count} of its games have not been counted" if count and not tournament.is_over else ""
