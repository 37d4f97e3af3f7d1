"""The words of the talk at a table, and the phrases that each reader sees in their own language."""

from collections.abc import Mapping

from service.application.i18n.speaking import Text, Word, plural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

PHRASES: Mapping[str, Text] = {
    "hello": _lp("phrase", "Hello!"),
    "good-luck": _l("Good luck, have fun!"),
    "nice-move": _lp("phrase", "Nice move!"),
    "oops": _lp("phrase", "Oops!"),
    "tomorrow": _l("I move tomorrow."),
    "take-your-time": _l("Take your time."),
    "thanks": _lp("phrase", "Thank you!"),
    "good-game": _lp("phrase", "Good game!"),
    "again": _l("Shall we play again?"),
}
"""The phrases in the order of their use in a game; their keys are stored and part of the API."""

WORDS: Mapping[str, Word] = {
    **{f"phrase.{key}": text for key, text in PHRASES.items()},
    "talk.title": _lp("heading", "Talk"),
    "talk.unread": plural("{count} new message", "{count} new messages"),
    "talk.players": _lp("heading", "Players"),
    "talk.spectators": _lp("heading", "Spectators"),
    "talk.rooms": _l("Who talks here"),
    "talk.only-players": _l("Only the players at this table read this."),
    "talk.only-spectators": _l("The players read this when the game is over."),
    "talk.everybody": _l("Players and spectators read this."),
    "talk.none": _l("Nobody has written yet."),
    "talk.older": _l("Show older messages"),
    "talk.label": _lp("label", "Your message"),
    "talk.send": _lp("button", "Send"),
    "talk.phrases": _l("Say it in everybody's language"),
    "talk.sign-in": _l("Sign in or play as a guest to write"),
    "talk.erased": _lp("name", "Somebody"),
    "talk.you": _lp("name", "You"),
    "talk.options": _l("What you can do about this message of {name}"),
    "talk.hidden": _l("Hidden by a moderator: {reason}"),
    "talk.report": _lp("button", "Report"),
    "talk.delete": _lp("button", "Delete"),
    "talk.sure": _l("Delete your message? It cannot be brought back."),
    "talk.mute": _lp("button", "Mute {name}"),
    "talk.sure-mute": _l(
        "Mute {name}? You then read none of their messages, at any table. They are not told."
    ),
    "talk.do-mute": _lp("button", "Mute"),
    "talk.unmute": _l("Read {name} again"),
    "talk.mute-game": _l("Mute the talk"),
    "talk.unmute-game": _l("Read the talk again"),
    "talk.muted": _l("You have muted the talk at this table."),
    "talk.empty": _l("Write something first: up to {most} characters, at least one of them visible."),
    "talk.full": _l("There is no room for more messages here."),
    "talk.own-full": _l("You have written as much as one may here. Delete a message of yours first."),
    "talk.often": _l("That was a lot in a short time. Write again in a few minutes."),
    "talk.no-room": _l(
        "Your storage is full. Delete messages, notes, comments or studies, or confirm an e-mail address."
    ),
    "talk.closed": _l("You cannot write here any more."),
}
