"""Two players who never open the lobby: e-mails lead one, push messages the other, to each next move.

The complete flow, with digests and quiet hours on a simulated clock, is in
`integration/play/test_led_by_notices.py`. Here the pages are real: links are opened and dominoes are dragged.
"""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from harness.browser.at_table import LAPTOP, Player, be, by_mouse
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.processes import free_port
from harness.service import HOST, Account, Service, ok, running_service_at
from harness.waiting import eventually
from harness.wire.mail import Mailbox, mail_settings, running_mail_server
from harness.wire.push_service import PushService, push_service
from service.application.account_keys import credentials_key
from tests.browser.account.test_push import (
    CLICK,
    PERMISSION,
    SUBSCRIBING,
    Pushing,
    shown,
    turned_on,
    worker_of,
)

ADDRESS = "ann@example.org"
ELSEWHERE = "/rules"
TURNS = 3
"""The number of turns to which each player is led."""

Scene = tuple[Service, Mailbox, PushService]


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    """Give a service, with the mail server and the push service that it uses."""
    port = free_port()
    with running_mail_server() as (mailbox, mail_port), push_service() as pushes:
        settings = mail_settings(mail_port, f"http://{HOST}:{port}")
        with running_service_at(port, KINGDOMINO_WEBHOOK_NETWORKS="127.0.0.0/8", **settings) as service:
            yield service, mailbox, pushes


class Ann:
    """A player who reads e-mails and follows their links."""

    def __init__(self, page: Page, account: Account, scene: Scene) -> None:
        self.here, self.account = Player(page), account
        service, self._mailbox, _ = scene
        service.store.hset(credentials_key(account.id), "email", ADDRESS)
        ok(account.mine("PUT", "/me/notices/email"))
        at_once = {"channels": {"email": {"digest": "at_once"}, "push": {"on": False}}}
        ok(account.mine("PUT", "/me/notices/preferences", at_once))
        be(page, account)
        self._read = 0

    def led(self, game: str) -> str:
        """The path in the first unread e-mail about her turn."""

        def of_turn() -> str | None:
            for email in self._mailbox.to(ADDRESS)[self._read :]:
                self._read += 1
                text = str(email.get_body(("plain",)).get_content())  # type: ignore[union-attr]
                if "It is your turn" in text:
                    return text
            return None

        found = re.search(rf"http://\S+(/games/{game})\s", eventually(of_turn) or "")
        assert found
        return found[1]


class Bob:
    """A player who gets push messages and clicks on them."""

    def __init__(self, page: Page, account: Account, base_url: str, pushes: PushService) -> None:
        self.here, self.account, self._pushes = Player(page), account, pushes
        be(page, account)
        turned_on(page)
        self._pushing = Pushing(page, base_url)
        self._read = 0

    def led(self, game: str) -> str:
        """The path that a click on the first unread message about his turn opens."""
        while True:
            message = eventually(lambda: self._pushes.messages[self._read :])[0].text
            self._read += 1
            if "It is your turn" in message["title"]:
                break
        self._pushing.deliver(message)
        eventually(lambda: [each for each in shown(self.here.page.context) if each["tag"] == game])
        [path] = worker_of(self.here.page.context).evaluate(CLICK)
        return str(path)


def test_two_are_led_from_move_to_move(browser: Browser, contexts: Contexts, scene: Scene) -> None:
    """Each player opens the link of a notice, moves there, and leaves until the next notice comes."""
    random, (service, _, pushes) = seeded(7), scene
    base_url = f"http://{service.host}:{service.port}"
    subscribing = SUBSCRIBING % {"json": json.dumps(pushes.subscribe("bob"))}
    phone = browser.new_context(base_url=base_url, viewport=LAPTOP["viewport"])
    with contexts.lent(base_url=base_url, **LAPTOP) as desk, phone:
        phone.add_init_script(PERMISSION)
        phone.add_init_script(subscribing)
        first, second = service.accounts(2)
        ann = Ann(desk.new_page(), first, scene)
        bob = Bob(phone.new_page(), second, base_url, pushes)
        game = str(ok(first.post("/games", {"players": 2}), 201)["id"])
        ok(second.post(f"/games/{game}/seats", {}), 201)
        turns = {first.id: 0, second.id: 0}
        while min(turns.values()) < TURNS:
            state = first.state(game)
            owner = state["players"][state["to_act"]["seat"]]["player"]
            one = ann if owner == first.id else bob
            one.here.page.goto(one.led(game))
            one.here.settled()
            while one.here.has_turn:
                by_mouse(one.here, random)
            one.here.page.goto(ELSEWHERE)
            turns[owner] += 1
