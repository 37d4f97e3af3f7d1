"""The players whom the caller follows, has blocked, and has muted."""

from collections.abc import Callable
from typing import Any

from flask import Response

from replays.bootstrap import now_ms
from service.api.people.schemas import BlockedAnswer, ContactsQuery, FollowingAnswer, MutedAnswer
from service.api.shared.answers import Answer, paged, send_nothing
from service.api.shared.blueprints import View, private_blueprint, stacked
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.cursors import refusing_wrong_cursor
from service.application.people.contacts import Contact, ContactList
from service.http.client_address import address
from service.http.costs.weights import UnseenWork
from service.http.endpoints import ALWAYS, NORMALLY, WHILE_SUSPENDED, When
from service.services import services

blueprint = private_blueprint("contacts", "Players whom you follow, have blocked or have muted.")


def _adding(path: str, works: When) -> Callable[[View], View]:
    return stacked(
        blueprint.route(path, methods=["PUT"], weight=1, works=works),
        signed_in(Scope.ACCOUNT),
        blueprint.response(204),
        blueprint.doc(responses=errors(401, 404, 409, 503)),
    )


def _removing(path: str) -> Callable[[View], View]:
    return stacked(
        blueprint.route(path, methods=["DELETE"], weight=1, works=ALWAYS),
        signed_in(Scope.ACCOUNT),
        blueprint.response(204),
        blueprint.doc(responses=errors(401, 503)),
    )


@blueprint.route(
    "/me/following",
    methods=["GET"],
    weight=UnseenWork(3, "it is a list of people"),
)
@signed_in(Scope.READ)
@blueprint.arguments(ContactsQuery, location="query")
@blueprint.response(200, FollowingAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def following(query: dict[str, Any], player: str) -> Answer:
    """The players whom you follow, the newest first, with your games against each. Nobody else sees this.

    `next` is the cursor of the next page, also as Link rel="next".
    """
    page, following = _page(ContactList.FOLLOWING, player, query)
    meetings = services().records.meetings(player, [each.player for each in page])
    return paged(
        "players", [each | {"head_to_head": meetings[each["id"]]} for each in _named(page)], following
    )


@_adding("/me/following/<other>", NORMALLY)
def follow(other: str, player: str) -> Response:
    """Follow a player: 500 at most, `contact/too-many`; yourself is `contact/yourself`."""
    services().people.add_contact(ContactList.FOLLOWING, player, other, address(), now_ms())
    return send_nothing()


@_removing("/me/following/<other>")
def unfollow(other: str, player: str) -> Response:
    """Unfollow a player."""
    services().contacts.remove(ContactList.FOLLOWING, player, other)
    return send_nothing()


@blueprint.route("/me/blocked", methods=["GET"], weight=3)
@signed_in(Scope.READ)
@blueprint.arguments(ContactsQuery, location="query")
@blueprint.response(200, BlockedAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def blocked(query: dict[str, Any], player: str) -> Answer:
    """The players whom you have blocked, the newest first. `next` is as in `/me/following`."""
    page, following = _page(ContactList.BLOCKED, player, query)
    return paged("players", list(_named(page)), following)


@_adding("/me/blocked/<other>", ALWAYS)
def block(other: str, player: str) -> Response:
    """Block a player, who is not notified; you stop following them.

    They cannot take a seat at a table that you opened or sit at (`seat/refused`), nor comment on your games
    (`comment/refused`). You do not see their messages at tables, and get no notice of their invitations. Your
    running games together go on. At most 500, `contact/too-many`; yourself is `contact/yourself`.
    """
    services().people.add_contact(ContactList.BLOCKED, player, other, address(), now_ms())
    return send_nothing()


@_removing("/me/blocked/<other>")
def unblock(other: str, player: str) -> Response:
    """Unblock a player."""
    services().contacts.remove(ContactList.BLOCKED, player, other)
    return send_nothing()


@blueprint.route("/me/muted", methods=["GET"], weight=3)
@signed_in(Scope.READ)
@blueprint.arguments(ContactsQuery, location="query")
@blueprint.response(200, MutedAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def muted(query: dict[str, Any], player: str) -> Answer:
    """The players whom you have muted, the newest first. `next` is as in `/me/following`."""
    page, following = _page(ContactList.MUTED, player, query)
    return paged("players", list(_named(page)), following)


@_adding("/me/muted/<other>", WHILE_SUSPENDED)
def mute(other: str, player: str) -> Response:
    """Mute a player, who is not notified: you see none of their messages, at any table.

    At most 500, `contact/too-many`; yourself is `contact/yourself`.
    """
    services().people.add_contact(ContactList.MUTED, player, other, address(), now_ms())
    return send_nothing()


@_removing("/me/muted/<other>")
def unmute(other: str, player: str) -> Response:
    """Unmute a player."""
    services().contacts.remove(ContactList.MUTED, player, other)
    return send_nothing()


def _page(of: ContactList, player: str, query: dict[str, Any]) -> tuple[list[Contact], str | None]:
    with refusing_wrong_cursor():
        return services().contacts.page(of, player, query["cursor"], query["limit"])


def _named(page: list[Contact]) -> list[dict[str, Any]]:
    names = services().players.names(each.player for each in page)
    return [{"id": each.player, "name": names[each.player], "since": each.since} for each in page]
