"""The pages for signing in and for the account: forms that need no script, except for passkeys.

Each form posts to its own path; a script fills in those of passkeys. The response is a redirect, or the page
again with the error. The pages use the same services as the API.
"""

import re
import secrets
from collections.abc import Callable

from flask import Flask, Response, render_template, request

from replays.bootstrap import now_ms
from service.application.account_data.erasing import erase as erase_account
from service.application.accounts.access.actors import Actor
from service.application.accounts.access.audit import MOST, Deed
from service.application.accounts.sessions import Session
from service.application.accounts.tokens import Access
from service.application.channels.email.mailings import mailing_of
from service.application.i18n.pages.account import ANEW, DONE, said
from service.application.problem import Problem
from service.http.authentication import (
    device_cookie,
    drop_session,
    keep_session,
    known_device,
    remember_device,
    source,
    visitor,
)
from service.http.client_address import address
from service.http.costs.weights import PASSKEY, PASSWORD, PASSWORD_BY_LINK
from service.http.endpoints import ALWAYS, NORMALLY, WHILE_FULL, WHILE_SUSPENDED
from service.pages.shared.current_player import own_pages, to_sign_in
from service.pages.shared.forms import form_of, see_other, to_page, wrong_fields
from service.services import services
from service.shared.accounts.accounts import registered
from service.shared.accounts.audit import acting, record, record_session
from service.shared.accounts.passkeys import (
    NewCredential,
    PasskeyName,
    SignedCredential,
    offers_passkeys,
    relying_party,
    sent_credential,
)
from service.shared.accounts.schemas import (
    ConfirmRequest,
    EraseRequest,
    NewPasswordRequest,
    PageRequest,
    PasswordRequest,
    PlayerRequest,
    ResetRequest,
    SignInRequest,
    SignOutForm,
)
from service.shared.accounts.token_rows import audit_rows, browser_name, listed, passkey_row

blueprint = own_pages("account", __name__)

Page = Callable[[Problem | None], Response]

KEY_DIGITS = 32
"""The number of hexadecimal digits of a form's request key."""
KEY = re.compile(rf"[0-9a-f]{{{KEY_DIGITS}}}")

PATH = re.compile(r"/[a-z]+(/[A-Za-z0-9-]+){0,3}(\?[A-Za-z0-9_=&-]*)?")
"""A path of this service with its query, never a URL of another site."""


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/sign-in", weight=4)
def sign_in() -> Response:
    """The ways to sign in: with a name alone, or with e-mail and password."""
    return _sign_in_page(None)


@blueprint.post("/sign-in/guest", weight=4, works=NORMALLY)
def begin_as_guest() -> Response:
    """Create a guest account with this name, once per form shown, and sign it in."""

    def begin() -> Response:
        name, key, now = form_of(PlayerRequest)["name"], request.form.get("key", ""), now_ms()
        made = registered(name, key if KEY.fullmatch(key) else None, now)
        return _begun(services().sessions.begin_guest(made.id, made.name, made.token, now))

    return _filled_in(_sign_in_page, begin)


@blueprint.post("/sign-in", weight=PASSWORD, works=ALWAYS)
def begin() -> Response:
    """Sign in with e-mail and password."""

    def sign_in() -> Response:
        form = form_of(SignInRequest)
        return _begun(
            services().sessions.sign_in(form["email"], form["password"], source(), now_ms(), acting())
        )

    return _filled_in(_sign_in_page, sign_in)


@blueprint.post("/sign-in/passkey", weight=PASSKEY, works=ALWAYS)
def begin_by_passkey() -> Response:
    """Sign in with the passkey that a script has put into the form."""

    def sign_in() -> Response:
        credential, party = sent_credential(SignedCredential), relying_party()
        return _begun(services().passkeys.sign_in(credential, party, source(), now_ms(), acting()))

    return _filled_in(_sign_in_page, sign_in)


@blueprint.post("/sign-in/reset", weight=4, works=ALWAYS)
def ask_reset() -> Response:
    """Send an e-mail with a link for setting a new password."""

    def ask() -> Response:
        services().sessions.ask_reset(form_of(ResetRequest)["email"], address(), now_ms(), _somebody())
        return to_page("account.sign_in", done="reset")

    return _filled_in(_sign_in_page, ask)


@blueprint.get("/reset/<token>", weight=1)
def show_reset(token: str) -> Response:
    """The form for a new password, opened from a link in an e-mail."""
    services().sessions.check_reset(token)
    return _reset_page(None, token)


