"""Rematches, and the links that invite players to a table."""

from typing import Any

from flask import Response, url_for

from replays.bootstrap import now_ms
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.kind import DYNASTY
from replays.kinds import KINDS
from replays.log.event_log import CommandId
from replays.match.aggregate import Match, Sitter
from replays.match.deciding.decisions import Refusal
from replays.match.kinds import Table
from service.api.dynasties.dynasties import dynasty_exists, send_dynasty
from service.api.games.schemas.seats import InvitationAnswer, RematchRequest
from service.api.shared.answers import RECEIPT_HEADER, Answer, send_state, with_receipt
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.games.seats.again import settled
from service.application.games.seats.dynasties import as_dynasty
from service.application.games.seats.opened_tables import Opening
from service.application.games.seats.rematch import RematchKind, T, as_game, check_asker, next_id
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.http.endpoints import NORMALLY
from service.services import services
from service.shared.visibility import key_of_new, sight

blueprint = ApiBlueprint("invitations", __name__, description="Invitations to tables, and rematches.")

EITHER = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("StateAnswer", "DynastyAnswer")]}


@blueprint.route("/games/<game>/invitation", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@game_exists
@blueprint.response(200, InvitationAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def of_game(match: Match, player: str) -> Answer:
    """The link for inviting others to your game: its page, and the key of a private game.

    Everybody who has the key may see the game and, unless it is only for invited players, take a seat. The
    key is yours: it ends when your lasting grants end, as by a reset of your password. Keys that the other
    players gave stay valid.
    """
    return _invitation(match, player, url_for("replay", game=match.id, invitation=sight().key_of(match)))


@blueprint.route("/dynasties/<dynasty>/invitation", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@dynasty_exists
@blueprint.response(200, InvitationAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def of_dynasty(dynasty: Dynasty, player: str) -> Answer:
    """The link for inviting others to your dynasty; its key also opens its games."""
    return _invitation(
        dynasty, player, url_for("dynasty", dynasty=dynasty.id, invitation=sight().key_of(dynasty))
    )


def _invitation(table: Table, player: str, url: str) -> Answer:
    if table.seat_of(player) is None:
        raise Refusal("seat/not-seated", "only players with a seat can invite others")
    return {"key": sight().key_of(table), "url": url}, {"Cache-Control": "no-store"}


@blueprint.route("/games/<game>/rematch", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.commanding
@blueprint.arguments(RematchRequest)
@blueprint.written(201, EITHER, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def rematch(body: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Response:
    """Play again with the same players, rules and agreements: one game, or three in a row with `dynasty`.

    The first request opens the table, and each player who sends one gets the lowest free seat; the bots that
    played are seated, too. Each game has at most one rematch as a game and one as a dynasty, however many
    requests ask for it. The response is the current state of the rematch. If the rematch was called off,
    request a rematch of that one. With `join` false the table is only opened, so that you see its first event
    before you send another request with your entropy.
    """
    sitter = Sitter(player, body["entropy"], seen=body["seen"]) if body["join"] else None
    if body["dynasty"]:
        commands = services().streams.commands(DYNASTY)
        dynasty, was = _found(as_dynasty(commands), match, player, sitter, command)
        return _send(send_dynasty(dynasty, 201), dynasty, was)
    game, there = _found(as_game(services().tables), match, player, sitter, command)
    return _send(send_state(game, 201), game, there)


def _found(
    kind: RematchKind[T], match: Match, player: str, sitter: Sitter | None, command: CommandId | None
) -> tuple[T, T | None]:
    """The rematch, and the table as it was there before, or None."""
    offsets = settled(match.created.options.clock, now_ms())
    check_asker(match, player)
    opening = Opening(KINDS[kind.name].listing, next_id(match, kind.name), address())
    there = kind.current(opening.id)
    _take_place(player, match, opening, there)
    _count_bots(sum(each.bot is not None for each in match.sitters), opening, there)
    if sitter is None:
        return kind.opened(match, player, offsets), there
    return kind.joined(match, sitter, offsets, command), there


def _send(response: Response, table: Table, there: Table | None) -> Response:
    response = with_receipt(response, table)
    values: dict[str, Any] = {table.kind: table.id, "invitation": key_of_new(table, there)}
    response.location = url_for(f"{KINDS[table.kind].listing}.show", **values)
    return response


def _count_bots(bots: int, opening: Opening, there: Table | None) -> None:
    """Count the seats of bots against the limit of the address, if this request opens the table."""
    if bots and there is None:
        services().throttle.count(Attempt.BOT_FROM, opening.address, bots)


def _take_place(player: str, over: Match, opening: Opening, there: Table | None) -> None:
    """Count the seat at the new table, and the table itself if it is not open yet.

    The talk setting is passed on before the table is opened.
    """
    services().seat_quota.check_seat(player, there)
    if there is None:
        services().seat_quota.open_from(opening)
        services().talk_switches.hand_on(over, opening.id)
