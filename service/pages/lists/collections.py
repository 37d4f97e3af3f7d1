"""Collections of games: the viewer's own, shared ones, and adding a game to a collection."""

import os
from collections.abc import Mapping

from flask import Flask, Response, render_template, request
from marshmallow import fields

from replays.bootstrap import now_ms
from replays.encoding.forms import numeral
from replays.encoding.identity import new_game_id
from service.application.games.lists.collecting.collection import MOST_GAMES, Collection, CollectionVisibility
from service.application.games.lists.collecting.collections import Change
from service.application.games.shown_tables import game_id
from service.application.i18n.moderation import hidden_text, neutral_title
from service.application.i18n.speaking import gettext
from service.application.problem import Problem
from service.http.client_address import address
from service.http.endpoints import NORMALLY, WHILE_FULL
from service.http.hosts import shared_url
from service.pages.lists.words import DONE, SHARINGS
from service.pages.shared.current_player import me, own_pages, signed_in
from service.pages.shared.forms import form_of, to_page, wrong_fields
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.fields import Strict
from service.shared.lists.collection_schemas import CollectionRequest, NoteForm
from service.shared.visibility import match_of, sight

PAGE_SIZE = 50

blueprint = own_pages("own_collections", __name__)


class PlaceForm(Strict):
    """The new place of a game in a collection."""

    place = fields.Integer(required=True)


class CollectForm(NoteForm):
    """The collection for a game: an existing one by its id, or a new one by its title."""

    collection = fields.String(load_default="")
    title = fields.String(load_default="")


def register(app: Flask) -> None:
    """Add the pages and the template globals `sharings`, `hidden_text()` and `neutral_title()`."""
    app.register_blueprint(blueprint)
    app.add_url_rule(
        "/players/<player>/collections/<collection>", endpoint="collection", view_func=show, weight=40
    )
    app.jinja_env.globals["sharings"] = SHARINGS
    app.add_template_global(hidden_text)
    app.add_template_global(neutral_title)


def show(player: str, collection: str) -> Response:
    """A collection with its games; its owner can change it here."""
    key = request.args.get("key")
    return _shown(player, services().shown_collections.find(player, collection, key, sight()))


@blueprint.get("/collections", weight=10)
@signed_in
def index(player: str) -> str | Response:
    """The viewer's collections."""
    return _listed(player)


@blueprint.post("/collections", weight=10, works=NORMALLY)
@signed_in
def create(player: str) -> str | Response:
    """Create a collection and redirect to it."""
    try:
        form = form_of(CollectionRequest)
        made = _created(player, form["title"], form["shared"])
    except Problem as refused:
        return Response(_listed(player, _wrong(refused)), refused.status)
    return _to(player, made)


@blueprint.post("/collections/<collection>/edit", weight=40, works=NORMALLY)
@signed_in
def edit(player: str, collection: str) -> Response:
    """Change the title and sharing of a collection."""
    try:
        form = form_of(CollectionRequest)
    except Problem as refused:
        return _shown(player, _own(player, collection), refused)
    renamed = services().shown_collections.rename(
        player, collection, form["title"], form["shared"], address=address(), by=acting()
    )
    return _to(player, renamed, "saved")


@blueprint.post("/collections/<collection>/delete", weight=1, works=WHILE_FULL)
@signed_in
def delete(player: str, collection: str) -> Response:
    """Delete a collection."""
    services().collections.remove(player, collection, acting())
    return to_page("own_collections.index", done="deleted")


@blueprint.post("/collections/<collection>/games/<game>/note", weight=3, works=NORMALLY)
def write(collection: str, game: str) -> Response:
    """Write the note on a game."""
    return _changed(collection, game, form_of(NoteForm)["note"] or "", None)


@blueprint.post("/collections/<collection>/games/<game>/move", weight=3, works=NORMALLY)
def move(collection: str, game: str) -> Response:
    """Move a game to another place."""
    place = form_of(PlaceForm)["place"]
    return _changed(collection, game, None, min(max(place, 0), MOST_GAMES))


