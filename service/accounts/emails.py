"""The texts of e-mails, in the language of the request; a worker adds the link and sends them."""

from collections.abc import Callable
from typing import NamedTuple

from replays.mail.outbox import Email
from service.accounts.credentials import CONFIRM_MS, RESET_MS
from service.i18n.speaking import gettext as _


class Kind(NamedTuple):
    """The path of the link in an e-mail, and the time for which the e-mail is valid."""

    path: str
    lasts_ms: int


CONFIRM = Kind("/verify/", CONFIRM_MS)
RESET = Kind("/reset/", RESET_MS)
NEWS = Kind("", CONFIRM_MS)


class EmailWriter:
    """Writes e-mails; `entropy(n)` returns n random bytes."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy

    def confirm(self, to: str, name: str, now: int) -> Email:
        """The link that makes an e-mail an account's."""
        text = _(
            "Somebody, you probably, wants to sign in to the Kingdomino account of “%(name)s” with this "
            "e-mail address.\n\nTo confirm it, open this page within 24 hours:\n{link}\n\n"
            "If it was not you, do nothing: the address stays unused.",
            name=_plain(name),
        )
        return self._email(to, _("Confirm your e-mail address"), text, now, CONFIRM)

    def already_known(self, to: str, now: int) -> Email:
        """In the place of that link, where the e-mail is another account's."""
        text = _(
            "Somebody, perhaps you, wanted to use this e-mail address for a new Kingdomino account, but you "
            "have one with it already: sign in with it. If you do not know its password any more, ask for a "
            "new one on the sign-in page.\n\nIf it was not you, do nothing: nothing has changed."
        )
        return self._email(to, _("You have an account already"), text, now, NEWS)

    def reset(self, to: str, now: int) -> Email:
        """The link that a new password is set with."""
        text = _(
            "Somebody, you probably, wants a new password for your Kingdomino account.\n\n"
            "To choose one, open this page within an hour:\n{link}\n\n"
            "If it was not you, do nothing: your password stays as it is."
        )
        return self._email(to, _("A new password"), text, now, RESET)

    def farewell(self, to: str, now: int) -> Email:
        """To the e-mail that was an account's until now."""
        text = _(
            "Your Kingdomino account has another e-mail address from now on, and you sign in with that one."
            "\n\nIf it was not you, somebody else can use your account: tell whoever runs the service."
        )
        return self._email(to, _("Your e-mail address was changed"), text, now, NEWS)

    def _email(self, to: str, subject: str, text: str, now: int, kind: Kind) -> Email:
        return Email(self._entropy(16).hex(), to, subject, text + "\n", kind.path, now, now + kind.lasts_ms)


def _plain(name: str) -> str:
    """A name that cannot pass for a part of the e-mail or for an address that mail programs link."""
    return "".join(mark if mark.isalnum() or mark in " -'" else "·" for mark in name)
