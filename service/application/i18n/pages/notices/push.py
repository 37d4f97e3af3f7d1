"""The words of scripts about push messages in this browser."""

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: dict[str, Word] = {
    "push.on": _l("Notify me in this browser"),
    "push.here": _l("This browser shows you messages, also while no page is open."),
    "push.denied": _l(
        "This browser blocks messages of this site. Allow notifications in the settings of the site, beside "
        "the address, and load the page again."
    ),
    "push.install": _l(
        "On an iPhone or iPad, open the share menu, choose “Add to Home Screen”, open Kingdomino from there, "
        "and come back to this page."
    ),
    "push.none": _l("This browser cannot show messages."),
    "push.unanswered": _l("Nothing has changed. Allow messages where your browser asks."),
    "push.failed": _l("That did not work: {why}"),
    "push.offer": _l("It may take a while until it is your turn again. This browser can tell you."),
    "push.never": _lp("button", "No, thanks"),
    "push.close": _lp("button", "Close"),
}
