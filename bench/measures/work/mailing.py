"""E-mail notices: the delay from a move to its e-mail, and one worker's daily digests for many players."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter, time
from typing import Any

from redis import Redis

from bench.processes import OURS, running
from bench.rows import Row, p99
from bench.site import AS_SERVED, Site
from harness.games import KEY, seeded
from harness.service import HOST, Service, environment
from harness.store.server import running_server
from harness.waiting import eventually
from harness.wire.mail import DONE, Mailbox, mail_settings, running_mail_server
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.log.listing import GAMES
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.runtime.settings.mail_server import MailServer, SmtpServer
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.application.account_keys import credentials_key, profile_key
from service.application.channels.delivering.due import DueTargets
from service.application.channels.preferences import DEFAULTS, Digest, Preferences, Wishes
from service.application.channels.target import EMAIL, Target
from service.application.channels.targets import Targets
from service.application.mail.messages import new_message
from service.application.mail.postman import Postman
from service.application.notices.inboxes.inboxes import InboxChange
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.notice import Notice
from service.application.notices.projection.projector import Projector

EMAILS = 100
"""The number of moves that are followed to their e-mails."""
MOST_SECONDS = 2.0
DIGESTS_SECONDS = 300.0
PATIENCE_SECONDS = 3600.0
DAY_MS = 24 * 60 * 60_000
LAST_PARTITION = 99
"""A partition that the log does not have, so that the projector does not take the entry for its own."""
URL = "https://game.example.org"


class Sink(Mailbox):
    """A mail server that records the recipient and time of each message, and drops its content."""

    def __init__(self) -> None:
        super().__init__()
        self.came: dict[str, list[float]] = {}
        self.bytes = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802, ARG002 - aiosmtpd's
        """Accept a message."""
        for to in envelope.rcpt_tos:
            self.came.setdefault(to, []).append(perf_counter())
        self.bytes += len(envelope.content)
        return DONE


def mail(site: Site, count: int) -> Iterator[Row]:
    """The time from a move to its e-mail, and the time for `count` players' daily digests.

    We set these limits ourselves: two seconds, and 0.03 seconds per digest.
    """
    delays = _delays(site)
    for name, value in ("p50", median(delays)), ("p99", p99(delays)):
        yield Row.time("mail", f"ms, {name}, from a move to its e-mail", value * 1000, MOST_SECONDS * 1000)
    yield Row.time(
        "mail: hand over", "ms, p50, by the mail server alone", _bare() * 1000, MOST_SECONDS * 1000
    )
    limit = DIGESTS_SECONDS * count / 10_000
    yield Row.time("mail: digests", f"s, {count} players, 1 worker", _digests(count), limit)


def _delays(site: Site) -> list[float]:
    """The seconds from the request of a move to the e-mail that notifies the other player."""
    sink = Sink()
    with running_mail_server(sink) as (_, port), ExitStack() as stack:
        service = stack.enter_context(site.separate_service(**mail_settings(port, URL)))
        return [delay for _, delay in zip(range(EMAILS), _turns(service, sink), strict=False)]


def _turns(service: Service, sink: Sink) -> Iterator[float]:
    random = seeded(1)
    while True:
        players = [service.account() for _ in range(2)]
        for player in players:
            _tell(service.store, player.id, Wishes())
        game = service.table(players)
        while (offered := players[0].moves(game))["moves"]:
            seat = offered["seat"]
            address = f"{players[1 - seat].id}@example.org"
            before, begun = len(sink.came.get(address, ())), perf_counter()
            players[seat].move(game, random.choice(offered["moves"]), offered["version"])
            if players[0].moves(game)["seat"] == 1 - seat:
                eventually(lambda: len(sink.came.get(address, ())) > before, MOST_SECONDS * 10)  # noqa: B023
                yield sink.came[address][-1] - begun


def _bare() -> float:
    """The median seconds to hand over a message of the usual size."""
    with running_mail_server(Sink()) as (_, port):
        server = MailServer(SmtpServer(HOST, port, tls=False, starttls=False), "game@example.org", URL)
        postman, taken = Postman(server.smtp), []
        for number in range(EMAILS):
            message = new_message(server, "ann@example.org", "Kingdomino", f"{number:032x}", now_ms())
            message.set_content("x" * 70 * 2000)
            begun = perf_counter()
            postman.send(message)
            taken.append(perf_counter() - begun)
        postman.close()
    return median(taken)


def _digests(count: int) -> float:
    """The seconds from the relay's start to the last e-mail; the worker is already running."""
    sink = Sink()
    with ExitStack() as stack:
        _, port = stack.enter_context(running_mail_server(sink))
        store = stack.enter_context(running_server())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        environ = {**environment(store.url, data), **AS_SERVED, **mail_settings(port, URL)}
        writer, reader = (
            stack.enter_context(clients.writer(store.url)),
            stack.enter_context(clients.reader(store.url)),
        )
        tables = Tables(StreamsEventLog(writer, reader), SeedStore(KEY), now_ms, os.urandom)
        players = [str(new_game_id(os.urandom(16))) for _ in range(count)]
        _fill(writer, tables, players)
        stack.enter_context(running(OURS.command("worker"), environ))
        begun = time()
        stack.enter_context(running(OURS.command("relay"), environ))
        eventually(lambda: len(sink.came) >= count, PATIENCE_SECONDS)
        return time() - begun


def _fill(store: Redis, tables: Tables, players: list[str]) -> None:
    """Create accounts at tables of two, with notices from two days ago about their table and a common one.

    The projector's own notices about the tables are due tomorrow.
    """
    inboxes, at = StoredInboxes(store), now_ms() - 2 * DAY_MS
    common = _table(tables, players[:2])
    pairs = list(zip(players[::2], players[1::2], strict=True))
    games = [_table(tables, pair) for pair in pairs]
    projector = Projector(tables.log, inboxes, now_ms)
    while projector.go_on(0):
        pass
    for game, pair in zip(games, pairs, strict=True):
        for player in pair:
            _tell(store, player, Wishes(digest=Digest.DAILY))
            notices = tuple(Notice("comment", each, GAMES, 5, at, by=pair[0]) for each in (game, common))
            inboxes.write(player, [InboxChange(LAST_PARTITION, "9-0", game, make=notices)])
    DueTargets(store).enter([Target(EMAIL, player) for player in players], now_ms())


def _table(tables: Tables, players: Sequence[str]) -> GameId:
    first, second = (Sitter(player, None) for player in players)
    opened = tables.create(new_game_id(os.urandom(16)), NewTable(Rules(), 2, first.player, first))
    return tables.join(opened.after, second).after.id


def _tell(store: Redis, player: str, wishes: Wishes) -> None:
    """Give a player a confirmed address, and e-mails with these preferences."""
    store.hset(profile_key(player), "name", f"Player {player[:6]}")
    store.hset(credentials_key(player), "email", f"{player}@example.org")
    targets = Targets(store)
    targets.prefer(player, lambda _: Preferences(channels={**DEFAULTS, EMAIL: wishes}))
    targets.add(Target(EMAIL, player), {}, 1)
