"""The words of the page of notice preferences: channels and their timing."""

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

CHANNELS: dict[str, Word] = {
    "email": _lp("label", "E-mail"),
    "push": _l("Messages of your browser"),
    "webhook": _lp("label", "Webhooks"),
}
"""The titles of channels."""
SWITCHES: dict[str, Word] = {
    "email": _l("Tell me by e-mail"),
    "push": _l("Tell me by messages of my browsers"),
}
"""The labels of the switches of channels."""

PREVIEWS: dict[str, Word] = {
    "telling.email.off": _l("You will get no e-mail about notices."),
    "telling.email.at_once": _l("You will get an e-mail as soon as there is something to tell."),
    "telling.email.at_once.quiet": _l(
        "You will get an e-mail as soon as there is something to tell, but not between {from} and {to}."
    ),
    "telling.email.hourly": _l("You will get an e-mail at most once an hour."),
    "telling.email.hourly.quiet": _l(
        "You will get an e-mail at most once an hour, not between {from} and {to}."
    ),
    "telling.email.daily": _l("You will get an e-mail at most once a day, at {hour}."),
    "telling.email.daily.quiet": _l(
        "You will get an e-mail at most once a day, at {hour}, not between {from} and {to}."
    ),
    "telling.push.off": _l("Your browsers will show no messages."),
    "telling.push.at_once": _l("Your browsers will show a message as soon as there is something to tell."),
    "telling.push.at_once.quiet": _l(
        "Your browsers will show a message as soon as there is something to tell, "
        "but not between {from} and {to}."
    ),
    "telling.push.hourly": _l("Your browsers will show a message at most once an hour."),
    "telling.push.hourly.quiet": _l(
        "Your browsers will show a message at most once an hour, not between {from} and {to}."
    ),
    "telling.push.daily": _l("Your browsers will show a message at most once a day, at {hour}."),
    "telling.push.daily.quiet": _l(
        "Your browsers will show a message at most once a day, at {hour}, not between {from} and {to}."
    ),
}
"""The effect of the choices, for each channel that has any."""

WORDS: dict[str, Word] = {
    **PREVIEWS,
    "telling.kinds": _l("{told} of {all}"),
    "telling.zone": _l("Your browser says {zone}. It counts once you save."),
}
