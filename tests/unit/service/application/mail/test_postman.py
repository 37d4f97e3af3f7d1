"""Handing messages to a real mail server, several in one session."""

from collections.abc import Iterator
from email.message import EmailMessage
from smtplib import SMTPDataError, SMTPRecipientsRefused
from socket import SHUT_RDWR

import pytest

from harness.wire.mail import GREYLISTED, HOST, REFUSED, Mailbox, running_mail_server
from replays.runtime.settings.mail_server import SmtpServer
from service.application.mail import postman
from service.application.mail.postman import Postman

ANN, BEN = "ann@example.org", "ben@example.org"


class Office:
    """A mail server, and a postman connected to it."""

    def __init__(self, mailbox: Mailbox, port: int) -> None:
        self.mailbox = mailbox
        self.postman = Postman(SmtpServer(HOST, port, tls=False, starttls=False))

    def send(self, text: str, to: str = ANN) -> None:
        """Hand a message to the server."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = "game@example.org", to, "Hello"
        message.set_content(text)
        self.postman.send(message)

    @property
    def texts(self) -> list[str]:
        """The texts of the messages to Ann."""
        return [message.get_content().strip() for message in self.mailbox.to(ANN)]


@pytest.fixture
def office() -> Iterator[Office]:
    """Give an office with a running server."""
    with running_mail_server() as (mailbox, port):
        here = Office(mailbox, port)
        yield here
        here.postman.close()


def test_messages_that_follow_each_other_share_a_session(office: Office) -> None:
    """The messages arrive in order and complete."""
    for text in ("one", "two", "three"):
        office.send(text)
    assert office.texts == ["one", "two", "three"]
    assert len(office.mailbox.clients) == 1


def test_a_session_carries_so_many(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the maximum number of messages a new session is opened."""
    monkeypatch.setattr(postman, "MOST_MESSAGES", 2)
    for text in ("one", "two", "three"):
        office.send(text)
    assert office.texts == ["one", "two", "three"]
    assert len(office.mailbox.clients) == 2


def test_a_refused_message_leaves_the_session_for_others(office: Office) -> None:
    """The session stays open after temporary and permanent refusals, of the address or after the text."""
    office.mailbox.receivers[BEN] = REFUSED
    with pytest.raises(SMTPRecipientsRefused):
        office.send("nobody", BEN)
    office.mailbox.answers.append(GREYLISTED)
    with pytest.raises(SMTPDataError):
        office.send("later")
    office.send("one")
    assert office.texts == ["one"]
    assert len(office.mailbox.clients) == 1


def test_a_session_that_the_server_has_ended_is_opened_again(office: Office) -> None:
    """No message is lost or sent twice."""
    office.send("one")
    for waiting in office.postman._idle:
        assert waiting.smtp.sock is not None
        waiting.smtp.sock.shutdown(SHUT_RDWR)
    office.send("two")
    assert office.texts == ["one", "two"]
    assert len(office.mailbox.clients) == 2


def test_a_session_ends_after_a_while(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle session is closed after `IDLE_SECONDS`."""
    now = [0.0]
    office.postman._clock = lambda: now[0]
    office.send("one")
    now[0] = postman.IDLE_SECONDS - 1
    office.postman._end_old()
    assert len(office.postman._idle) == 1
    now[0] = postman.IDLE_SECONDS
    office.postman._end_old()
    assert office.postman._idle == []
    office.send("two")
    assert office.texts == ["one", "two"]


def test_a_server_that_is_away_is_told(office: Office) -> None:
    """An unavailable server raises an `OSError`."""
    away = Postman(SmtpServer(HOST, 9, tls=False, starttls=False))
    message = EmailMessage()
    with pytest.raises(ConnectionRefusedError):
        away.send(message)
