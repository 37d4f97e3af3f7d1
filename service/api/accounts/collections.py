"""Collections of games: the player's own and those that other players share."""

from collections.abc import Sequence
from typing import Any, TypeVar

from flask import Response, url_for

from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from replays.match.aggregate import Match
from replays.projections.view import summary
from service.api.accounts.schemas.collections import (
    CollectionAnswer,
    CollectionQuery,
    CollectionsAnswer,
    CollectionsQuery,
    CollectionSummary,
)
from service.api.shared.answers import Answer, paged, send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.commands import new_id
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.games.lists.collecting.collection import Collection
from service.application.games.lists.collecting.collections import Change
from service.application.games.shown_tables import game_id
from service.application.problem import wrong_cursor
from service.http.client_address import address
from service.http.costs.weights import ByLimit
from service.http.endpoints import NORMALLY, WHILE_FULL
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.lists.collection_schemas import CollectionRequest, ItemRequest
from service.shared.visibility import sight, viewer

T = TypeVar("T")

blueprint = private_blueprint("collections", "Collections of games by players.")


@blueprint.route("/me/collections", methods=["GET"], weight=5)
@signed_in(Scope.READ)
@blueprint.arguments(CollectionsQuery, location="query")
@blueprint.response(200, CollectionsAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def index(query: dict[str, Any], player: str) -> Answer:
    """Your collections, the newest first. `next` is the cursor of the next page, also as Link rel="next"."""
    return _listed(player, services().shown_collections.own(player), query)


@blueprint.route("/me/collections", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.PLAY)
@blueprint.commanding
@blueprint.arguments(CollectionRequest)
@blueprint.response(201, CollectionSummary)
@blueprint.doc(responses=errors(401, 409, 422, 503))
def create(body: dict[str, Any], player: str, command: CommandId | None) -> tuple[Any, dict[str, str]]:
    """Create a collection; at most 100, `collection/too-many`. A retry with its Idempotency-Key adds none."""
    made = services().shown_collections.begin(
        player,
        new_id(command, "collection"),
        body["title"],
        body["shared"],
        address=address(),
        by=acting(),
        now=now_ms(),
    )
    location = url_for("collections.show", player=player, collection=made.id)
    return _told(player, made), {"Location": location}


@blueprint.route("/me/collections/<collection>", methods=["PUT"], weight=3, works=NORMALLY)
@signed_in(Scope.PLAY)
@blueprint.arguments(CollectionRequest)
@blueprint.response(200, CollectionSummary)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def change(body: dict[str, Any], collection: str, player: str) -> dict[str, Any]:
    """Change the title and who may see the collection. A revoked link does not become valid again."""
    renamed = services().shown_collections.rename(
        player, collection, body["title"], body["shared"], address=address(), by=acting()
    )
    return _told(player, renamed)


@blueprint.route("/me/collections/<collection>", methods=["DELETE"], weight=1, works=WHILE_FULL)
@signed_in(Scope.PLAY)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 503))
def remove(collection: str, player: str) -> Response:
    """Delete a collection; its games stay."""
    services().collections.remove(player, collection, acting())
    return send_nothing()


@blueprint.route("/me/collections/<collection>/games/<game>", methods=["PUT"], weight=3, works=NORMALLY)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.arguments(ItemRequest)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def put(body: dict[str, Any], collection: str, match: Match, player: str) -> Response:
    """Add a game to a collection, change its note, or move it; at most 200 games, `collection/full`."""
    _change(player, collection, lambda each: each.having(match.id, body["note"], body["place"]))
    return send_nothing()


@blueprint.route("/me/collections/<collection>/games/<game>", methods=["DELETE"], weight=3, works=WHILE_FULL)
@signed_in(Scope.PLAY)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 503))
def take(collection: str, game: str, player: str) -> Response:
    """Remove a game from a collection."""
    taken = game_id(game)
    _change(player, collection, lambda each: each.without(taken))
    return send_nothing()


@blueprint.route("/players/<player>/collections", methods=["GET"], weight=5)
@blueprint.arguments(CollectionsQuery, location="query")
@blueprint.response(200, CollectionsAnswer)
@blueprint.doc(responses=errors(404, 422, 503))
def of_player(query: dict[str, Any], player: str) -> Answer:
    """The public collections of a player whose page you may see, the newest first."""
    services().people.profile(player)
    return _listed(player, services().shown_collections.public(player, viewer().player), query)


@blueprint.route("/players/<player>/collections/<collection>", methods=["GET"], weight=ByLimit(6, usual=200))
@blueprint.arguments(CollectionQuery, location="query")
@blueprint.response(200, CollectionAnswer)
@blueprint.doc(responses=errors(404, 422, 503))
def show(query: dict[str, Any], player: str, collection: str) -> Answer:
    """A collection with its games: your own, a public one, or one shared by a link, with its `key`.

    Games that you may not see are left out.
    """
    found = services().shown_collections.find(player, collection, query["key"], sight())
    entries = services().shown_collections.entries(player, found, sight())
    page, following = _page(entries, query, lambda entry: entry.item.game)
    names = services().players.names_of(*(entry.match for entry in page if entry.match))
    games = [
        {
            "id": entry.item.game,
            "note": entry.item.note,
            "game": summary(entry.match, names) if entry.match else None,
        }
        for entry in page
    ]
    answer, headers = paged("games", games, following)
    return {**_told(player, found), **answer}, headers


def _change(owner: str, collection: str, change: Change) -> None:
    services().collections.change(owner, collection, change, address(), acting())


def _listed(owner: str, found: Sequence[Collection], query: dict[str, Any]) -> Answer:
    page, following = _page(found, query, lambda each: each.id)
    return paged("collections", [_told(owner, each) for each in page], following)


def _told(owner: str, collection: Collection) -> dict[str, Any]:
    told = {
        "id": collection.id,
        "owner": owner,
        "title": collection.title,
        "shared": collection.shared.value,
        "created_at": collection.created_at,
        "hidden": collection.hidden,
    }
    if viewer().player != owner:
        return told
    return told | {"size": len(collection.items)} | ({"key": collection.key} if collection.key else {})


def _page(found: Sequence[T], query: dict[str, Any], name: Any) -> tuple[list[T], str | None]:
    """A page of a short list; the cursor is the name of the last item before it. 422 if it is not found."""
    cursor, limit, start = query["cursor"], query["limit"], 0
    if cursor is not None:
        places = [place for place, each in enumerate(found) if name(each) == cursor]
        if not places:
            raise wrong_cursor()
        start = places[0] + 1
    page = list(found[start : start + limit])
    return page, name(page[-1]) if start + limit < len(found) else None
