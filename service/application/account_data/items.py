"""The items of the lists in an export, as JSON."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.match.aggregate import Status
from replays.match.deciding.plans import PLAN_FORM, read_laid
from service.application.account_data.stores import AccountStores
from service.application.games.lists.collecting.collection import Collection
from service.application.games.lists.my_games import all_games, all_of
from service.application.games.talk.messages import Message
from service.application.games.texts.comments import Comment
from service.application.notices.inboxes.inboxes import InboxEntry
from service.application.people.contacts import Contact
from service.application.people.moderation.hidden import Hidden
from service.application.people.ratings.boards import Point
from service.application.people.ratings.fold import Standing
from service.application.people.ratings.pools import Pool
from service.application.people.records import PoolRecord


def collections(stores: AccountStores, player: str) -> Iterator[dict[str, Any]]:
    """The player's collections of games."""
    every = stores.collections.of(player)
    hidden = stores.moderation.hidden([each.subject(player) for each in every])
    yield from map(_collection, every, hidden)


def plans(stores: AccountStores, player: str) -> Iterator[dict[str, Any]]:
    """The plans for the player's next turns."""
    log = stores.tables.log
    for match in stores.tables.matches.readable(all_games(log, player, Status.ACTIVE)):
        seat = match.seat_of(player)
        text = None if seat is None else log.plan(match.id, seat)
        if text is not None:
            laid = read_laid(text)
            plan = PLAN_FORM.write(laid.plan)
            yield {"game": match.id, "plan": plan, "laid": laid.laid, "failed": laid.failed}


def receipts(stores: AccountStores, player: str) -> Iterator[dict[str, Any]]:
    """The signed receipts of the player's games and series as they are now."""
    log = stores.tables.log
    for game in chain.from_iterable(all_of(log, kind.listing, player) for kind in KINDS):
        head = log.head(GameId(game))
        if head is not None and head.hash:
            yield stores.signer.sign(GameId(game), head).document()


def ratings(stores: AccountStores, player: str) -> Iterator[dict[str, Any]]:
    """The player's ratings, each with its newest games."""
    for pool, standing in stores.ratings.of_player(player).items():
        yield _rating(pool, standing, stores.ratings.curve(player, pool))


def contact(found: Contact) -> dict[str, Any]:
    """A player in a list."""
    return {"id": found.player, "since": found.since}


def result(pool: PoolRecord) -> dict[str, Any]:
    """The results in a pool."""
    best = pool.best._asdict() if pool.best else None
    return {
        "pool": pool.pool,
        "games": pool.games,
        "won": pool.won,
        "left": pool.left,
        "mean": pool.mean,
        "best": best,
    }


def notice(kept: InboxEntry) -> dict[str, Any]:
    """A notice."""
    return kept.notice.at_position(kept.position, unread=kept.unread)


def comment(found: Comment) -> dict[str, Any]:
    """A comment on a game."""
    place = found.place
    return {
        "game": place.game,
        "version": place.version,
        "text": found.text,
        "created_at": place.created_at,
        "edited_at": found.edited_at,
        "hidden": _hidden(found.hidden),
    }


def said(message: Message) -> dict[str, Any]:
    """A message at a table."""
    place = message.place
    return {
        "game": place.game,
        "room": place.room.value,
        "text": message.text,
        "phrase": message.phrase,
        "created_at": message.at,
        "hidden": _hidden(message.hidden),
    }


def _hidden(why: Hidden | None) -> dict[str, Any] | None:
    return {"at": why.at, "reason": why.reason} if why else None


def study(kept: tuple[str, int, str]) -> dict[str, Any]:
    """A study: its id, time and text."""
    study, created_at, text = kept
    return {"id": study, "created_at": created_at, "text": text}


def _rating(pool: Pool, standing: Standing, curve: list[Point]) -> dict[str, Any]:
    return {
        "pool": pool.value,
        **standing.skill._asdict(),
        "games": standing.games,
        "wins": standing.wins,
        "at": standing.at,
        "curve": [
            {"game": point.game, "at": point.changes.at, **point.changes.seats[point.seat].after._asdict()}
            for point in curve
        ],
    }


def _collection(collection: Collection, hidden: Hidden | None) -> dict[str, Any]:
    return {
        "id": collection.id,
        "title": collection.title,
        "shared": collection.shared.value,
        "created_at": collection.created_at,
        "hidden": _hidden(hidden),
        "games": [{"game": item.game, "note": item.note} for item in collection.items],
    }
