"""A thief of a session who creates a lasting grant of every kind, and the checks whether each still works."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from harness.play.authenticator import Authenticator
from harness.play.signing_in import API, OTHER, PASSWORD, Browser, World
from harness.wire.push_service import PushBrowser
from replays.bootstrap import now_ms
from service.application.channels.http.hosts import Busy
from service.application.channels.target import PUSH, WEBHOOK, Target
from service.application.channels.webhooks.caller import Caller
from service.application.channels.webhooks.courier import WebhookCourier
from service.application.channels.webhooks.schedule import Called
from service.application.problem import Problem
from service.http.cookies import DEVICE, SESSION

Works = Callable[[], bool]
URL = "http://127.0.0.1:9/"


class Recorder(Caller):
    """Records the calls of webhooks in place of making them."""

    def __init__(self) -> None:  # it calls nobody, so it needs none of the caller's parts
        self.calls: list[str] = []

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Called | Busy:
        """Record the call; it succeeds."""
        del body, headers
        self.calls.append(url)
        return Called(200, 1)


@dataclass
class Thief:
    """A thief who copied the session of an owner with this e-mail address, and knows the password too."""

    world: World
    owner: Browser
    email: str

    def __post_init__(self) -> None:
        """Copy the session, and sign in the thief's own account, Eve, elsewhere."""
        cookie = self.owner.client.get_cookie(SESSION)
        assert cookie is not None
        self.player = str(self.owner.who()["id"])
        self.browser, self.eve = self.world.browser(), self.world.browser()
        self.browser.client.set_cookie(SESSION, cookie.value)
        self.eve_id = self.eve.guest("Eve")
        self.program, self.known, self.links = self.world.browser(), self.world.browser(), [""]

    def create(self) -> dict[str, Works]:
        """Create a grant of every kind; the checks whether each works, by the kind's name."""
        return {
            "session": self.session(),
            "token": self.token(),
            "passkey": self.passkey(),
            "webhook": self.webhook(),
            "push": self.push(),
            "calendar": self.calendar(),
            "invitation": self.invitation(),
            "collection": self.collection(),
            "device": self.device(),
            "email": self.new_email(),
            "reset": self.reset_link(),
        }

    def made(self, method: str, path: str, body: Any) -> Any:
        """The JSON of a request by the stolen session, which succeeds."""
        answer = self.browser.ask(method, path, body)
        assert answer.status_code in (200, 201, 202), answer.data
        return answer.json

    def session(self) -> Works:
        """The copied session itself."""
        return lambda: self.browser.ask("GET", "/me").status_code == 200

    def token(self) -> Works:
        """A token for a program."""
        text = self.made("POST", "/me/tokens", {"name": "theirs"})["token"]
        sent = {"Authorization": f"Bearer {text}"}
        return lambda: self.program.ask("GET", "/me", None, **sent).status_code == 200

    def passkey(self) -> Works:
        """A passkey, which the thief can add because the password is known."""
        key = Authenticator()
        options = self.made("POST", "/me/passkeys/options", {"current": PASSWORD})["options"]
        self.made("POST", "/me/passkeys", {"name": "theirs", "credential": key.create(options)})
        self.world.messages()

        def signs_in() -> bool:
            browser = self.world.browser()
            asked: Any = browser.ask("POST", "/session/passkey/options").json
            body = {"credential": key.sign(asked["options"])}
            return browser.ask("POST", "/session/passkey", body).status_code == 201

        return signs_in

    def webhook(self) -> Works:
        """A webhook, which is called if a delivery is due for it."""
        id_ = self.made("POST", "/me/webhooks", {"url": URL})["id"]
        target = Target(WEBHOOK, self.player, id_)

        def is_called() -> bool:
            parts, recorder = self.world.services, Recorder()
            with suppress(Exception):
                parts.webhooks.test(self.player, id_)
            parts.due_targets.enter([target], 0)
            WebhookCourier(
                parts.webhooks.webhooks,
                parts.due_targets,
                parts.inboxes,
                parts.notice_reader,
                recorder,
                parts.webhook_secrets,
                lambda _table, _player: True,
                "",
                now_ms,
            ).deliver(target)
            return recorder.calls == [URL]

        return is_called

    def push(self) -> Works:
        """The thief's browser shows messages; none is sent without a target."""
        body = {"endpoint": f"{URL}push", "keys": PushBrowser().keys, "expirationTime": None}
        id_ = self.made("POST", "/me/push", body)["id"]
        target = Target(PUSH, self.player, id_)
        return lambda: self.world.services.targets.get(target)[1] is not None

    def calendar(self) -> Works:
        """The link of the calendar."""
        path = str(self.made("POST", "/me/calendar", None)["url"]).removeprefix("http://localhost")
        return lambda: self.eve.client.get(path).status_code == 200

    def invitation(self) -> Works:
        """The link of a private game, and an invitation of the thief's account by its id."""
        game = self.made("POST", "/games", {"players": 3, "visibility": "private", "invited": [self.eve_id]})[
            "id"
        ]
        key = self.made("GET", f"/games/{game}/invitation", None)["key"]
        anybody = self.world.browser()

        def opens() -> bool:
            by_key = anybody.ask("GET", f"/games/{game}?invitation={key}").status_code == 200
            by_id = self.eve.ask("GET", f"/games/{game}").status_code == 200
            assert by_key == by_id
            return by_key

        return opens

    def collection(self) -> Works:
        """The link of a collection with private notes."""
        made = self.made("POST", "/me/collections", {"title": "“Theirs”", "shared": "link"})
        path = f"/players/{self.player}/collections/{made['id']}?key={made['key']}"
        return lambda: self.eve.ask("GET", path).status_code == 200

    def device(self) -> Works:
        """A browser of the thief that the account knows: nobody's guesses lock it out."""
        assert self.known.sign_in(self.email).status_code == 201
        cookie = self.known.client.get_cookie(DEVICE)
        assert cookie is not None
        return lambda: self.world.sessions.knows(self.player, cookie.value)

    def new_email(self) -> Works:
        """A change of the e-mail address to the thief's, which waits for the thief's click."""
        body = {"email": "eve@example.org", "password": OTHER, "current": PASSWORD}
        self.made("PUT", "/me/password", body)
        link = self.link("eve@example.org")
        return lambda: self.found(lambda: self.world.sessions.proposal(link))

    def reset_link(self) -> Works:
        """A link for a new password, perhaps read in the owner's mailbox."""
        assert self.eve.ask("POST", "/session/reset", {"email": self.email}).status_code == 202
        link = self.link(self.email)
        self.links[0] = link
        return lambda: self.found(lambda: self.world.sessions.check_reset(link))

    def link(self, email: str) -> str:
        """The token of the link in the only e-mail, which is for this address."""
        return self.world.message(email)[1]

    @staticmethod
    def found(look: Callable[[], object]) -> bool:
        """True if the look-up raises no problem."""
        try:
            look()
        except Problem:
            return False
        return True


def audited(browser: Browser) -> list[str]:
    """All that was done to the account of this browser, the newest first."""
    answer = browser.client.get(f"{API}/me/audit?limit=100")
    assert answer.json is not None, answer.data
    return [entry["what"] for entry in answer.json["audit"]]
