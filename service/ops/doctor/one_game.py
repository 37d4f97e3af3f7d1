"""Checks of one game or series, for a player who says that it is stuck: what it waits for, and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from redis import Redis

from replays.bootstrap import KEY_FILE, now_ms, server_key
from replays.commands.series import SeriesKind
from replays.encoding.identity import GameId
from replays.kinds import KINDS, Streams
from replays.log.event_log import ArchiveDamaged, EventLog
from replays.log.setbacks import STUCK_MS
from replays.log.works import WORKS
from replays.match.aggregate import Match, Status
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Aggregate
from replays.match.randomness.secrets import Secrets
from replays.match.randomness.seed_store import SeedStore, SeedStoreError
from replays.runtime.settings.settings import Settings
from replays.tournament.aggregate import Tournament
from service.application.channels.target import WEBHOOK
from service.application.channels.targets import Targets
from service.application.channels.webhooks.delivery import WebhookDelivery
from service.application.channels.webhooks.store import Placed, Webhooks
from service.ops.backlog import Backlog
from service.ops.doctor.results import CheckResult, fail, ok, warn
from service.ops.doctor.tournaments import waits_for
from service.ops.doctor.work import LATE_SECONDS

DAMAGE = "restore the store from a backup (docs/operate/backup.md#when-the-stores-log-is-damaged)"
KEY_LOST = "restore the server's key, KINGDOMINO_KEY (docs/operate/backup.md#when-the-servers-key-is-lost)"
SEED_LOST = "restore the store from a backup that has it (docs/operate/backup.md)"
WHY = {
    "vault/refused": "the seed cannot be opened; see `seed`",
    "log/damaged": "the log is damaged; see `log`",
    "worker/died": "the worker died; the relay repeats the job",
    "worker/unexpected": "a fault of the program; the workers' log has its place",
    "bot/unknown-policy": "a newer version seated the bot: update all processes",
    "bot/needs-kernel": "the bot needs the compiled kernel (docs/operate/performance.md#the-kernel)",
}
"""What the codes of failed jobs mean for the operator."""


@dataclass(frozen=True, slots=True)
class GameDoctor:
    """The parts that the checks of a game use; without the server's `seeds`, its seed is not checked."""

    log: EventLog
    backlog: Backlog
    targets: Targets
    webhooks: Webhooks
    seeds: SeedStore | None
    now: int

    def examine(self, stream: GameId) -> Iterator[CheckResult]:
        """What the game waits for, its log, seed and jobs, and the channels of its players."""
        try:
            events, fault = self.log.read_checked(stream)
            found = None if fault else Streams(self.log).current(stream)
        except (Damaged, ArchiveDamaged) as error:
            yield fail("log", f"{error}: {DAMAGE}")
            yield from self._work(stream)
            return
        if fault:
            yield fail("log", f"{fault.code} at version {fault.version}, {fault.text}: {DAMAGE}")
            yield from self._work(stream)
            return
        if found is None:
            kinds = " or ".join(kind.name for kind in KINDS)
            yield fail("game", f"no {kinds} has the id {stream}: copy it from the page's address")
            return
        yield ok("log", f"its {len(events)} events are whole")
        series = KINDS.series_named(found.kind)
        yield from self._series(series, found) if series else self._match(cast("Match", found))
        yield from self._work(stream)
        for player in _people(found):
            yield from self._channels(player, stream)

    def _series(self, kind: SeriesKind[Any, Any], series: Aggregate) -> Iterator[CheckResult]:
        said = f"a {kind.name}, {series.status.value}, last changed {self._ago(series.at)}"
        if kind.is_due(self.log, series) and self._seconds(series.at) > LATE_SECONDS:
            yield fail(
                "turn", f"{said}: a worker has to start or count a game; see `jobs`, `relay` and `workers`"
            )
        else:
            yield ok("turn", said)
            if isinstance(series, Tournament):
                yield waits_for(series)

    def _match(self, match: Match) -> Iterator[CheckResult]:
        yield self._turn(match)
        if match.seed is None and self.seeds:
            yield self._seed(match, self.seeds)

    def _turn(self, match: Match) -> CheckResult:
        said = f"{match.status.value}, version {match.head.version}, last changed {self._ago(match.at)}"
        if match.is_over:
            return ok("turn", f"{said}: it is over")
        if match.status is Status.OPEN:
            return ok("turn", f"{said}: {len(match.sitters)} of {match.players} seats are taken")
        if match.status is Status.FINISHED:
            late = self._seconds(match.at) > LATE_SECONDS
            return (
                fail("turn", f"{said}: a worker has to score it; see `jobs`, `relay` and `workers`")
                if late
                else ok("turn", said)
            )
        return self._waiting_for(match, said)

    def _waiting_for(self, match: Match, said: str) -> CheckResult:
        """Whom a running game waits for: a worker, or a person."""
        listed = self.log.due_of([match.id]).get(match.id)
        due = min((at for at in (listed, match.due) if at is not None and at <= self.now), default=None)
        if due is not None:
            text = f"{said}: a bot, a plan or a clock is due since {_moment(due)}"
            is_late = self._seconds(due) > LATE_SECONDS
            return fail("turn", f"{text}; see `jobs`, `relay` and `workers`") if is_late else ok("turn", text)
        if match.mover is None:
            return ok("turn", said)
        text = f"{said}: seat {match.mover} is to act, player {match.sitters[match.mover].player}"
        return ok("turn", f"{text}, until {_moment(match.deadline)}" if match.deadline else text)

    def _seed(self, match: Match, seeds: SeedStore) -> CheckResult:
        try:
            Secrets(self.log, seeds).seed(match)
        except SeedStoreError as error:
            is_missing = self.log.secret(match.id) is None
            return fail("seed", f"{error}, so the game cannot go on: {SEED_LOST if is_missing else KEY_LOST}")
        return ok("seed", "it is there, and opens with the server's key")

    def _work(self, stream: GameId) -> Iterator[CheckResult]:
        """What fails in the game's work."""
        yield from self._jobs(stream)
        yield from self._stuck(stream)

    def _jobs(self, stream: GameId) -> Iterator[CheckResult]:
        """The failed jobs of the game, with the codes of their failures."""
        found = [each for each in self.backlog.failed() if each.item == stream]
        for each in found:
            code = self.backlog.reason(each)
            meaning = WHY.get(code, "the workers' log has more of it")
            yield fail("jobs", f"the job `{each.job}` failed, {code}: {meaning}")
        if not found:
            yield ok("jobs", "none of its jobs has failed lately")

    def _stuck(self, stream: GameId) -> Iterator[CheckResult]:
        """The work in the game that fails again and again, with its next attempt."""
        for work in WORKS:
            each = self.log.setbacks_of(work, [stream]).get(stream)
            if each and each.since <= self.now - STUCK_MS:
                failed = f"{each.code}, failed {each.tries} times since {_moment(each.since)}"
                meaning = WHY.get(each.code, "the workers' log has more of it")
                yield fail(work, f"{failed}, the next attempt is at {_moment(each.again)}: {meaning}")

    def _channels(self, player: str, stream: GameId) -> Iterator[CheckResult]:
        """The channels of a person that do not get notices, and the notices of this game that wait."""
        who = f"player {player}"
        _, known = self.targets.known(player)
        for each in known:
            if each.stopped and each.target.channel != WEBHOOK:
                yield warn(each.target.channel, f"{who}: nothing is sent there any more, {each.stopped}")
        for placed in self.webhooks.of(player):
            yield self._webhook(placed, who, stream)

    def _webhook(self, placed: Placed, who: str, stream: GameId) -> CheckResult:
        webhook, name = placed.webhook, f"webhook {placed.target.id} of {who}"
        if placed.stopped:
            return warn("webhook", f"{name} is off, {placed.stopped}: its owner has to switch it on again")
        told = self.webhooks.deliveries(placed.target)
        last = next((each for each in told if each.table == stream), None)
        about = f"; of this game {_told(last)}" if last else ""
        if not webhook.failures:
            return ok("webhook", f"{name} responds{about}")
        since, next_call = _moment(webhook.failing), _moment(max(webhook.pause, self.now))
        text = f"{name} has failed {webhook.failures} times since {since}, the next call is at {next_call}"
        return warn("webhook", f"{text}{about}: its owner has to mend it (docs/play/webhooks.md)")

    def _seconds(self, at: int) -> float:
        return (self.now - at) / 1000

    def _ago(self, at: int) -> str:
        """The time since a moment, for people.

        One unit is enough: an operator wants to know if it was now, or yesterday.
        """
        seconds = max(0, int(self._seconds(at)))
        for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
            if seconds >= 2 * size:
                return f"{seconds // size} {unit} ago"
        return f"{seconds} seconds ago"


