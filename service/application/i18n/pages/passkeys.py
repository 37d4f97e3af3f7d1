"""The words of scripts that ask for passkeys."""

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l

WORDS: dict[str, Word] = {
    "passkeys.none": _l("No passkey was used. Try again whenever you like."),
    "passkeys.password": _l("This is not the right password."),
    "passkeys.known": _l("Your account has this passkey already."),
}
