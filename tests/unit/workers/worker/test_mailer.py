"""The mailer, with a controlled mail server."""

import smtplib
from collections.abc import Callable
from email.message import EmailMessage
from itertools import pairwise

import pytest
from fakeredis import FakeRedis, FakeServer

from replays.runtime.settings.mail_server import MailServer, SmtpServer
from replays.streams.setbacks import StreamsSetbacks
from service.application.account_keys import emails_key
from service.application.mail.outbox import INDEX, Email, Links, Outbox
from tests.unit.service.application.mail.test_outbox import ANN, KEY, Clock, an_email, post
from workers.outage import Reports
from workers.worker.delivering.mailer import FIRST_PAUSE_MS, Mailer, MailThread

SMTP = SmtpServer("mail", 25, tls=False, starttls=False)
SERVER = MailServer(SMTP, "game@example.org", "https://game.example.org")
AWAY = ConnectionRefusedError("nobody there: ann@example.org")
GREYLISTED = smtplib.SMTPDataError(451, b"later, ann@example.org")
REFUSED = smtplib.SMTPRecipientsRefused({"ann@example.org": (550, b"no such mailbox")})
FULL = smtplib.SMTPRecipientsRefused({"ann@example.org": (452, b"mailbox full")})


class Site:
    """An outbox, a mailer, and the messages and reports; `faults` are raised for the next messages."""

    def __init__(self) -> None:
        self.store = FakeRedis(server=FakeServer())
        self.clock = Clock()
        self.outbox = Outbox(self.store, self.clock)
        self.setbacks = StreamsSetbacks(self.store, self.store)
        self.sent: list[EmailMessage] = []
        self.said: list[str] = []
        self.faults: list[Exception] = []
        self.mailer = Mailer(self.outbox, self.setbacks, Links(KEY), SERVER, self._send, self.clock)

    def _send(self, message: EmailMessage) -> None:
        if self.faults:
            raise self.faults.pop(0)
        self.sent.append(message)

    def post(self, number: int = 1, lasts: int = 1000, to: str = "ann@example.org") -> None:
        """Store an e-mail that is valid for this many seconds."""
        now = self.clock.now
        one = an_email(number, now)
        post(
            self.outbox,
            self.store,
            Email(one.id, to, one.subject, one.text, one.path, now, now + lasts * 1000),
        )

    def deliver(self) -> bool:
        """Deliver one e-mail."""
        return self.mailer.deliver(self.said.append)


@pytest.fixture
def site() -> Site:
    """Give an empty outbox and its mailer."""
    return Site()


def test_an_email_is_sent_with_its_link(site: Site) -> None:
    """It has our sender, its receiver and the link's token; afterwards the store is empty."""
    site.post()
    assert site.deliver()
    (message,) = site.sent
    link = f"https://game.example.org/verify/{Links(KEY).token(ANN, an_email().id)}"
    assert message.get_content() == f"Here: {link}\n"
    assert (message["From"], message["To"], message["Subject"]) == (
        "Kingdomino <game@example.org>",
        "ann@example.org",
        "Hello",
    )
    assert message["Auto-Submitted"] == "auto-generated"
    assert not site.deliver()
    assert site.store.keys() == []
    assert site.said == []


def test_an_email_for_nobody_goes_nowhere(site: Site) -> None:
    """Such an e-mail hides whether an account exists; the mailer discards it."""
    site.post(to="")
    assert site.deliver()
    assert (site.sent, site.said, site.store.keys()) == ([], [], [])


@pytest.mark.parametrize(
    "fault", [AWAY, GREYLISTED, FULL, TimeoutError(), smtplib.SMTPServerDisconnected("x")]
)
def test_it_is_tried_again_less_and_less_often(site: Site, fault: Exception) -> None:
    """Each pause equals the time waited so far; the Message-ID stays, so that duplicates are recognized."""
    site.post()
    site.faults = [fault] * 3
    tries = []
    for _ in range(60):
        if site.deliver():
            tries.append(site.clock.now)
        site.clock.now += 1000
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert pauses == [FIRST_PAUSE_MS, FIRST_PAUSE_MS, 2 * FIRST_PAUSE_MS]
    assert len(site.sent) == 1
    assert an_email().id in site.sent[0]["Message-ID"]
    assert site.sent[0]["Content-Language"] == "en"