@blueprint.post("/collections/<collection>/games/<game>/take", weight=3, works=WHILE_FULL)
@signed_in
def take(player: str, collection: str, game: str) -> Response:
    """Remove a game from a collection."""
    taken = game_id(game)
    return _to(player, _after(player, collection, lambda each: each.without(taken)), "taken")


@blueprint.route("/games/<game>/collect", methods=["GET", "POST"], weight=6, works=NORMALLY)
@signed_in
def collect(player: str, game: str) -> str | Response:
    """Add a game to an existing or a new collection."""
    match = match_of(game)
    refused = None
    if request.method == "POST":
        try:
            form = form_of(CollectForm)
            chosen = form["collection"] or _begun(player, form["title"]).id
            changed = _after(player, chosen, lambda each: each.having(match.id, form["note"], None))
            return _to(player, changed, "collected")
        except Problem as problem:
            refused = problem
    text = render_template(
        "collections/collect.html",
        match=match,
        names=services().players.names_of(match),
        key=sight().given_key(match),
        collections=services().collections.of(player),
        sent=request.form,
        wrong=_wrong(refused),
    )
    return Response(text, refused.status if refused else 200)


def _begun(owner: str, title: str) -> Collection:
    if not title.strip():
        sentence = [gettext("Give the new collection a title.")]
        raise Problem(422, "request/invalid", "no title", more={"errors": {"form": {"title": sentence}}})
    return _created(owner, " ".join(title.split())[:80], CollectionVisibility.PRIVATE)


def _created(owner: str, title: str, shared: CollectionVisibility) -> Collection:
    identity: str = new_game_id(os.urandom(16))
    return services().shown_collections.begin(
        owner, identity, title, shared, address=address(), by=acting(), now=now_ms()
    )


def _own(owner: str, collection: str) -> Collection:
    return services().shown_collections.find(owner, collection, None, sight())


def _after(owner: str, collection: str, change: Change) -> Collection:
    return services().collections.change(owner, collection, change, address(), acting())


@signed_in
def _changed(player: str, collection: str, game: str, note: str | None, place: int | None) -> Response:
    """Change the note or place of a game in one of the viewer's collections."""
    found, wanted = _own(player, collection), game_id(game)
    if found.place_of(wanted) is not None:
        found = _after(player, collection, lambda each: each.having(wanted, note, place))
    return _to(player, found, "saved")


def _shown(owner: str, collection: Collection, refused: Problem | None = None) -> Response:
    here = me()
    own = here is not None and here["id"] == owner
    every = services().shown_collections.entries(owner, collection, sight())
    first = min(max(request.args.get("first", 0, type=numeral), 0), len(every))
    page = every[first : first + PAGE_SIZE]
    text = render_template(
        "collections/collection.html",
        collection=collection,
        owner=owner,
        owner_name=services().players.names([owner])[owner],
        own=own,
        key=None if own else request.args.get("key"),
        link=_link(owner, collection) if own and collection.key else None,
        entries=every,
        page=page,
        first=first,
        following=first + PAGE_SIZE if len(every) > first + PAGE_SIZE else None,
        names=services().players.names_of(*(entry.match for entry in page if entry.match)),
        sent=request.form,
        wrong=_wrong(refused),
        done=DONE.get(request.args.get("done", "")),
    )
    return Response(text, refused.status if refused else 200)


def _link(owner: str, collection: Collection) -> str:
    return shared_url("collection", player=owner, collection=collection.id, key=collection.key)


def _listed(player: str, wrong: Mapping[str, str] | None = None) -> str:
    return render_template(
        "collections/collections.html",
        collections=services().shown_collections.own(player),
        sent=request.form,
        wrong=wrong or {},
        done=DONE.get(request.args.get("done", "")),
    )


def _wrong(refused: Problem | None) -> Mapping[str, str]:
    """The sentence for each wrong field; raises any other problem again."""
    if refused is not None and refused.code != "request/invalid":
        raise refused
    return wrong_fields(refused)


def _to(owner: str, collection: Collection, done: str | None = None) -> Response:
    return to_page("collection", player=owner, collection=collection.id, done=done)
