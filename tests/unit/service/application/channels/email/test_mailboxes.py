"""Notices as e-mails: a real game, the real channel and a real mail server."""

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from io import BytesIO

import pytest
from fakeredis import FakeRedis, FakeServer
from PIL import Image

from harness.play.correspondence import HOUR, MINUTE
from harness.play.telling.mailed import IDS, URL, Mailed, an_address, mailed, wanted
from harness.wire.mail import GREYLISTED
from harness.wire.mail import REFUSED as NO_MAILBOX
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.signing import parse_receipt, verify
from replays.match.aggregate import Status
from service.application.account_keys import credentials_key
from service.application.channels.email.mailbox import MOST_WITH_PICTURES
from service.application.channels.email.mailings import REFUSED
from service.application.channels.preferences import Digest, Quiet
from service.application.channels.target import EMAIL, Target
from service.application.i18n.speaking import open_language, speaking
from service.application.pictures.raster import png_of
from service.application.pictures.rasterizer import NotDrawn

DAY = 24 * HOUR


@pytest.fixture
def scene() -> Iterator[Mailed]:
    """Give a game of two that has not started."""
    with mailed(FakeRedis(server=FakeServer())) as here:
        yield here


def text_of(email: EmailMessage) -> str:
    """The plain text of an e-mail."""
    body = email.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def html_of(email: EmailMessage) -> str:
    """The HTML of an e-mail."""
    body = email.get_body(("html",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def pictures_of(email: EmailMessage) -> list[EmailMessage]:
    """The pictures in an e-mail."""
    return [part for part in email.walk() if part.get_content_type() == "image/png"]


@pytest.mark.slow
def test_a_turn_comes_with_board_deadline_story_and_link(scene: Mailed) -> None:
    """Text and HTML have the same content; the inline picture has an alternative text."""
    object.__setattr__(scene.channel, "png", png_of)
    scene.begin(wanted(zone="Europe/Berlin"))
    first = scene.mover
    while scene.turn() != first:
        scene.deliveries.deliver()
    other = next(name for name in ("ann", "ben") if name != first)
    email = scene.emails(first)[-1]
    text, html = text_of(email), html_of(email)
    assert text.startswith(f"It is your turn in the game with {other.capitalize()}.\n")
    for said in (
        "You have until ",
        "(Europe/Berlin).",
        "Since your last move:",
        f"{other.capitalize()} took ",
    ):
        assert said in text
        assert said in html
    game = f"{URL}/games/{scene.table.game}"
    assert f"\n{game}\n" in text
    assert f'href="{game}"' in html
    (picture,) = pictures_of(email)
    (cid,) = re.findall(r'src="cid:([^"]+)"', html)
    assert picture["Content-ID"] == f"<{cid}>"
    assert picture.get_content_disposition() == "inline"
    assert Image.open(BytesIO(picture.get_content())).size[0] > 500
    assert re.search(rf'alt="The table now\. [^"]+: {first.capitalize()} is to move"', html)


@pytest.mark.slow
def test_an_email_loads_nothing_and_signs_nobody_in(scene: Mailed) -> None:
    """Its links lead only to the game, the preferences and unsubscribing; no address is in it."""
    scene.begin(wanted())
    (email,) = [email for name in IDS for email in scene.emails(name)][:1]
    html = html_of(email)
    links = re.findall(r'(?:href|src|url)="([^"]+)"', html)
    stop = email["List-Unsubscribe"].strip("<>")
    assert set(links) - {"cid:board@example.org"} == {
        f"{URL}/games/{scene.table.game}",
        f"{URL}/account/notices",
        stop,
    }
    assert "http" not in re.sub(rf"{URL}\S+", "", html)
    assert not re.search(r"<(style|script|link|iframe)|\son\w+=|url\(", html)


@pytest.mark.slow
def test_headers_say_what_it_is(scene: Mailed) -> None:
    """It is auto-generated, has a list id, and one click unsubscribes (RFC 8058, RFC 2919, RFC 3834)."""
    scene.begin(wanted())
    name = scene.turn()
    email = scene.emails(name)[-1]
    assert email["Auto-Submitted"] == "auto-generated"
    assert email["Content-Language"] == "en"
    assert email["List-Id"] == "Kingdomino <notices.example.org>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(rf"<{URL}/unsubscribe/{IDS[name]}\.[0-9a-f]{{32}}>", email["List-Unsubscribe"])
    assert re.fullmatch(r"<[0-9a-f]{32}@example\.org>", email["Message-ID"])
    assert email["To"] == an_address(name)
    assert email["Date"].datetime.timestamp() * 1000 == scene.table.match.at


@pytest.mark.slow
def test_an_email_is_in_the_language_that_is_spoken(scene: Mailed) -> None:
    """Its header, its HTML with the direction, its sentences, and the deadline in the calendar and digits."""
    with speaking(open_language("fa")):
        scene.begin(wanted())
        email = scene.emails(scene.turn())[-1]
    assert email["Content-Language"] == "fa"
    assert '<html lang="fa" dir="rtl"' in html_of(email)
    assert re.search("\u06f1\u06f4[\u06f0-\u06f9]{2}", text_of(email))
    assert not re.search(r"\b20[0-9]{2}\b", text_of(email).replace(URL, ""))


@pytest.mark.slow
def test_a_game_is_one_thread(scene: Mailed) -> None:
    """All e-mails of a game share the root and the subject; each has its own id."""
    scene.begin(wanted())
    for _ in range(4):
        scene.turn()
        scene.deliveries.deliver()
    emails = scene.emails("ann")
    assert len(emails) > 1
    root = f"<table-{scene.table.game}@example.org>"
    assert {email["References"] for email in emails} == {email["In-Reply-To"] for email in emails} == {root}
    assert {email["Subject"] for email in emails} == {"Kingdomino with Ben"}
    assert len({email["Message-ID"] for email in emails}) == len(emails)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hostile",
    [
        "x\r\nBcc: eve@example.org",
        "http://evil.example/?q=1",
        "<script>alert(1)</script>",
        "eve@example.org",
        "%s{link}",
    ],
)
def test_a_name_is_nothing_but_a_name(hostile: str) -> None:
    """A name becomes no header, no linked address and no markup."""
    with mailed(FakeRedis(server=FakeServer()), names={"ann": hostile, "ben": hostile}) as here:
        here.begin(wanted())
        here.turn()
        for name in ("ann", "ben"):
            for email in here.emails(name):
                assert email["Bcc"] is None
                for said in (email["Subject"], text_of(email), html_of(email)):
                    assert hostile not in said
                    assert "evil.example" not in said
                    assert "eve@" not in said
                    assert "<script" not in said


@pytest.mark.slow
def test_names_of_all_letters_are_whole(scene: Mailed) -> None:
    """Names are complete in the subject, too (RFC 2047)."""
    with mailed(FakeRedis(server=FakeServer()), names={"ann": "Ярослав", "ben": "花子"}) as here:
        here.begin(wanted())
        here.turn()
        assert {email["Subject"] for email in here.emails("ann")} <= {"Kingdomino with 花子"}
        assert {email["Subject"] for email in here.emails("ben")} <= {"Kingdomino with Ярослав"}
        assert here.emails("ann") + here.emails("ben")


@pytest.mark.slow
def test_a_digest_waits_for_its_hour_and_for_the_end_of_quiet_hours(scene: Mailed) -> None:
    """Turns that are over by then are not in the digest."""
    scene.begin(wanted(Digest.HOURLY, Quiet(0, 7 * 60)))
    name = scene.turn()
    assert scene.emails(name) == []
    scene.table.now += 6 * HOUR
    assert scene.emails(name) == []
    (email,) = scene.emails(name, HOUR)
    assert text_of(email).count("It is your turn") == 1
    scene.turn()
    assert scene.turn() == name
    scene.turn()
    assert len(scene.emails(name, 2 * HOUR)) == 1


@pytest.mark.slow
def test_time_that_runs_out_waits_for_no_digest() -> None:
    """The e-mail is sent at once, with its own subject."""
    days = ClockSpec(TimeControl.PER_TURN, 2 * 86_400, 2 * 86_400, 2 * 86_400)
    with mailed(FakeRedis(server=FakeServer()), clock=days) as here:
        here.begin(wanted(Digest.DAILY))
        name = here.turn()
        assert here.emails(name) == []
        email = here.emails(name, 40 * HOUR)[-1]
        assert email["Subject"].startswith("Your time is running out: Kingdomino with ")
        assert "Your time is running out: move " in text_of(email)


@pytest.mark.slow
def test_an_email_that_is_taken_later_is_the_same(scene: Mailed) -> None:
    """Retries have the same id, and the e-mail is accepted once, even after a day without the server."""
    scene.begin(wanted())
    name = scene.turn()
    had, hand_over, sent = len(scene.mailbox.to(an_address(name))), scene.channel.hand_over, list[str]()

    def noted(message: EmailMessage) -> None:
        sent.append(message["Message-ID"])
        hand_over(message)

    scene.mailbox.answers += [GREYLISTED] * 3
    object.__setattr__(scene.channel, "hand_over", noted)
    for hours in (0, 8, 8, 8, 8):
        emails = scene.emails(name, hours * HOUR)
    assert len(emails) == had + 1
    assert sent == [emails[-1]["Message-ID"]] * 4


@pytest.mark.slow
def test_what_is_over_when_the_server_is_back_is_not_sent(scene: Mailed) -> None:
    """A turn that ended meanwhile is not sent."""
    scene.begin(wanted())
    name = scene.turn()
    scene.mailbox.answers.append(GREYLISTED)
    had = len(scene.emails(name))
    scene.turn()
    assert len(scene.emails(name, DAY)) == had


@pytest.mark.slow
def test_the_end_of_a_game_comes_with_its_receipt(scene: Mailed) -> None:
    """The last e-mail has the receipt of the last event in text and HTML; earlier ones have none."""
    scene.begin(wanted())
    while scene.table.match.status is Status.ACTIVE:
        scene.table.now += MINUTE
        scene.table.move()
    scene.table.work()
    assert scene.table.match.status is Status.SCORED
    *before, last = scene.emails("ann")
    kept = text_of(last)
    (line,) = (line for line in kept.splitlines() if line.startswith('{"game"'))
    receipt = parse_receipt(json.loads(line))
    assert verify(receipt)
    assert (receipt.game, receipt.head) == (scene.table.match.id, scene.table.match.head)
    assert receipt.signature in html_of(last)
    assert not any("signature" in text_of(email) for email in before)


@pytest.mark.slow
def test_a_mailbox_that_there_is_not_gets_no_more(scene: Mailed) -> None:
    """The target is stopped with the reason; other targets continue."""
    scene.begin(wanted())
    name = scene.turn()
    scene.mailbox.receivers[an_address(name)] = NO_MAILBOX
    had = len(scene.emails(name))
    _, known = scene.deliveries.targets.get(Target(EMAIL, IDS[name]))
    assert known is not None
    assert known.stopped == REFUSED
    del scene.mailbox.receivers[an_address(name)]
    other = scene.turn()
    scene.turn()
    assert len(scene.emails(name, DAY)) == had
    assert len(scene.emails(other)) > 0


@pytest.mark.slow
def test_a_fault_of_the_operator_stops_nobody(scene: Mailed, caplog: pytest.LogCaptureFixture) -> None:
    """A log line reports it without an address."""
    scene.begin(wanted())
    name = scene.turn()
    scene.mailbox.receivers[an_address(name)] = "530 5.7.0 Authentication required"
    scene.emails(name)
    _, known = scene.deliveries.targets.get(Target(EMAIL, IDS[name]))
    assert known is not None
    assert not known.stopped
    assert f"the mail server does not take an e-mail for player {IDS[name]}" in caplog.text
    assert "@" not in caplog.text


@pytest.mark.slow
def test_an_account_without_an_address_has_no_target(scene: Mailed) -> None:
    """E-mails go to the current address; without one the target is removed."""
    scene.begin(wanted())
    name = scene.turn()
    scene.store.hset(credentials_key(IDS[name]), "email", "new@example.org")
    scene.deliveries.deliver()
    assert len(scene.mailbox.to("new@example.org")) == 1
    scene.store.hdel(credentials_key(IDS[name]), "email")
    scene.turn()
    assert scene.turn() == name
    scene.deliveries.deliver()
    assert scene.deliveries.targets.get(Target(EMAIL, IDS[name]))[1] is None


@pytest.mark.slow
def test_in_a_crowd_there_are_no_pictures(scene: Mailed) -> None:
    """E-mails have no pictures while more than `MOST_WITH_PICTURES` are due."""
    scene.begin(wanted())
    scene.crowd[0] = MOST_WITH_PICTURES + 1
    name = scene.turn()
    email = scene.emails(name)[-1]
    assert pictures_of(email) == []
    assert "cid:" not in html_of(email)


@pytest.mark.slow
def test_an_email_without_its_picture_is_better_than_none() -> None:
    """If the picture cannot be drawn, the e-mail is sent without it."""

    def fail(_: str) -> bytes:
        raise NotDrawn

    with mailed(FakeRedis(server=FakeServer()), png=fail) as here:
        here.begin(wanted())
        name = here.turn()
        assert pictures_of(here.emails(name)[-1]) == []
