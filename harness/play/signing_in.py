"""The whole application on a store in memory, for tests of signing in; e-mails stay in the outbox."""

from collections.abc import Callable, Collection
from dataclasses import replace
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
from harness.store.fake_log import FakeEventLog
from harness.wire.outside import LOOPBACK
from replays.bootstrap import now_ms
from replays.commands.tables import Tables
from replays.log.life import Life, RecentSigns
from replays.match.randomness.seed_store import SeedStore
from replays.runtime.settings.settings import Settings
from service.application.channels.target import PUSH
from service.application.mail.outbox import Email, Links, Outbox
from service.services import Outside, open_services

API = "/api/v1"
OURS = {"Sec-Fetch-Site": "same-origin"}
PASSWORD = "eleven purple swamps"  # noqa: S105 - nobody's
OTHER = "seven quiet quarries"


MAIL = {"KINGDOMINO_SMTP_URL": "smtp://localhost", "KINGDOMINO_MAIL_FROM": "kingdomino@example.org"}


def _no_names(name: str) -> Collection[str]:
    """Resolve no name: tests use no name server."""
    raise OSError(name)


def settings_of(*, limits: bool, mail: bool) -> Settings:
    """Settings of an installation with `KEY` that offers push messages, and e-mails if `mail` is set."""
    return Settings.from_environ(
        {
            "REDIS_URL": "redis://nobody",
            "KINGDOMINO_KEY": KEY.hex(),
            "KINGDOMINO_SIGNING_KEY": KEY.hex(),
            "KINGDOMINO_PUBLIC_URL": "http://localhost",
            "KINGDOMINO_STREAMS": "10",
            "KINGDOMINO_WEBHOOK_NETWORKS": ",".join(map(str, LOOPBACK)),
            "KINGDOMINO_LIMITS": "on" if limits else "off",
            **(MAIL if mail else {}),
        }
    )


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
        self.outbox = Outbox(self.store, now_ms)
        outside = Outside(
            store=self.store,
            signs=RecentSigns(Life),
            tables=Tables(FakeEventLog(), SeedStore(KEY), clock, entropy),
            clock=clock,
            monotonic=lambda: 0.0,
            entropy=entropy,
            hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
            names=_no_names,
        )
        self.services = services = open_services(settings_of(limits=limits, mail=mail), outside)
        if not push:
            offered = tuple(name for name in services.channels if name != PUSH)
            self.services = services = replace(services, vapid=None, channels=offered)
        self.sessions, self.hub = services.sessions, services.hub
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

    def form(self, path: str, **fields: str | list[str]) -> TestResponse:
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
