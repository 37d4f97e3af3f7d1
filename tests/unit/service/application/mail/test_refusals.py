"""Classification of refusals: only some mean that a mailbox is gone; replies as real servers send them."""

from smtplib import SMTPAuthenticationError, SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused

import pytest

from service.application.mail.refusals import is_permanent, refuses_receiver

ANN = "ann@example.org"


def at_receiver(code: int, text: str) -> SMTPRecipientsRefused:
    """A refusal of the recipient's address."""
    return SMTPRecipientsRefused({ANN: (code, text.encode())})


def after_text(code: int, text: str) -> SMTPDataError:
    """A refusal of the whole message."""
    return SMTPDataError(code, text.encode())


@pytest.mark.parametrize("refused", [at_receiver, after_text])
@pytest.mark.parametrize(
    ("code", "text"),
    [
        (550, "5.1.1 The email account that you tried to reach does not exist."),
        (550, "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found"),
        (550, "No such user here"),
        (551, "User not local"),
        (553, "mailbox name not allowed"),
        (554, "5.2.1 mailbox disabled, not accepting messages"),
    ],
)
def test_a_missing_mailbox_is_about_the_receiver(refused: type[SMTPDataError], code: int, text: str) -> None:
    """The refusal is about the receiver and permanent, at the address and after the text."""
    fault = refused(code, text)
    assert refuses_receiver(fault)
    assert is_permanent(fault)


@pytest.mark.parametrize("refused", [at_receiver, after_text])
@pytest.mark.parametrize(
    ("code", "text"),
    [
        (450, "4.2.0 greylisted"),
        (452, "4.2.2 mailbox full"),
        (530, "5.7.0 Authentication required"),
        (550, "5.7.1 Relaying denied"),
        (554, "5.7.1 Message rejected as spam"),
        (553, "5.1.8 sender domain does not exist"),
        (552, "5.2.2 mailbox full"),
        (552, "5.2.3 message too long for this mailbox"),
        (552, "5.3.4 message too big"),
        (554, "transaction failed"),
        (501, "5.1.3 Bad recipient address syntax"),
    ],
)
def test_others_are_not(refused: type[SMTPDataError], code: int, text: str) -> None:
    """Temporary refusals, and those about the sender, the content or a policy, are not about the receiver."""
    assert not refuses_receiver(refused(code, text))


def test_sender_and_login_are_an_operators_fault() -> None:
    """Refused senders and logins and an unavailable server are neither about the receiver nor permanent."""
    for fault in (
        SMTPSenderRefused(550, b"5.1.8 no such sender", "game@example.org"),
        SMTPAuthenticationError(535, b"5.7.8 wrong password"),
        ConnectionRefusedError(),
    ):
        assert not refuses_receiver(fault)
        assert not is_permanent(fault)
