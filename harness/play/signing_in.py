"""The whole application on a store in memory, for tests of signing in; e-mails stay in the outbox."""

from collections.abc import Callable, Collection
from itertools import count
from typing import Any

import pytest
from argon2 import PasswordHasher
from fakeredis import FakeRedis, FakeServer
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from harness.games import KEY
from harness.play.application import application
from harness.store.memory_log import MemoryEventLog
from harness.store.storing import moderation_on
from harness.wire.outside import LOOPBACK
from replays.bootstrap import now_ms
from replays.commands.attendance import Attendance
from replays.commands.planning import Planning
from replays.commands.tables import Tables
from replays.dynasty.dynasties import Dynasties
from replays.encoding.signing import Signer
from replays.log.life import Life, RecentSigns
from replays.match.randomness.seed_store import SeedStore
from service.application.accounts.access.audit import Audit
from service.application.accounts.access.last_use import LastUses
from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.accounts.emails import EmailWriter
from service.application.accounts.origins import Origins
from service.application.accounts.players import Players
from service.application.accounts.sessions import Mail, Sessions
from service.application.accounts.tokens import Tokens
from service.application.caches.answers import DOCUMENT_BYTES, PICTURE_BYTES, RECORDING_BYTES, AnswerCache
from service.application.caches.states import States
from service.application.channels.calendar.links import CalendarLinks
from service.application.channels.delivering.due import DueTargets
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.email.mailings import Mailings
from service.application.channels.http.destination import Destinations
from service.application.channels.push.subscriptions import Subscriptions
from service.application.channels.push.vapid import Vapid
from service.application.channels.target import EMAIL, PUSH, WEBHOOK
from service.application.channels.targets import Targets
from service.application.channels.webhooks.signing import WebhookSecrets
from service.application.games.lists.collecting.collections import Collections
from service.application.games.lists.cursors import Cursors
from service.application.games.lists.fair_pages import FairPages
from service.application.games.search.finder import Finder
from service.application.games.search.index import Index
from service.application.games.seats.opened_tables import OpenedTables
from service.application.games.seats.seat_quota import CAPS, SeatQuota
from service.application.games.talk.messages import Talk
from service.application.games.talk.mutes import TalkMutes
from service.application.games.talk.switches import TalkSwitches
from service.application.games.texts.comments import Comments
from service.application.games.texts.notes import Notes
from service.application.games.texts.studies import Studies
from service.application.games.visibility import Visibility, endings_in
from service.application.grants.listing import LastingGrants
from service.application.grants.registry import ENDING
from service.application.live.hub import Hub
from service.application.live.right_checks import RightChecks
from service.application.live.rights import valid_in
from service.application.mail.outbox import Email, Links, Outbox
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.people.contacts import Contacts
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.records import Records
from service.application.pictures.animations import Animations
from service.application.pictures.rasterizer import Rasterizer
from service.application.quotas.address_storage import AddressStorage
from service.application.quotas.storage import QUOTAS, Storage
from service.application.quotas.throttle import LIMITS, NO_LIMITS, Throttle
from service.services import Services

API = "/api/v1"
OURS = {"Sec-Fetch-Site": "same-origin"}
PASSWORD = "eleven purple swamps"  # noqa: S105 - nobody's
OTHER = "seven quiet quarries"


def _no_names(name: str) -> Collection[str]:
    """Resolve no name: tests use no name server."""
    raise OSError(name)


