"""Browser sessions: a cookie in place of a token, and signing in with e-mail and password."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, jsonify

from replays.bootstrap import now_ms
from service.api.accounts.players import secret_key
from service.api.accounts.schemas.sessions import SessionAnswer, WhoAnswer
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import View, private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.headers import IdempotencyHeader
from service.application.accounts.access.actors import Actor
from service.application.accounts.access.scopes import Scope
from service.application.accounts.sessions import Session
from service.application.i18n.speaking import speaking
from service.http.authentication import (
    access,
    device_cookie,
    drop_session,
    holder,
    keep_session,
    known_device,
    refuse_other_sites,
    remember_device,
    source,
)
from service.http.client_address import address
from service.http.costs.weights import PASSWORD, PASSWORD_BY_LINK
from service.http.endpoints import ALWAYS, NORMALLY, WHILE_SUSPENDED
from service.http.languages import of_reader
from service.services import services
from service.shared.accounts.accounts import registered
from service.shared.accounts.audit import acting, record_session
from service.shared.accounts.schemas import (
    ConfirmRequest,
    NewPasswordRequest,
    PasswordRequest,
    PlayerRequest,
    ResetRequest,
    SignInRequest,
)

_BEGUN = SessionAnswer()

blueprint = private_blueprint("session", "Signing in and out, and confirming e-mails and passwords.")


def from_our_pages(view: View) -> Callable[..., Any]:
    """Refuse requests from other sites' pages, which could sign a player in or out; 403 `auth/cross-site`."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        refuse_other_sites()
        return view(*args, **kwargs)

    return guarded


@blueprint.route("/session", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.response(200, WhoAnswer)
@blueprint.doc(responses=errors(401, 503))
def show(player: str) -> dict[str, Any]:
    """The signed-in player, by token or cookie."""
    profile, found = services().players.profile(player), services().sessions.of(player)
    return {
        "id": profile.id,
        "name": profile.name,
        "guest": found.email is None,
        "email": found.email or found.proposed,
        "verified": found.email is not None,
    }


@blueprint.route("/session/guest", methods=["POST"], weight=2, works=NORMALLY)
@from_our_pages
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(PlayerRequest)
@blueprint.written(201, SessionAnswer)
@blueprint.doc(responses=errors(403, 422, 503))
def guest(headers: dict[str, Any], body: dict[str, Any]) -> Response:
    """Register a player with only a name, and sign in.

    Like `POST /players`, but the token is set as a cookie that scripts cannot read.
    """
    now = now_ms()
    made = registered(body["name"], secret_key(headers), now)
    return begun(services().sessions.begin_guest(made.id, made.name, made.token, now))


@blueprint.route("/session", methods=["POST"], weight=PASSWORD, works=ALWAYS)
@from_our_pages
@blueprint.arguments(SignInRequest)
@blueprint.written(201, SessionAnswer)
@blueprint.doc(responses=errors(401, 403, 409, 422, 429, 503))
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in by e-mail and password; the cookie contains one of the account's tokens.

    `auth/wrong` does not say which of the two is wrong. If the account has 20 tokens, its oldest session
    ends; if none of them is a session, it is `token/too-many`.
    """
    return begun(services().sessions.sign_in(body["email"], body["password"], source(), now_ms(), acting()))


@blueprint.route("/session", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.READ)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 403, 409, 503))
def sign_out(player: str) -> Response:
    """Revoke the token of this request and delete the cookie.

    A guest's last token stays, `token/last`: nobody could sign in again. Set a password first, or erase the
    account.
    """
    services().signing_out.here(access(), acting(access()))
    return drop_session(send_nothing(), known_device(player))


@blueprint.route("/session/verify/<token>", methods=["POST"], weight=PASSWORD_BY_LINK, works=ALWAYS)
@from_our_pages
@blueprint.arguments(ConfirmRequest)
@blueprint.response(204)
@blueprint.doc(responses=errors(403, 404, 409, 422, 429, 503))
def verify(body: dict[str, Any], token: str) -> Response:
    """Confirm an e-mail with the token of the link that was sent to it; the link works once, within 24 hours.

    The owner of the mailbox may not be the person who entered the address. So this needs a session or a token
    of the account that entered it, or the password that was chosen with the e-mail; otherwise it is 403
    `email/unproven`. If this changes a password, the sessions of all other browsers end.
    """
    found = holder()
    proof = found if found and Scope.ACCOUNT in found.scopes else None
    with services().browsers.releasing(services().sessions.proposal(token).player):
        done = services().sessions.confirm(token, proof, body["password"], now_ms(), acting(proof))
    return remember_device(send_nothing(), done.player)


@blueprint.route("/session/reset", methods=["POST"], weight=1, works=ALWAYS)
@from_our_pages
@blueprint.arguments(ResetRequest)
@blueprint.response(202)
@blueprint.doc(responses=errors(403, 422, 429, 503))
def ask_reset(body: dict[str, Any]) -> Response:
    """Send a link for a new password to the e-mail if an account has it; the response is the same if not."""
    with speaking(of_reader()):
        services().sessions.ask_reset(body["email"], address(), now_ms(), Actor(None, acting().address))
    return Response(status=202)


@blueprint.route("/session/reset/<token>", methods=["POST"], weight=PASSWORD_BY_LINK, works=ALWAYS)
@from_our_pages
@blueprint.arguments(NewPasswordRequest)
@blueprint.written(201, SessionAnswer)
@blueprint.doc(responses=errors(403, 404, 422, 503))
def reset(body: dict[str, Any], token: str) -> Response:
    """Set a new password with the token of the link, which works once, within an hour, and sign in.

    All tokens that the account had are revoked, and every other lasting grant ends: webhooks, browsers that
    show messages, links of calendar, collections and private games, invitations, pending changes of the
    e-mail address.
    """
    by = Actor(None, acting().address)
    with services().browsers.releasing(services().sessions.check_reset(token)):
        session = services().sessions.reset(token, body["password"], device_cookie(), now_ms(), by)
    return begun(session)


@blueprint.route("/me/password", methods=["PUT"], weight=PASSWORD, works=WHILE_SUSPENDED)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(PasswordRequest)
@blueprint.response(204, description="The password was changed.")
@blueprint.alt_response(202, description="An e-mail was sent; the account changes when its link is used.")
@blueprint.doc(responses=errors(401, 403, 422, 429, 503))
def set_password(body: dict[str, Any], player: str) -> Response:
    """Choose the e-mail and password to sign in with.

    If the account has this e-mail already, the password changes at once, 204, and the sessions of all other
    browsers end. Tokens of programs, webhooks and links stay valid unless `end_grants` is true. A new e-mail
    must be confirmed first by the link in an e-mail, 202; until then the account does not change.
    """
    with services().browsers.releasing(player):
        waits = services().sessions.set_password(
            access(),
            body["email"],
            body["password"],
            body["current"],
            address(),
            now_ms(),
            acting(),
            end_grants=body["end_grants"],
        )
    return Response(status=202) if waits else remember_device(send_nothing(), player)


def begun(session: Session) -> Response:
    """The response that begins this session: its player, and the cookies."""
    record_session(session.player, session.token)
    answer = jsonify(_BEGUN.dump({"id": session.player, "name": session.name}))
    answer.status_code = 201
    return keep_session(answer, session.token, session.device)