@blueprint.post("/reset/<token>", weight=PASSWORD_BY_LINK, works=ALWAYS)
def reset(token: str) -> Response:
    """Set a new password and sign in."""

    def set_new() -> Response:
        password = form_of(NewPasswordRequest)["password"]
        with services().browsers.releasing(services().sessions.check_reset(token)):
            session = services().sessions.reset(token, password, device_cookie(), now_ms(), _somebody())
        return _begun(session, "account.show", "reset-done")

    return _filled_in(lambda problem: _reset_page(problem, token), set_new)


@blueprint.get("/verify/<token>", weight=1)
def show_verify(token: str) -> Response:
    """Show the address to confirm, with a button: opening a link alone changes nothing."""
    return _verify_page(None, token)


@blueprint.post("/verify/<token>", weight=PASSWORD_BY_LINK, works=ALWAYS)
def verify(token: str) -> Response:
    """Confirm the e-mail address, for the signed-in account or with the password chosen for it."""

    def confirm() -> Response:
        access, password = visitor(), form_of(ConfirmRequest)["password"]
        by = acting(access) if access else _somebody()
        with services().browsers.releasing(services().sessions.proposal(token).player):
            done = services().sessions.confirm(token, access, password, now_ms(), by)
        own = access is not None and access.player == done.player
        answer = to_page(
            "account.show" if own else "account.sign_in",
            done="confirmed-anew" if done.changed else "confirmed",
        )
        return remember_device(answer, done.player)

    return _filled_in(lambda problem: _verify_page(problem, token), confirm)


@blueprint.get("/account", weight=10)
def show() -> Response:
    """The account page of the signed-in player."""
    access = visitor()
    return _account_page(None, access) if access else to_sign_in()


@blueprint.post("/account/name", weight=10, works=WHILE_FULL)
def rename() -> Response:
    """Change the account's name."""

    def change(access: Access) -> Response:
        services().players.rename(access.player, form_of(PlayerRequest)["name"])
        record(access.player, Deed.NAME_CHANGED)
        return to_page("account.show", done="name")

    return _changed(change)


@blueprint.post("/account/page", weight=10, works=ALWAYS)
def show_page() -> Response:
    """Change who may see the player's page."""

    def change(access: Access) -> Response:
        services().players.show_to(access.player, form_of(PageRequest)["page"])
        return to_page("account.show", done="page")

    return _changed(change)


@blueprint.post("/account/password", weight=PASSWORD, works=WHILE_SUSPENDED)
def set_password() -> Response:
    """Set the e-mail address and password for signing in."""

    def change(access: Access) -> Response:
        form = form_of(PasswordRequest)
        with services().browsers.releasing(access.player):
            waits = services().sessions.set_password(
                access,
                form["email"],
                form["password"],
                form["current"],
                address(),
                now_ms(),
                acting(access),
                end_grants=form["end_grants"],
            )
        if waits:
            return to_page("account.show", done="letter")
        done = "password-all" if form["end_grants"] else "password"
        return remember_device(to_page("account.show", done=done), access.player)

    return _changed(change)


@blueprint.post("/account/passkeys", weight=PASSKEY, works=WHILE_SUSPENDED)
def add_passkey() -> Response:
    """Add the passkey that a script has put into the form."""

    def change(access: Access) -> Response:
        name, credential = form_of(PasskeyName)["name"], sent_credential(NewCredential)
        services().passkeys.add(access, credential, name, relying_party(), now_ms(), acting(access))
        return remember_device(to_page("account.show", done="passkey-added"), access.player)

    return _changed(change)


@blueprint.post("/account/passkeys/<passkey>/name", weight=10, works=ALWAYS)
def rename_passkey(passkey: str) -> Response:
    """Rename a passkey."""

    def change(access: Access) -> Response:
        services().passkeys.rename(access.player, passkey, form_of(PasskeyName)["name"])
        return to_page("account.show", done="passkey-renamed")

    return _changed(change)


@blueprint.post("/account/passkeys/<passkey>/remove", weight=10, works=ALWAYS)
def remove_passkey(passkey: str) -> Response:
    """Remove a passkey."""

    def change(access: Access) -> Response:
        services().passkeys.remove(access.player, passkey, acting(access))
        return to_page("account.show", done="passkey-removed")

    return _changed(change)


@blueprint.post("/account/tokens/<token>/revoke", weight=1, works=ALWAYS)
def revoke(token: str) -> Response:
    """Revoke a token; revoking the current one signs the player out."""

    def change(access: Access) -> Response:
        services().signing_out.revoke(access.player, token, acting())
        return _left("signed-out") if token == access.token else to_page("account.show", done="revoked")

    return _changed(change)


@blueprint.post("/account/sign-out", weight=1, works=ALWAYS)
def sign_out() -> Response:
    """End this session."""

    def change(access: Access) -> Response:
        services().signing_out.here(access, acting(access))
        return drop_session(to_page("account.sign_in", done="signed-out"), known_device(access.player))

    return _changed(change)


