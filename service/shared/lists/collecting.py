"""Collections as owners and other viewers see them, for the API and the pages."""

import hmac
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import after_this_request

from replays.bootstrap import now_ms
from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId, is_uuid
from replays.match.aggregate import Match
from service.application.account_keys import is_player
from service.application.games.lists.collecting.collection import (
    MOST_GAMES,
    Collection,
    CollectionVisibility,
    Item,
    TooManyGames,
)
from service.application.games.lists.collecting.collections import MOST, TooManyCollections, UnknownCollection
from service.application.i18n.moderation import neutral_title
from service.application.problem import Problem
from service.http.client_address import address
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.visibility import not_for_others, sight, viewer

KEY_BYTES = 16
Change = Callable[[Collection], Collection]


class CollectionItem(NamedTuple):
    """A game of a collection as the viewer sees it; `match` is None if it is not visible (owner only)."""

    item: Item
    match: Match | None


def unknown_collection() -> Problem:
    """404: the collection does not exist, or the viewer may not see it."""
    return Problem(404, "collection/unknown", "there is no collection with this id, or none that you may see")


def collection_of(owner: str, identity: str, key: str | None) -> Collection:
    """A collection that the viewer may see: their own, one shared by a link with this key, or a public one.

    404 `collection/unknown` for all others. A public one is visible to those who may see the owner's page. If
    a moderator hid it, others see a neutral title and no notes.
    """
    found = services().collections.one(owner, identity) if is_player(owner) and is_uuid(identity) else None
    if found is None:
        raise unknown_collection()
    if viewer().player == owner or (found.shared is CollectionVisibility.PUBLIC and _shows_page(owner)):
        return _as_seen(owner, [found])[0]
    if found.key is None or not hmac.compare_digest(found.key.encode(), (key or "").encode()):
        raise unknown_collection()
    after_this_request(not_for_others)
    return _as_seen(owner, [found])[0]


def own_collections(player: str) -> list[Collection]:
    """The player's own collections, newest first."""
    return _as_seen(player, services().collections.of(player))


def public_collections(owner: str) -> list[Collection]:
    """The player's public collections, if the viewer may see the player's page; else none."""
    if not _shows_page(owner):
        return []
    found = services().collections.of(owner)
    return _as_seen(owner, [each for each in found if each.shared is CollectionVisibility.PUBLIC])


def entries(owner: str, collection: Collection) -> list[CollectionItem]:
    """The games of a collection in order, without those that the viewer may not see.

    For the owner such a game stays in the list as an entry without a match, so that it can be removed.
    """
    games = [item.game for item in collection.items]
    seen = {match.id: match for match in services().tables.matches.readable(games) if sight().may_see(match)}
    found = [CollectionItem(item, seen.get(item.game)) for item in collection.items]
    return found if viewer().player == owner else [each for each in found if each.match]


def begin_collection(owner: str, identity: str, title: str, shared: CollectionVisibility) -> Collection:
    """Create a collection; 409 `collection/too-many`, and `StorageFull` beyond the storage quota.

    Raises `CommandReused` if the id belongs to another collection.
    """
    empty = Collection(identity, "", CollectionVisibility.PRIVATE, now_ms())
    try:
        new = empty.named(title, shared, _new_key())
        made = services().collections.create(owner, new, address(), acting())
    except TooManyCollections:
        raise Problem(
            409, "collection/too-many", f"you have {MOST} collections, the maximum: delete one first"
        ) from None
    if (made.title, made.shared) != (title, shared):
        raise CommandReused
    return made


def rename_collection(owner: str, identity: str, title: str, shared: CollectionVisibility) -> Collection:
    """Change the title and sharing; 404 `collection/unknown`."""
    changed = _changed(owner, identity, lambda each: each.named(title, shared, _new_key()))
    return _as_seen(owner, [changed])[0]


def remove_collection(owner: str, identity: str) -> None:
    """Delete a collection."""
    services().collections.remove(owner, identity, acting())


def put_game(owner: str, identity: str, game: GameId, note: str | None, place: int | None) -> Collection:
    """Add a game to a collection, or change its note or place there.

    404 `collection/unknown`, 409 `collection/full`.
    """
    return _changed(owner, identity, lambda each: each.having(game, note, place))


def take_game(owner: str, identity: str, game: GameId) -> Collection:
    """Remove a game from a collection, if it is there; 404 `collection/unknown`."""
    return _changed(owner, identity, lambda each: each.without(game))


def _changed(owner: str, identity: str, change: Change) -> Collection:
    try:
        return services().collections.change(owner, identity, change, address(), acting())
    except UnknownCollection:
        raise unknown_collection() from None
    except TooManyGames:
        raise Problem(
            409, "collection/full", f"the collection has {MOST_GAMES} games, the maximum: remove one first"
        ) from None


def _as_seen(owner: str, found: Sequence[Collection]) -> list[Collection]:
    """The collections with the reasons why they are hidden; only the owner sees the texts of hidden ones."""
    hidden = services().moderation.hidden([each.subject(owner) for each in found])
    marked = [replace(each, hidden=why) for each, why in zip(found, hidden, strict=True)]
    if viewer().player == owner:
        return marked
    return [each.veiled(neutral_title(each.id)) if each.hidden else each for each in marked]


def _shows_page(owner: str) -> bool:
    profile = services().players.profiles([owner])[owner]
    return profile is not None and profile.page.includes(viewer().player, owner)


def _new_key() -> str:
    return os.urandom(KEY_BYTES).hex()
