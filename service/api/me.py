"""The account of who asks: its profile, all that is kept about it, and its end."""

from typing import Any

from flask import Response, g

from service.api.errors import errors
from service.api.me_schemas import EraseRequest, ExportAnswer, MeAnswer
from service.api.schemas import PlayerRequest
from service.api.support import private_blueprint, send_json, send_nothing, signed_in
from service.my_games import all_dynasties, all_games
from service.players import NameMismatch
from service.problems import Problem
from service.services import services
from service.visiting import drop_session

blueprint = private_blueprint("me", "Your account.")


@blueprint.route("/me", methods=["GET"])
@signed_in
@blueprint.response(200, MeAnswer)
@blueprint.doc(responses=errors(401, 503))
def show() -> Response:
    """Who you are, and how much you keep."""
    return send_json(_me(g.player))


@blueprint.route("/me", methods=["PUT"])
@signed_in
@blueprint.arguments(PlayerRequest)
@blueprint.response(200, MeAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def rename(body: dict[str, Any]) -> Response:
    """Take another name: it is shown in all your games, past ones too, within seconds."""
    services().players.rename(g.player, body["name"])
    return send_json(_me(g.player))


@blueprint.route("/me", methods=["DELETE"])
@signed_in
@blueprint.arguments(EraseRequest)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 422, 503))
def erase(body: dict[str, Any]) -> Response:
    """Erase your account: name, e-mail, tokens, notes, comments, studies, versions seen; for good.

    The games go on without a name on your seat: their record has your id only, and nothing else leads from it
    to you any more.
    """
    erase_account(g.player, body["confirm"])
    return drop_session(send_nothing())


def erase_account(player: str, confirm: str) -> None:
    """Erase the account of this name; 422 `account/name` where it has another."""
    parts = services()
    try:
        if parts.players.profile(player).name == confirm:
            parts.sessions.forget(player)
            parts.comments.forget(player)
            parts.studies.forget_all(player)
            parts.storage.leave(player)
        parts.players.erase(player, confirm)
    except NameMismatch:
        raise Problem(
            422, "account/name", "this is not your name: to erase the account, confirm it with your name"
        ) from None


@blueprint.route("/me/export", methods=["GET"])
@signed_in
@blueprint.response(200, ExportAnswer)
@blueprint.doc(responses=errors(401, 503))
def export() -> Response:
    """All that is kept about you, as a file."""
    response = send_json(account_document(g.player))
    response.headers["Content-Disposition"] = 'attachment; filename="kingdomino-account.json"'
    return response


def account_document(player: str) -> dict[str, Any]:
    """All that is kept about the player."""
    parts, log = services(), services().tables.log
    credentials = parts.sessions.of(player)
    return {
        **_profile(player),
        "email": credentials.email,
        "proposed_email": credentials.proposed,
        "tokens": [
            {"id": token.id, "name": token.name, "created_at": token.created_at}
            for token in parts.tokens.of(player)
        ],
        "notes": [
            {"game": game, "text": text} for game, text in sorted(parts.shelf.all_notes(player).items())
        ],
        "comments": [
            {
                "game": comment.place.game,
                "version": comment.place.version,
                "text": comment.text,
                "created_at": comment.place.created_at,
                "edited_at": comment.edited_at,
            }
            for comment in parts.comments.of(player)
        ],
        "seen": [
            {"game": game, "version": version}
            for game, version in sorted(parts.shelf.all_seen(player).items())
        ],
        "games": all_games(log, player),
        "dynasties": all_dynasties(log, player),
    }


def _me(player: str) -> dict[str, Any]:
    usage = services().storage.usage(player)
    return {**_profile(player), "storage": {"bytes": usage.used, "limit": usage.limit}}


def _profile(player: str) -> dict[str, Any]:
    profile = services().players.profile(player)
    return {"id": profile.id, "name": profile.name, "created_at": profile.created_at}
