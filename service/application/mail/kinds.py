"""The e-mails of the service: one declaration each, and a template in `service/application/mail/templates`.

They are written in the language of the request. A worker adds the link and sends them.
"""

from collections.abc import Callable
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from service.application.i18n.speaking import Text, install, present
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.mail import TEMPLATES
from service.application.mail.outbox import Email

CONFIRM_MS = 24 * 60 * 60 * 1000
"""How long the link that confirms an e-mail works."""
RESET_MS = 60 * 60 * 1000
"""How long the link for a new password works."""


class EmailKind(NamedTuple):
    """A kind of e-mail: its template, its subject, its validity in ms, and the path of its link.

    A template has `{link}` in the place of the link; without a `path` there is no link.
    """

    template: str
    subject: Text
    lasts_ms: int
    path: str = ""


CONFIRM = EmailKind("confirm.txt", _l("Confirm your e-mail address"), CONFIRM_MS, "/verify/")
"""The link that confirms an account's e-mail address; the template takes the account's `name`."""
ALREADY_KNOWN = EmailKind("already_known.txt", _l("You have an account already"), CONFIRM_MS)
"""Sent instead of `CONFIRM` if another account has the address."""
RESET = EmailKind("reset.txt", _l("A new password"), RESET_MS, "/reset/")
"""The link for setting a new password."""
FAREWELL = EmailKind("farewell.txt", _l("Your e-mail address was changed"), CONFIRM_MS)
"""Sent to the previous address of an account after its address has changed."""

PASSKEY_ADDED = EmailKind("passkey_added.txt", _l("A passkey was added to your account"), CONFIRM_MS)
"""Sent to the address of an account that has a new passkey."""


class EmailWriter:
    """Writes e-mails; `entropy(n)` returns n random bytes."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._templates = mail_templates()

    def write(self, kind: EmailKind, to: str, now: int, **values: object) -> Email:
        """An e-mail of this kind to this address, written at `now` (ms UTC); the template takes `values`."""
        text = self._templates.get_template(kind.template).render(values)
        until = now + kind.lasts_ms
        return Email(
            self._entropy(16).hex(), to, str(kind.subject), text, kind.path, now, until, present().tag
        )


def mail_templates() -> Environment:
    """The templates of e-mails, which need no request; texts by other people must pass the filter `plain`."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html",)),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["plain"] = plain
    install(templates)
    return templates


def plain(name: str) -> str:
    """The name in a form that cannot pass for e-mail text or for an address that mail programs link."""
    return "".join([mark if mark.isalnum() or mark in " -'" else "·" for mark in name])
