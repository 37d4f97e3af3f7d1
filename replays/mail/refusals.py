"""What a mail server's refusal means: whether it is about the receiver, and for good."""

import re
import smtplib

PERMANENT = 500
"""From this reply on the mail server will not take the message later either (RFC 5321, 4.2.1)."""
OURS = frozenset({500, 501, 502, 503, 504, 530, 534, 535, 538})
"""Replies about what we say, and about our login (RFC 5321, 4.2.3; RFC 4954, 6): an operator's fault."""
MAILBOXES = frozenset({550, 551, 553})
"""Replies about a mailbox, where the text has no status that says more (RFC 5321, 4.2.2)."""
STATUS = re.compile(rb"\s*5\.(\d{1,3})\.(\d{1,3})\b")
"""An enhanced status: subject and detail (RFC 3463)."""
ADDRESS, MAILBOX = 1, 2
SENDERS = frozenset({7, 8})
"""Details of the subject `ADDRESS` that are about the sender's address."""
FULL = 2
"""The detail of the subject `MAILBOX` for one that is full: there may be room later."""


def is_permanent(fault: OSError) -> bool:
    """Whether the message will not be taken later either, whoever is at fault."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _ in fault.recipients.values())
    return isinstance(fault, smtplib.SMTPDataError) and fault.smtp_code >= PERMANENT


def refuses_receiver(fault: OSError) -> bool:
    """Whether the server says that there is no such mailbox, or that it takes nothing any more.

    A refusal of the sender, of the login, of the message's content, or by a policy is not about the receiver.
    """
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        replies: list[tuple[int, bytes | str]] = list(fault.recipients.values())
    elif isinstance(fault, smtplib.SMTPDataError):
        replies = [(fault.smtp_code, fault.smtp_error)]
    else:
        return False
    return all(_is_about_mailbox(code, text) for code, text in replies)


def _is_about_mailbox(code: int, text: bytes | str) -> bool:
    if code < PERMANENT or code in OURS:
        return False
    found = STATUS.match(text.encode() if isinstance(text, str) else text)
    if found is None:
        return code in MAILBOXES
    subject, detail = map(int, found.groups())
    return (subject == ADDRESS and detail not in SENDERS) or (subject == MAILBOX and detail != FULL)
