"""Checks of the relay, the workers and the games themselves."""

from collections.abc import Iterator

from replays.encoding.identity import GameId
from replays.log.event_log import ArchiveDamaged, EventLog
from service.ops.backlog import Backlog
from service.ops.doctor.results import CheckResult, fail, ok, warn
from service.ops.readiness import notice_problem, relay_problem, worker_problem

LATE_SECONDS = 60.0
"""Work that has been due for so long is late; the sweeper runs every second."""
EMAIL_SECONDS = 600.0
"""E-mails that have been due for so long are late; a mail server may refuse for a while."""
SAMPLE = 20
"""The number of games that are read to their end."""
NAMED = 3


def relay(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that a relay runs and keeps up."""
    problem = relay_problem(backlog)
    if problem:
        yield fail("relay", f"{problem}: start `kingdomino relay`, or see what it says")
    else:
        yield ok("relay", "it is here and keeps up")


def workers(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that workers run and keep up."""
    problem = worker_problem(backlog)
    if problem:
        yield fail("workers", f"{problem}: start `kingdomino worker`, one more where there are some")
    else:
        yield ok("workers", "they are here and keep up")


def failed_jobs(backlog: Backlog) -> Iterator[CheckResult]:
    """Names failed jobs, with the codes of their failures."""
    if failed := backlog.failed():
        named = ", ".join(f"{each.job} of {each.item} ({backlog.reason(each)})" for each in failed[:NAMED])
        text = f"{len(failed)} in the last day, such as {named}"
        yield warn("failed jobs", f"{text}: `kingdomino doctor GAME-ID` says more of a game")


def due(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that bots, plans and clocks get their turn."""
    if late := backlog.overdue(LATE_SECONDS):
        text = f"in {late} games a bot, a plan or a clock is due for over a minute"
        yield fail("due", f"{text}: see that relay and workers run")
    else:
        yield ok("due", "no bot, plan or clock waits for its turn")


def scores(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that finished games are scored."""
    if stuck := backlog.unscored(LATE_SECONDS):
        named = ", ".join(stuck[:NAMED])
        text = f"{len(stuck)} games are finished for over a minute and not scored, such as {named}"
        yield fail("scores", f"{text}: see that relay and workers run, and what the workers say of them")
    else:
        yield ok("scores", "no finished game waits for its score")


def logs(log: EventLog) -> Iterator[CheckResult]:
    """Checks that the newest games can be read to their end."""
    games, _ = log.list_games(limit=SAMPLE)
    damaged = [game for game in games if not _is_whole(log, game)]
    if damaged:
        way_out = f"`kingdomino doctor {damaged[0]}` says where; restore the store from a backup"
        yield fail("logs", f"damaged: {', '.join(damaged[:NAMED])}: {way_out}")
    else:
        yield ok("logs", f"the newest {len(games)} games are whole")


def _is_whole(log: EventLog, game: GameId) -> bool:
    """True if a listed game can be read from its first event to its last."""
    try:
        events, fault = log.read_checked(game)
    except ArchiveDamaged:
        return False
    return bool(events) and fault is None


def notices(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that notices are created and delivered."""
    if problem := notice_problem(backlog):
        yield warn("notices", f"{problem}: check that workers run, and read their log")
    else:
        yield ok("notices", "they are made, and none waits to be told")


def emails(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that e-mails are sent."""
    if late := backlog.emails(EMAIL_SECONDS):
        text = f"e-mails of {late} players have waited for over ten minutes"
        yield warn("e-mails", f"{text}: check that a worker runs with KINGDOMINO_SMTP_URL, and read its log")
    else:
        yield ok("e-mails", "none waits")


BACKLOG = (relay, workers, failed_jobs, due, scores, notices, emails)
"""The checks of the backlog, in the order of their results."""
