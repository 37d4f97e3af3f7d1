"""The words of the page of notice preferences: channels, their timing, and the kinds of notices."""

from typing import NamedTuple

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l


class KindWords(NamedTuple):
    """The words for a kind of notice: its name, and a sentence on when it is sent."""

    name: Word
    meaning: Word


class Group(NamedTuple):
    """Kinds of notices that belong together."""

    title: Word
    kinds: dict[str, KindWords]


GROUPS = (
    Group(
        _l("Your turns"),
        {
            "turn": KindWords(_l("Your turn"), _l("It has become your turn.")),
            "time_running_out": KindWords(
                _l("Time is running out"), _l("A day or less is left to move, or a fifth of your time.")
            ),
            "timed_out": KindWords(_l("Time is up"), _l("You did not move in time.")),
            "plan_failed": KindWords(
                _l("A plan failed"), _l("Your plan did not fit what happened, so it is your turn.")
            ),
        },
    ),
    Group(
        _l("Your tables"),
        {
            "invited": KindWords(_l("Invitations"), _l("Somebody keeps a seat for you.")),
            "rematch_offered": KindWords(_l("Rematches"), _l("Somebody wants to play with you again.")),
            "player_joined": KindWords(
                _l("Somebody joins"), _l("A seat at your table is taken, others are free.")
            ),
            "game_started": KindWords(_l("A game starts"), _l("The last seat is taken.")),
            "seat_left": KindWords(_l("Somebody leaves"), _l("A player has left a game that goes on.")),
            "seat_taken_over": KindWords(_l("Somebody takes over"), _l("A player goes on with a free seat.")),
        },
    ),
    Group(
        _l("Results"),
        {
            "game_scored": KindWords(_l("A game ends"), _l("Your place and your points.")),
            "review_ready": KindWords(
                _l("A review is ready"), _l("The review of a game that you asked for.")
            ),
            "called_off": KindWords(_l("A game is called off"), _l("Your game or table will not go on.")),
            "dynasty_goes_on": KindWords(_l("The next game"), _l("Another game of your dynasty begins.")),
            "dynasty_decided": KindWords(_l("A dynasty ends"), _l("Who has won the three games.")),
        },
    ),
    Group(
        _l("Moderation"),
        {
            "text_hidden": KindWords(
                _l("A text of yours is hidden"),
                _l("A moderator has hidden a text of yours, or replaced your name."),
            ),
            "suspended": KindWords(_l("Your account is suspended"), _l("Until when, or that it has ended.")),
            "report_answered": KindWords(
                _l("A report is answered"), _l("What a moderator has decided on what you reported.")
            ),
        },
    ),
    Group(
        _l("Conversation"),
        {
            "comment": KindWords(_l("Comments"), _l("Somebody commented on a game that you played.")),
            "talk": KindWords(_l("Talk"), _l("Another player wrote at your table.")),
        },
    ),
)
"""All kinds of `service.application.notices.kinds.registry`, grouped as on the page."""

CHANNELS: dict[str, Word] = {
    "email": _l("E-mail"),
    "push": _l("Messages of your browser"),
    "webhook": _l("Webhooks"),
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
