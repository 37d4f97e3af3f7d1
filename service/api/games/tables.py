"""Shared steps of the views of games and series: opening a table, and taking a seat at it."""

from collections.abc import Callable
from typing import Any

from marshmallow import Schema

from replays.bootstrap import now_ms
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId
from replays.log.listing import Listing
from replays.match.aggregate import Sitter
from replays.match.kinds import Table
from replays.transparency.leaves import HeadKind
from service.api.games.options import options_of, with_deal
from service.api.games.schemas.tables import GameRequest, SeatAnswer, SeatRequest
from service.api.shared.answers import RECEIPT_HEADER
from service.api.shared.blueprints import ApiBlueprint, View, stacked
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.games.seats.opened_tables import Opening
from service.application.problem import Problem
from service.http.client_address import address
from service.http.endpoints import NORMALLY
from service.services import services


def opening(blueprint: ApiBlueprint, rule: str, answer: type[Schema]) -> Callable[[View], View]:
    """The decorator of a view that opens a table."""
    return stacked(
        blueprint.route(rule, methods=["POST"], weight=1, works=NORMALLY),
        signed_in(Scope.PLAY, Scope.ORGANIZE),
        blueprint.commanding,
        blueprint.arguments(GameRequest),
        blueprint.written(201, answer, headers=RECEIPT_HEADER),
        blueprint.doc(responses=errors(401, 409, 422, 429, 503)),
    )


def joining(blueprint: ApiBlueprint, rule: str, exists: Callable[[View], View]) -> Callable[[View], View]:
    """The decorator of a view that seats a player at a table, which the guard `exists` passes to it."""
    return stacked(
        blueprint.route(rule, methods=["POST"], weight=1, works=NORMALLY),
        signed_in(Scope.PLAY),
        exists,
        blueprint.commanding,
        blueprint.arguments(SeatRequest),
        blueprint.response(201, SeatAnswer, headers=RECEIPT_HEADER),
        blueprint.doc(responses=errors(401, 404, 409, 422, 503)),
    )


def sitter_at(table: Table, player: str, body: dict[str, Any]) -> Sitter:
    """The sitter of a request for a seat.

    Raises 409 `seat/not-in-log` if the public log does not have the table's first event where the player has
    seen it.
    """
    checkpoint: int | None = body["checkpoint"]
    if checkpoint is not None and not services().prover.is_in(table.id, HeadKind.OPEN, checkpoint):
        text = f"no signed checkpoint of {checkpoint} leaves has the first event of this table"
        raise Problem(409, "seat/not-in-log", f"{text}: keep its proof, and do not play")
    return Sitter(player, body["entropy"], seen=body["seen"], checkpoint=checkpoint)


def wanted(
    body: dict[str, Any], player: str, listing: Listing, table: GameId, there: Table | None
) -> NewTable:
    """The table of a `GameRequest`, counted against the limits of its player and of their address.

    `there` is this table if an earlier attempt of the same request has already opened it.
    """
    sitter = Sitter(player, body["entropy"]) if body["join"] else None
    options = options_of(body, player, now_ms())
    new = with_deal(NewTable(body["rules"], body["players"], player, sitter, options), listing, body["deal"])
    services().seat_quota.open(player, new, Opening(listing, table, address()), there)
    if there is None and not body["talk"]:
        services().talk_switches.turn_off(table)
    return new