def _people(found: Aggregate) -> list[str]:
    """The people of a game or series whose channels are checked; of a tournament those who direct it."""
    if isinstance(found, Tournament):
        return [found.opener, *sorted(found.deputies)]
    return [sitter.player for sitter in KINDS[found.kind].sitters(found) if sitter.bot is None]


def game_doctor(settings: Settings, store: Redis, backlog: Backlog, log: EventLog) -> GameDoctor:
    """The doctor of an installation's games; it creates no key."""
    has_key = settings.key is not None or (settings.data / KEY_FILE).exists()
    targets = Targets(store)
    seeds = SeedStore(server_key(settings)) if has_key else None
    return GameDoctor(log, backlog, targets, Webhooks(store, targets), seeds, now_ms())


def _told(newest: WebhookDelivery) -> str:
    """The outcome of the newest delivery, without the address, which may have a secret."""
    outcome = [newest.error, f"HTTP {newest.status}" if newest.status else ""]
    said = ", ".join(filter(None, outcome)) or "no fault"
    return f"{newest.kind} is {newest.state.value} after {newest.attempts} calls ({said})"


def _moment(at: int) -> str:
    """A time in ms UTC, to the second.

    >>> _moment(1_700_000_000_000)
    '2023-11-14T22:13:20Z'
    """
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
