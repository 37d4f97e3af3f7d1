"""The account of the caller: its profile, the export of all its data, and its erasure."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from flask import Response

from replays.bootstrap import now_ms
from service.api.accounts.schemas.account import AccountAuditAnswer, AuditLogQuery, MeAnswer
from service.api.accounts.schemas.export import ExportAnswer
from service.api.shared.answers import JSON, Answer, paged, send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.long_responses import breaking_off, while_allowed
from service.application.account_data.archive import archive as account_archive
from service.application.account_data.document import document
from service.application.account_data.erasing import erase as erase_account
from service.application.account_data.running import Export, begin
from service.application.account_keys import AccountErased
from service.application.accounts.access.audit import Deed
from service.application.accounts.access.scopes import Scope
from service.http.authentication import access, drop_session
from service.http.endpoints import ALWAYS, WHILE_FULL
from service.services import services
from service.shared.accounts.audit import record
from service.shared.accounts.schemas import EraseRequest, LanguageRequest, PageRequest, PlayerRequest

ZIP = "application/zip"
ARCHIVE = {"contentMediaType": ZIP}

blueprint = private_blueprint("me", "Your account.")


@blueprint.route("/me", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.response(200, MeAnswer)
@blueprint.doc(responses=errors(401, 503))
def show(player: str) -> dict[str, Any]:
    """Your profile and the storage that your data uses."""
    return _me(player)


@blueprint.route("/me", methods=["PUT"], weight=2, works=WHILE_FULL)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(PlayerRequest)
@blueprint.response(200, MeAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def rename(body: dict[str, Any], player: str) -> dict[str, Any]:
    """Change your name. All your games show the new name within seconds, past games too."""
    services().players.rename(player, body["name"])
    record(player, Deed.NAME_CHANGED)
    return _me(player)


@blueprint.route("/me/page", methods=["PUT"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(PageRequest)
@blueprint.response(200, MeAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def show_page(body: dict[str, Any], player: str) -> dict[str, Any]:
    """Choose who sees your page, your results and the list of your games, and who finds your name.

    The visibility of each game stays as it was agreed on at its table.
    """
    services().players.show_to(player, body["page"])
    return _me(player)


@blueprint.route("/me/language", methods=["PUT"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(LanguageRequest)
@blueprint.response(200, MeAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def speak(body: dict[str, Any], player: str) -> dict[str, Any]:
    """Choose the language of pages and messages to you.

    The responses of the API stay as they are; the words of its errors follow `Accept-Language`.
    """
    services().players.speak(player, body["language"])
    return _me(player)


@blueprint.route("/me", methods=["DELETE"], weight=3, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(EraseRequest)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 409, 422, 503))
def erase(body: dict[str, Any], player: str) -> Response:
    """Erase your account for good: name, e-mail, tokens, notes, comments, studies, versions seen.

    Your games go on without a name on your seat. Their record has only your id, and nothing links that id to
    you any more.
    """
    erase_account(services(), player, body["confirm"], now_ms())
    return drop_session(send_nothing())


@blueprint.route("/me/audit", methods=["GET"], weight=1)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(AuditLogQuery, location="query")
@blueprint.response(200, AccountAuditAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def audit(query: dict[str, Any], player: str) -> Answer:
    """The audit log of your account, the newest entry first: sign-ins, tokens, password, e-mail, exports.

    The newest 200 entries are stored as long as the account exists. `address` is the same text for the same
    network address, but does not reveal it.
    """
    entries, following = services().audit.page(player, query["limit"], query["cursor"])
    return paged("audit", entries, following)


@blueprint.route("/me/export", methods=["GET"], weight=60)
@signed_in(Scope.ACCOUNT)
@blueprint.written(200, ExportAnswer)
@blueprint.doc(responses=errors(401, 429, 503))
def export(player: str) -> Response:
    """All data stored about you, as a file that is streamed while it is created.

    Only one export of an account runs at a time: another request meanwhile is 429 `limit/exports`. If the
    store fails or your token is revoked meanwhile, the connection breaks off, so that an incomplete file is
    not mistaken for a whole one.
    """
    pieces = partial(document, services(), player)
    return _exported(player, pieces, JSON, "kingdomino-account.json")


@blueprint.route("/me/archive", methods=["GET"], weight=60)
@signed_in(Scope.ACCOUNT)
@blueprint.written(200, ARCHIVE, content_type=ZIP)
@blueprint.doc(responses=errors(401, 429, 503))
def archive(player: str) -> Response:
    """All data stored about you, as a ZIP archive of JSON files with a README; streamed like `/me/export`."""
    pieces = partial(account_archive, services(), player, now_ms() / 1000)
    return _exported(player, pieces, ZIP, "kingdomino-account.zip")


def _exported(player: str, made: Callable[[], Iterator[bytes]], form: str, name: str) -> Response:
    begun = begin(services().store, player, made)
    pieces = begun.pieces()
    try:
        first = next(pieces)
    except BaseException:
        begun.end()
        raise
    record(player, Deed.EXPORTED)
    still = partial(services().tokens.holds, access())
    response = Response(_sent(first, begun, while_allowed(pieces, still)), content_type=form)
    response.call_on_close(begun.end)  # if nothing of it is sent
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _sent(first: bytes, begun: Export, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces of the export, which then ends."""
    try:
        yield first
        yield from breaking_off("an export", pieces, AccountErased)
    finally:
        begun.end()  # before the body ends, so that a client that has read it can request another one


def _me(player: str) -> dict[str, Any]:
    usage, profile = services().storage.usage(player), services().players.profile(player)
    storage = {"bytes": usage.used, "limit": usage.limit}
    return {
        "id": profile.id,
        "name": profile.name,
        "created_at": profile.created_at,
        "page": profile.page,
        "language": profile.language,
        "storage": storage,
    }
