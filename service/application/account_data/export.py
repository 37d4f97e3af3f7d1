"""The registry of what an export has: the account itself, and lists."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from replays.kinds import KINDS
from replays.match.kinds import StreamKind
from service.application.account_data import items
from service.application.account_data.stores import AccountStores
from service.application.accounts.passkeys.passkey import shown_passkey
from service.application.accounts.tokens import shown_token
from service.application.channels.forms import exported_channels
from service.application.games.lists.my_games import all_of
from service.application.i18n.games.kinds import WORDS
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.people.contacts import ContactList


@dataclass(frozen=True, slots=True)
class ExportList:
    """A list in an export: its name, a sentence that describes it, and its items as JSON values.

    `read` raises `StoreAway` and `AccountErased`, and reads the items from the store while they are consumed:
    a process has a few hundred kilobytes of a list at a time, however long the list is. If the list is
    `by_line`, its file has one item on each line instead of an array.
    """

    name: str
    about: Text
    read: Callable[[AccountStores, str], Iterable[Any]]
    by_line: bool = False


def account(stores: AccountStores, player: str) -> dict[str, Any]:
    """The account itself, with its short parts, as JSON; raises as `ExportList.read` does."""
    profile, credentials = stores.players.profile(player), stores.sessions.of(player)
    return {
        "id": profile.id,
        "name": profile.name,
        "created_at": profile.created_at,
        "page": profile.page.value,
        "language": profile.language,
        "email": credentials.email,
        "proposed_email": credentials.proposed,
        "tokens": [shown_token(token) for token in stores.tokens.of(player)],
        "passkeys": [shown_passkey(passkey) for passkey in stores.passkeys.of(player)],
        **exported_channels(stores.targets, stores.calendars, player),
    }


def _contacts(name: ContactList, about: Text) -> ExportList:
    return ExportList(
        name.value, about, lambda of, player: map(items.contact, of.contacts.every(name, player))
    )


def _tables(kind: StreamKind[Any]) -> ExportList:
    listing, about = kind.listing, WORDS[kind.name].exported
    return ExportList(listing, about, lambda of, id_: all_of(of.tables.log, listing, id_))


LISTS = (
    ExportList(
        "audit", _l("What was done to the account, the newest first."), lambda of, id_: of.audit.every(id_)
    ),
    ExportList(
        "notices", _l("Your newest notices."), lambda of, id_: map(items.notice, of.inboxes.every(id_))
    ),
    ExportList(
        "webhooks",
        _l("Your webhooks, and what was sent to them."),
        lambda of, id_: of.webhook_store.exported(id_),
    ),
    ExportList(
        "reports",
        _l("What you have reported, and the moderators' verdicts."),
        lambda of, id_: of.moderation.kept_about(id_),
    ),
    ExportList(
        "decisions",
        _l("What moderators have decided on your texts and your account."),
        lambda of, id_: of.moderation.decided_about(id_),
    ),
    ExportList(
        "views",
        _l("When moderators looked at the case of a text of yours that nobody had reported."),
        lambda of, id_: of.moderation.viewed_about(id_),
    ),
    _contacts(ContactList.FOLLOWING, _l("The players whom you follow.")),
    _contacts(ContactList.BLOCKED, _l("The players whom you have blocked.")),
    _contacts(ContactList.MUTED, _l("The players whose messages you do not read.")),
    ExportList(
        "muted_talk",
        _l("The games whose talk you have muted."),
        lambda of, id_: ({"game": game, "since": at} for game, at in of.talk_mutes.every(id_)),
    ),
    ExportList(
        "notes",
        _l("Your private notes on games."),
        lambda of, id_: ({"game": game, "text": text} for game, text in of.notes.notes(id_)),
    ),
    ExportList(
        "comments", _l("Your comments on games."), lambda of, id_: map(items.comment, of.comments.of(id_))
    ),
    ExportList("talk", _l("Your messages at tables."), lambda of, id_: map(items.said, of.talk.of(id_))),
    ExportList("collections", _l("Your collections of games, with your notes."), items.collections),
    ExportList(
        "studies",
        _l("Your studies, in notation."),
        lambda of, id_: map(items.study, of.studies.texts_of(id_)),
    ),
    ExportList("plans", _l("Moves that you planned for your next turns."), items.plans),
    ExportList(
        "results",
        _l("Your results, summed by kind of game."),
        lambda of, id_: map(items.result, of.records.of(id_)),
    ),
    ExportList(
        "ratings", _l("Your ratings by kind of game, and the newest rated games of each."), items.ratings
    ),
    ExportList(
        "seen",
        _l("How far you have looked at each game."),
        lambda of, id_: ({"game": game, "version": v} for game, v in of.notes.all_seen(id_)),
    ),
    *map(_tables, KINDS),
    ExportList(
        "receipts",
        _l("The receipts of your games and dynasties as they are now, signed by the service."),
        items.receipts,
        by_line=True,
    ),
)
"""The lists in the order of the export."""
