"""An extra kind of notice, added by the registry alone (`docs/extending.md`)."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from harness.games import KEY
from harness.play.signing_in import Browser, World
from harness.play.telling.mailed import server_at
from replays.bootstrap import now_ms
from replays.events.game_events import GameStarted
from service.application.channels.channel import NoticeMessage
from service.application.channels.email.content import EmailContext, content
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.email.writing import Envelope, Writer
from service.application.channels.push.payload import push_of
from service.application.channels.webhooks.payload import payload
from service.application.i18n.speaking import Text
from service.application.notices.inboxes.reading import Spoken
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.registry import KINDS
from service.application.notices.kinds.sentences import saying
from service.application.notices.notice import Happened, NoticeDraft, sitting
from service.application.notices.projection.projector import Projector

ADDRESS = "ann@example.org"


def _welcomed(happened: Happened) -> Iterable[NoticeDraft]:
    if any(isinstance(event, GameStarted) for event in happened.events):
        yield from map(NoticeDraft, sitting(happened.after))


WELCOME = NoticeKind(
    Group.TABLES,
    "welcome",
    Text("Welcomes"),
    Text("A game of yours begins."),
    saying(Text("Have fun with %(others)s.")),
    _welcomed,
    path="/games/{table}#welcome",
    subject=Text("Welcome to %(title)s"),
)


@pytest.fixture(autouse=True)
def _welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare the kind."""
    monkeypatch.setitem(KINDS, WELCOME.name, WELCOME)


class Scene:
    """A started game of Ann and Ben, whose notices are made."""

    def __init__(self) -> None:
        self.world = World()
        self.ann, ben = self.world.browser(), self.world.browser()
        self.id = self.ann.guest("Ann")
        ben.guest("Ben")
        game: Any = self.ann.ask("POST", "/games", {"players": 2}).json
        self.game = game["id"]
        assert ben.ask("POST", f"/games/{self.game}/seats", {}).status_code == 201
        self.inboxes = StoredInboxes(self.world.store)
        projector = Projector(self.world.services.tables.log, self.inboxes, now_ms)
        while projector.go_on(0):
            pass

    @property
    def spoken(self) -> Spoken:
        """The notice of the kind."""
        (kept,) = [each for each in self.inboxes.every(self.id) if each.notice.kind == WELCOME.name]
        (spoken,) = self.world.services.notice_reader.spoken(self.id, [kept], lambda _: True)
        return spoken


@pytest.fixture(name="scene")
def _scene() -> Scene:
    return Scene()


def shown(ann: Browser, path: str) -> str:
    """The text of a page."""
    page = ann.client.get(path)
    assert page.status_code == 200
    return page.text


def test_it_is_in_the_inbox_and_on_the_page(scene: Scene) -> None:
    """API and page have its sentence; the page leads to its path."""
    told: Any = scene.ann.ask("GET", "/me/notices").json
    assert "Have fun with Ben." in [each["text"] for each in told["notices"] if each["kind"] == "welcome"]
    page = shown(scene.ann, "/notices")
    assert "Have fun with Ben." in page
    assert f'href="/games/{scene.game}#welcome"' in page


def test_it_can_be_chosen_for_each_channel(scene: Scene) -> None:
    """The preferences and webhooks have its title and its meaning, and accept its name."""
    assert all(
        text in shown(scene.ann, "/account/notices") for text in ("Welcomes", "A game of yours begins.")
    )
    assert "Welcomes" in shown(scene.ann, "/account/webhooks")
    wish = {"channels": {"email": {"kinds": {"welcome": False}}}}
    changed: Any = scene.ann.ask("PUT", "/me/notices/preferences", wish).json
    assert changed["channels"]["email"]["kinds"]["welcome"] is False
    hook = {"url": "https://127.0.0.1/hook", "kinds": ["welcome"]}
    assert scene.ann.ask("POST", "/me/webhooks", hook).status_code == 201


def test_it_is_sent_over_each_channel(scene: Scene) -> None:
    """E-mail, push message and webhook have its words and its page."""
    spoken = scene.spoken
    message = NoticeMessage("ab" * 16, [spoken], now_ms())
    told = EmailContext({}, "UTC", lambda *_: (), lambda _: "")
    words = content(scene.id, message.notices, told)
    writer = Writer(server_at(25), UnsubscribeLinks(KEY))
    email = writer.write(Envelope(scene.id, ADDRESS, message), words, None)
    assert str(email["Subject"]).startswith("Welcome to Kingdomino")
    for kind in ("plain", "html"):
        body = email.get_body((kind,))
        assert body is not None
        assert "Have fun with Ben." in body.get_content()
        assert f"/games/{scene.game}#welcome" in body.get_content()
    push = push_of(message, KEY, now_ms())
    text = json.loads(push.text)
    assert (text["title"], text["url"], push.urgency) == (
        "Have fun with Ben.",
        f"/games/{scene.game}#welcome",
        "low",
    )
    hook = json.loads(payload(spoken, ""))
    assert (hook["type"], hook["data"]["text"]) == ("welcome", "Have fun with Ben.")