class World:
    """The application, its store, and browsers of it; with `limits`, attempts and quotas are limited.

    Its OpenAPI document is empty unless `documented` is set, since creating it takes longer than all the
    rest. Games use `clock`, in ms UTC. Without `store`, the store is in memory. A test
    that adds routes needs its `own_app`.
    """

    def __init__(
        self,
        *,
        limits: bool = False,
        mail: bool = True,
        push: bool = True,
        documented: bool = False,
        own_app: bool = False,
        store: Redis | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        numbers = count(1)

        def entropy(size: int) -> bytes:
            return next(numbers).to_bytes(size)

        self.store = store or FakeRedis(server=FakeServer())
        self.links = Links(KEY)
        log = MemoryEventLog()
        tables = Tables(log, SeedStore(KEY), clock, entropy)
        players, tokens = Players(self.store, KEY, entropy, lambda: 0.0), Tokens(self.store, KEY, entropy)
        self.outbox = Outbox(self.store, now_ms)
        credentials = CredentialsStore(self.store, KEY, ENDING)
        attempts = Throttle(self.store, LIMITS if limits else NO_LIMITS)
        storage = Storage(self.store, AddressStorage(self.store, KEY), QUOTAS if limits else None)
        self.sessions = Sessions(
            players,
            tokens,
            credentials,
            attempts,
            Mail(self.outbox, self.links, EmailWriter(entropy), mail),
            storage,
        )
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.sessions._passwords._hasher = quick
        self.sessions._passwords._nobodys = quick.hash("nobody's password")
        visibility = Visibility(KEY, endings_in(self.store))
        self.hub = Hub(log, tables.matches, 10, checks=RightChecks(valid_in(tokens, visibility)))
        self.services = services = Services(
            tables=tables,
            dynasties=Dynasties(tables, clock),
            attendance=Attendance(tables),
            planning=Planning(tables, clock),
            throttle=attempts,
            seat_quota=SeatQuota(
                log,
                attempts,
                credentials,
                OpenedTables(self.store, log, KEY, now_ms),
                CAPS if limits else None,
            ),
            players=players,
            tokens=tokens,
            last_uses=LastUses(self.store),
            audit=Audit(self.store),
            visibility=visibility,
            cursors=Cursors(KEY),
            notes=Notes(self.store, storage),
            inboxes=StoredInboxes(self.store),
            targets=Targets(self.store),
            due_targets=DueTargets(self.store),
            mailings=Mailings(UnsubscribeLinks(KEY), Targets(self.store)),
            contacts=Contacts(self.store, storage),
            records=Records(self.store),
            moderation=moderation_on(self.store, players),
            channels=tuple(name for name, there in ((EMAIL, mail), (PUSH, push), (WEBHOOK, True)) if there),
            browsers=Subscriptions(self.store, Targets(self.store)),
            vapid=Vapid(KEY, None) if push else None,
            destinations=Destinations(LOOPBACK, _no_names),
            calendars=CalendarLinks(self.store, KEY),
            webhook_secrets=WebhookSecrets(KEY),
            comments=Comments(self.store, storage),
            talk=Talk(self.store, storage),
            talk_mutes=TalkMutes(self.store, storage),
            talk_switches=TalkSwitches(self.store),
            sessions=self.sessions,
            hub=self.hub,
            store=self.store,
            signs=RecentSigns(Life),
            signer=Signer(KEY),
            states=States(),
            studies=Studies(self.store, storage),
            collections=Collections(self.store, storage),
            storage=storage,
            fair_pages=FairPages(log, Origins(self.store).groups),
            finder=Finder(Index(self.store), log),
            recordings=AnswerCache(RECORDING_BYTES),
            documents=AnswerCache(DOCUMENT_BYTES),
            pictures=AnswerCache(PICTURE_BYTES),
            rasterizer=Rasterizer(),
            animations=Animations(self.store),
            ratings=Boards(self.store),
            rated_games=RatingLedger(self.store),
            grants=LastingGrants(self.store),
        )
        self.app = application(services, documented=documented, own=own_app)

    def browser(self) -> "Browser":
        """A browser without cookies."""
        return Browser(self.app.test_client(), self)

    def messages(self) -> list[tuple[str, Email]]:
        """All e-mails in the outboxes, each with the id of its player; they are removed."""
        found = []
        for key in sorted(self.store.scan_iter("*:mail")):
            player = str(key, "utf-8").removeprefix("{player:").removesuffix("}:mail")
            found += [(player, message) for message in self.outbox.emails(player)]
            self.store.delete(key)
        return sorted(found, key=lambda each: int(each[1].id, 16))

    def message(self, to: str) -> tuple[Email, str]:
        """The only e-mail in the outboxes, which must be for this address, and the token in its link."""
        ((player, message),) = self.messages()
        assert message.to == to
        return message, self.links.token(player, message.id)

    def everything(self, besides: str | None = None) -> bytes:
        """All keys and values in the store, except this key."""
        held: list[bytes] = []
        for key in sorted(self.store.scan_iter()):
            if key == (besides or "").encode():
                continue
            kind = self.store.type(key)
            value: Any = self.store.hgetall(key) if kind == b"hash" else None
            value = self.store.get(key) if kind == b"string" else value
            held += [key, repr(value).encode()]
        return b"\n".join(held)


class Browser:
    """A browser with its cookies; its requests are same-origin unless a header says otherwise."""

    def __init__(self, client: FlaskClient, world: World) -> None:
        self.client = client
        self.world = world

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        """The response to a request under the API, read to its end.

        A body that is left unread would end only when it is garbage-collected, perhaps within another command
        of the store in memory, whose lock is not reentrant.
        """
        sent = {**OURS, **headers}
        return self.client.open(API + path, method=method, json=body, headers=sent, buffered=True)

    def form(self, path: str, **fields: str) -> TestResponse:
        """The response to a form."""
        return self.client.post(path, data=fields, headers=OURS)

    def guest(self, name: str = "Ann") -> str:
        """Sign in a new guest, and return the id."""
        answer = self.ask("POST", "/session/guest", {"name": name})
        assert answer.status_code == 201, answer.data
        return str(answer.json["id"]) if answer.json else ""

    def member(self, email: str, name: str = "Ann", password: str = PASSWORD) -> str:
        """Sign in a new player with this confirmed e-mail address and password, and return the id."""
        player = self.guest(name)
        answer = self.ask("PUT", "/me/password", {"email": email, "password": password})
        assert answer.status_code == 202, answer.data
        _, token = self.world.message(email)
        assert self.ask("POST", f"/session/verify/{token}").status_code == 204
        return player

    def sign_in(self, email: str, password: str = PASSWORD) -> TestResponse:
        """The response to signing in."""
        return self.ask("POST", "/session", {"email": email, "password": password})

    def who(self) -> Any:
        """The signed-in player, or the code of the refusal if there is none."""
        answer = self.ask("GET", "/session")
        return answer.json if answer.status_code == 200 else answer.json and answer.json["code"]


def code(answer: TestResponse) -> tuple[int, str | None]:
    """The status and code of a response."""
    return answer.status_code, answer.json.get("code") if answer.json else None


@pytest.fixture
def ann(world: World) -> Browser:
    """Give a browser in which a guest is signed in."""
    browser = world.browser()
    browser.guest()
    return browser