@blueprint.post("/account/sign-out/others", weight=1, works=ALWAYS)
def sign_out_others() -> Response:
    """End all sessions except this one."""

    def change(access: Access) -> Response:
        ending = form_of(SignOutForm)["end_grants"]
        services().signing_out.everywhere(access, acting(access), now_ms(), here=False, end_grants=ending)
        return to_page("account.show", done="others-all" if ending else "others")

    return _changed(change)


@blueprint.post("/account/sign-out/everywhere", weight=1, works=ALWAYS)
def sign_out_all() -> Response:
    """End all sessions."""

    def change(access: Access) -> Response:
        ending = form_of(SignOutForm)["end_grants"]
        services().signing_out.everywhere(access, acting(access), now_ms(), here=True, end_grants=ending)
        done = "everywhere-all" if ending else "everywhere"
        return drop_session(to_page("account.sign_in", done=done), known_device(access.player))

    return _changed(change)


@blueprint.post("/account/erase", weight=10, works=ALWAYS)
def erase() -> Response:
    """Erase the account."""

    def change(access: Access) -> Response:
        erase_account(services(), access.player, form_of(EraseRequest)["confirm"], now_ms())
        return _left("erased")

    return _changed(change)


def _changed(change: Callable[[Access], Response]) -> Response:
    """Change the account of the signed-in player; redirect to the sign-in page if there is none."""
    access = visitor()
    if access is None:
        return to_sign_in()
    return _filled_in(lambda problem: _account_page(problem, access), lambda: change(access))


def _filled_in(page: Page, act: Callable[[], Response]) -> Response:
    """Handle a form; on a problem, show the page again with the reason."""
    try:
        return act()
    except Problem as problem:
        return page(problem)


def _sign_in_page(problem: Problem | None) -> Response:
    return _page("account/sign_in.html", problem, key=_form_key(), passkeys=offers_passkeys())


def _reset_page(problem: Problem | None, token: str) -> Response:
    return _page("account/reset.html", problem, token=token)


def _verify_page(problem: Problem | None, token: str) -> Response:
    proposal, access = services().sessions.proposal(token), visitor()
    return _page(
        "account/verify.html",
        problem,
        token=token,
        name=services().players.profile(proposal.player).name,
        email=proposal.email,
        own=access is not None and access.player == proposal.player,
    )


def _account_page(problem: Problem | None, access: Access) -> Response:
    parts = services()
    tokens, found = parts.tokens.of(access.player), parts.sessions.of(access.player)
    passkeys = parts.passkeys.of(access.player)
    signs_in = found.email is not None or bool(passkeys)
    return _page(
        "account/account.html",
        problem,
        profile=parts.players.profile(access.player),
        credentials=found,
        mailing=mailing_of(parts.mailings, parts.sessions, access.player),
        tokens=[listed(token) for token in tokens],
        sessions=sum(token.session for token in tokens),
        current=access.token,
        audit=audit_rows(parts.audit.page(access.player, MOST)[0], tokens),
        usage=parts.storage.usage(access.player),
        stuck=not signs_in and len(tokens) == 1,
        lasting=signs_in or any(not token.session for token in tokens),
        passkeys=[passkey_row(each) for each in passkeys],
        offers_passkeys=offers_passkeys(),
        browser=browser_name(request.headers.get("User-Agent", "")),
        programs=sum(not token.session for token in tokens) if request.args.get("done") in ANEW else 0,
        grants=parts.grants.of(access),
    )


def _page(template: str, problem: Problem | None, **context: object) -> Response:
    """Render the page with a message: the problem, or else what was done."""
    done = DONE.get(request.args.get("done", "")) if problem is None else None
    text = render_template(
        template,
        problem=problem and said(problem),
        wrong_fields=wrong_fields(problem),
        done=done,
        form=request.form,
        mail=services().sessions.sends_mail,
        **context,
    )
    return Response(text, problem.status if problem else 200, problem.headers if problem else None)


def _begun(session: Session, page: str = "lobby", done: str | None = None) -> Response:
    """Set the session cookie, and redirect to the page that led to the sign-in, or else to this page."""
    record_session(session.player, session.token)
    back = request.form.get("back", "")
    answer = see_other(back) if PATH.fullmatch(back) else to_page(page, done=done)
    return keep_session(answer, session.token, session.device)


def _somebody() -> Actor:
    """The actor of a request that proves itself by a link, whoever is signed in."""
    return Actor(None, acting().address)


def _left(done: str) -> Response:
    return drop_session(to_page("account.sign_in", done=done))


def _form_key() -> str:
    """A request key for one form, so that pressing its button twice creates one player."""
    return secrets.token_hex(KEY_DIGITS // 2)
