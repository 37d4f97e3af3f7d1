"""Checks of the relay, the workers and the games themselves."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

from replays.log.event_log import EventLog
from replays.log.works import WORKS
from replays.streams.ends import is_whole
from service.ops.backlog import Backlog
from service.ops.doctor.results import CheckResult, fail, ok, warn
from service.ops.readiness import background_problem, notice_problem, relay_problem, worker_problem

LATE_SECONDS = 60.0
"""Work that has been due for so long is late; the sweeper runs every second."""
EMAIL_SECONDS = 600.0
"""E-mails that have been due for so long are late; a mail server may refuse for a while."""
UNPUBLISHED_SECONDS = 180.0
"""Checkpoints of the public log are published each minute, if there are new leaves."""
SAMPLE = 20
"""The number of games that are read to their end."""
NAMED = 3
NAMED_STUCK = 20


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


def background(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that projections and other background activities do their work."""
    if problem := background_problem(backlog):
        yield fail("background", f"{problem}: start `kingdomino worker`, or see what the workers' log says")
    else:
        yield ok("background", "notices, results, ratings and search are kept up by a worker")
    for name, (done, total) in backlog.rebuilds().items():
        yield ok(name, f"a worker rebuilds it: {done} of {total} done")


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


def stuck(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that no work fails again and again, and names each game (or other item) whose work does."""
    counts = {work: count for work, count in backlog.stuck().items() if count}
    for work, count in counts.items():
        for each in backlog.longest_stuck(work, NAMED_STUCK):
            since = datetime.fromtimestamp(each.since / 1000, UTC).isoformat(timespec="seconds")
            yield fail(work, f"{each.item}: {each.code}, failed {each.tries} times since {since}")
        text = f"{count} {WORKS[work]} fail again and again; the workers' log says more of each code"
        yield fail(work, f"{text}. They are tried again at least every hour, and when a relay starts")
    if not counts:
        yield ok("stuck", "no work fails again and again")


def feeds(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that every consumer group of the feeds is one that the service reads."""
    if foreign := backlog.foreign_groups():
        text = f"the feeds keep all entries for the consumer groups {', '.join(foreign[:NAMED])}"
        yield warn("feeds", f"{text}, which nothing here reads: `XGROUP DESTROY` them, or read them")
    else:
        yield ok("feeds", "only the relay and the projections read them")


def ends(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks the last entry of every stream, whatever its age."""
    damaged = list(islice(backlog.damaged_ends(), NAMED_STUCK + 1))
    if damaged:
        named = ", ".join(damaged[:NAMED_STUCK])
        more = " and more" if len(damaged) > NAMED_STUCK else ""
        way_out = f"`kingdomino doctor {damaged[0]}` says where; restore the store from a backup"
        yield fail("ends", f"the last entry cannot be read: {named}{more}: {way_out}")
    else:
        yield ok("ends", "the last entry of every game and series can be read")


def logs(log: EventLog) -> Iterator[CheckResult]:
    """Checks that the newest games can be read to their end, and every entry of them."""
    games, _ = log.list_games(limit=SAMPLE)
    damaged = [game for game in games if not is_whole(log, game)]
    if damaged:
        way_out = f"`kingdomino doctor {damaged[0]}` says where; restore the store from a backup"
        yield fail("logs", f"damaged: {', '.join(damaged[:NAMED])}: {way_out}")
    else:
        yield ok("logs", f"the newest {len(games)} games are whole")


def notices(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that notices are created and delivered."""
    if problem := notice_problem(backlog):
        yield warn("notices", f"{problem}: check that workers run, and read their log")
    else:
        yield ok("notices", "they are made, and none waits to be told")


def public_log(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that heads come into the public log, and that its checkpoints are published."""
    found = backlog.public_log()
    if found.waiting.seconds > LATE_SECONDS:
        text = f"the heads of {found.waiting.entries} appends wait for over a minute"
        yield fail("public log", f"{text}: start `kingdomino worker`, or see what the workers' log says")
    elif found.seconds > UNPUBLISHED_SECONDS:
        text = f"no checkpoint was published for {found.seconds:.0f} seconds, though there are new leaves"
        yield fail(
            "public log", f"{text}: see what the workers' log says (docs/operate/backup.md#the-public-log)"
        )
    else:
        yield ok("public log", f"it has {found.leaves} leaves, and all that should be is published")


def emails(backlog: Backlog) -> Iterator[CheckResult]:
    """Checks that e-mails are sent."""
    if late := backlog.emails(EMAIL_SECONDS):
        text = f"e-mails of {late} players have waited for over ten minutes"
        yield warn("e-mails", f"{text}: check that a worker runs with KINGDOMINO_SMTP_URL, and read its log")
    else:
        yield ok("e-mails", "none waits")


BACKLOG = (
    relay,
    workers,
    background,
    feeds,
    failed_jobs,
    due,
    scores,
    stuck,
    ends,
    public_log,
    notices,
    emails,
)
"""The checks of the backlog, in the order of their results."""
