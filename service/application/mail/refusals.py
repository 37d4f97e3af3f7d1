"""Interprets a mail server's refusal: whether it concerns the receiver, and whether it is permanent."""

import re
import smtplib

PERMANENT = 500
"""From this reply code on, the mail server will not accept the message later either (RFC 5321, 4.2.1)."""
OURS = frozenset({500, 501, 502, 503, 504, 530, 534, 535, 538})
"""Replies about our commands and our login (RFC 5321, 4.2.3; RFC 4954, 6): an operator's fault."""
MAILBOXES = frozenset({550, 551, 553})
"""Replies about a mailbox, if the text has no enhanced status (RFC 5321, 4.2.2)."""
STATUS = re.compile(rb"\s*5\.(\d{1,3})\.(\d{1,3})\b")
"""An enhanced status of a permanent failure: subject and detail (RFC 3463)."""
ADDRESS, MAILBOX = 1, 2
SENDERS = frozenset({7, 8})
"""Details of the subject `ADDRESS` that concern the sender's address."""
NOT_NOW = frozenset({2, 3})
"""Details of the subject `MAILBOX` for a full mailbox, which may have room later, and for a long message."""


def is_permanent(fault: OSError) -> bool:
    """True if the mail server will not accept the message later either, whatever the reason."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _ in fault.recipients.values())
    return isinstance(fault, smtplib.SMTPDataError) and fault.smtp_code >= PERMANENT


def refuses_receiver(fault: OSError) -> bool:
    """True if the server says that the mailbox does not exist or accepts no messages any more.

    A refusal of the sender, of the login, of the message's content, or by a policy does not count.
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
    return (subject == ADDRESS and detail not in SENDERS) or (subject == MAILBOX and detail not in NOT_NOW)