@pytest.mark.long
def test_it_is_given_up_when_its_link_is_of_no_use(site: Site) -> None:
    """After a bounded number of attempts it is dropped with a line for the operator."""
    site.post(lasts=3600)
    site.faults = [AWAY] * 100
    for _ in range(600):
        site.deliver()
        site.clock.now += 10_000
    assert 5 < 100 - len(site.faults) < 15
    assert site.said[-1] == f"an e-mail for player {ANN} is given up: TimeoutError"
    assert site.store.keys() == []


@pytest.mark.long
def test_it_is_tried_once_an_hour_at_least(site: Site) -> None:
    """The pause never exceeds one hour."""
    site.post(lasts=86_400)
    site.faults = [AWAY] * 100
    tries = []
    for _ in range(86_400 // 60):
        if site.deliver():
            tries.append(site.clock.now)
        site.clock.now += 60_000
    assert max(later - earlier for earlier, later in pairwise(tries)) == 3_600_000


def test_a_mailbox_that_is_not_there_is_not_tried_again(site: Site) -> None:
    """A permanent refusal drops the e-mail."""
    site.post()
    site.faults = [REFUSED]
    assert site.deliver()
    assert site.store.keys() == []
    assert site.said == [f"an e-mail for player {ANN} is given up: SMTPRecipientsRefused"]


def test_one_email_does_not_hold_up_another(site: Site) -> None:
    """The other e-mail is sent once, and only the failed one stays."""
    site.post(1)
    site.clock.now += 1
    site.post(2)
    site.faults = [GREYLISTED]
    site.deliver()
    assert len(site.sent) == 1
    assert [one.id for one in site.outbox.emails(ANN)] == [an_email(1).id]


def test_nothing_of_an_email_is_said(site: Site) -> None:
    """Reports contain no address, link or text, whatever the mail server replies."""
    site.post()
    site.faults = [AWAY, GREYLISTED, FULL, REFUSED]
    for _ in range(100):
        site.deliver()
        site.clock.now += 10_000
    said = "\n".join(site.said)
    assert said.count("\n") == 3
    secret = Links(KEY).token(ANN, an_email().id).partition(".")[2]
    assert not any(text in said for text in ("ann@example.org", secret, "Hello", an_email().id))


def test_the_thread_outlives_what_goes_wrong(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any fault is reported without its text, and later e-mails are sent."""
    monkeypatch.setattr("workers.worker.delivering.mailer.AWAY_SECONDS", 0.0)
    faults: list[Exception] = [RuntimeError("ann@example.org")]
    thread: MailThread

    class Bad(Mailer):
        def deliver(self, say: Callable[[str], None]) -> bool:
            if faults:
                raise faults.pop()
            thread._stop.set()
            return super().deliver(say)

    site.post()
    bad = Bad(site.outbox, site.setbacks, Links(KEY), SERVER, site._send, site.clock)
    thread = MailThread(bad, Reports.to(site.said.append))
    thread.start()
    thread._thread.join(10)
    assert len(site.sent) == 1
    assert site.said == ["sending e-mails waits: RuntimeError", "sending e-mails goes on"]
    assert emails_key(ANN).encode() not in site.store


def test_what_cannot_be_made_holds_up_no_other(site: Site) -> None:
    """A player whose e-mails cannot be read steps back and is named; others get theirs at once."""
    site.store.hset(emails_key("bob"), "1", "no e-mail")
    site.store.zadd(INDEX, {"bob": 0})
    site.post()
    assert [site.deliver(), site.deliver()] == [True, True]
    assert len(site.sent) == 1
    [stuck] = site.setbacks.longest_stuck("mail", 9)
    assert (stuck.item, stuck.tries) == ("bob", 1)
    for tries in range(2, 5):
        assert not site.deliver()
        site.clock.now = stuck.again
        assert site.deliver()
        [stuck] = site.setbacks.longest_stuck("mail", 9)
        assert (stuck.tries, stuck.again - site.clock.now) == (tries, 1000 * 2**tries)
    site.store.delete(emails_key("bob"))
    site.clock.now = stuck.again
    assert site.deliver()
    assert site.setbacks.longest_stuck("mail", 9) == []
