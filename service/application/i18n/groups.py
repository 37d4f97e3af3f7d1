"""The words of the pages: one catalogue, in `translations/`, for templates and scripts.

English is written where it is used, and is the catalogue's key. Scripts contain no words: each page passes
the groups of words that its scripts name, in a JSON block.
"""

from collections.abc import Mapping

from service.application.i18n import names, talk
from service.application.i18n.games import events
from service.application.i18n.pages import (
    audit,
    board,
    comments,
    importing,
    lobby,
    offline,
    passkeys,
    receipts,
    result,
    seats,
    session,
    table,
    tournaments,
    tutorial,
)
from service.application.i18n.pages.notices import push, telling
from service.application.i18n.pages.replaying import replay, review, review_summary, what_if
from service.application.i18n.speaking import Word

GROUPS: Mapping[str, Mapping[str, Word]] = {
    "audit": audit.WORDS,
    "board": board.WORDS,
    "comments": comments.WORDS,
    "events": events.WORDS,
    "importing": importing.WORDS,
    "lobby": lobby.WORDS,
    "names": names.WORDS,
    "offline": offline.WORDS,
    "passkeys": passkeys.WORDS,
    "push": push.WORDS,
    "receipts": receipts.WORDS,
    "replay": replay.WORDS,
    "result": result.WORDS,
    "review": review.WORDS,
    "review_summary": review_summary.WORDS,
    "seats": seats.WORDS,
    "session": session.WORDS,
    "sharing": result.SHARING,
    "table": table.WORDS,
    "talk": talk.WORDS,
    "telling": telling.WORDS,
    "tournaments": tournaments.WORDS,
    "tutorial": tutorial.WORDS,
    "visits": lobby.VISITS,
    "what_if": what_if.WORDS,
}
"""The words of scripts, by the part of the pages; keys are unique across all groups."""

EVERYWHERE = ("session", "names")
"""The groups that every page has."""
