"""Collections as owners and other viewers see them."""

import hmac
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from replays.commands.handler import CommandReused
from replays.encoding.identity import is_uuid
from replays.match.aggregate import Match
from replays.match.matches import Matches
from service.application.account_keys import is_player
from service.application.accounts.access.actors import Actor
from service.application.accounts.players import Players
from service.application.games.lists.collecting.collection import Collection, CollectionVisibility, Item
from service.application.games.lists.collecting.collections import Collections, UnknownCollection
from service.application.games.sight import Sight
from service.application.i18n.moderation import neutral_title
from service.application.people.moderation.moderation import Moderation

KEY_BYTES = 16


class CollectionItem(NamedTuple):
    """A game of a collection as the viewer sees it; `match` is None if it is not visible (owner only)."""

    item: Item
    match: Match | None


@dataclass(frozen=True, slots=True)
class ShownCollections:
    """The collections of all players; a `viewer` is the id of the signed-in player, or None."""

    collections: Collections
    matches: Matches
    players: Players
    moderation: Moderation

    def find(self, owner: str, identity: str, key: str | None, sight: Sight) -> Collection:
        """A collection that the viewer may see: their own, one shared by a link with this key, a public one.

        404 `collection/unknown` for all others. A public one is visible to those who may see the owner's
        page. If a moderator hid it, others see a neutral title and no notes.
        """
        found = self.collections.one(owner, identity) if is_player(owner) and is_uuid(identity) else None
        if found is None:
            raise UnknownCollection
        is_public = found.shared is CollectionVisibility.PUBLIC
        if sight.player == owner or (is_public and self._shows_page(owner, sight.player)):
            return self._as_seen(owner, [found], sight.player)[0]
        if found.key is None or not hmac.compare_digest(found.key.encode(), (key or "").encode()):
            raise UnknownCollection
        sight.on_private()
        return self._as_seen(owner, [found], sight.player)[0]

    def own(self, player: str) -> list[Collection]:
        """The player's own collections, newest first."""
        return self._as_seen(player, self.collections.of(player), player)

    def public(self, owner: str, viewer: str | None) -> list[Collection]:
        """The player's public collections, if the viewer may see the player's page; else none."""
        if not self._shows_page(owner, viewer):
            return []
        found = self.collections.of(owner)
        public = [each for each in found if each.shared is CollectionVisibility.PUBLIC]
        return self._as_seen(owner, public, viewer)

    def entries(self, owner: str, collection: Collection, sight: Sight) -> list[CollectionItem]:
        """The games of a collection in order, without those that the viewer may not see.

        For the owner such a game stays in the list as an entry without a match, so that it can be removed.
        """
        games = [item.game for item in collection.items]
        seen = {match.id: match for match in filter(sight.may_see, self.matches.readable(games))}
        found = [CollectionItem(item, seen.get(item.game)) for item in collection.items]
        return found if sight.player == owner else [each for each in found if each.match]

    def begin(  # noqa: PLR0913 - the collection, and who creates it from where and when
        self,
        owner: str,
        identity: str,
        title: str,
        shared: CollectionVisibility,
        *,
        address: str,
        by: Actor,
        now: int,
    ) -> Collection:
        """Create a collection; 409 `collection/too-many`, and `StorageFull` beyond the storage quota.

        Raises `CommandReused` if the id belongs to another collection.
        """
        new = Collection(identity, "", CollectionVisibility.PRIVATE, now).named(title, shared, _new_key())
        made = self.collections.create(owner, new, address, by)
        if (made.title, made.shared) != (title, shared):
            raise CommandReused
        return made

    def rename(  # noqa: PLR0913 - the collection, and who renames it from where
        self, owner: str, identity: str, title: str, shared: CollectionVisibility, *, address: str, by: Actor
    ) -> Collection:
        """Change the title and sharing; 404 `collection/unknown`."""
        renamed = self.collections.change(
            owner, identity, lambda each: each.named(title, shared, _new_key()), address, by
        )
        return self._as_seen(owner, [renamed], owner)[0]

    def _as_seen(self, owner: str, found: Sequence[Collection], viewer: str | None) -> list[Collection]:
        """The collections with the reasons why they are hidden; only the owner sees hidden texts."""
        hidden = self.moderation.hidden([each.subject(owner) for each in found])
        marked = [replace(each, hidden=why) for each, why in zip(found, hidden, strict=True)]
        if viewer == owner:
            return marked
        return [each.veiled(neutral_title(each.id)) if each.hidden else each for each in marked]

    def _shows_page(self, owner: str, viewer: str | None) -> bool:
        profile = self.players.profiles([owner])[owner]
        return profile is not None and profile.page.includes(viewer, owner)


def _new_key() -> str:
    return os.urandom(KEY_BYTES).hex()
