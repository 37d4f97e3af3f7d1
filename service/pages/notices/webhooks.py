"""The pages of a player's webhooks: forms that need no script."""

import secrets
from collections.abc import Callable

from flask import Flask, Response, render_template, request

from replays.encoding.identity import derived_game_id
from service.application.channels.webhooks.store import Placed
from service.application.channels.webhooks.webhook import LOG_SIZE, MOST
from service.application.i18n.pages.notices import webhooks as words
from service.application.notices.kinds.registry import KINDS, grouped
from service.application.problem import Problem
from service.http.costs.weights import CALL_BY_WORKER, NAMES_LOOKED_UP
from service.http.endpoints import ALWAYS, NORMALLY, WHILE_FULL
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import form_of, to_page
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.channels.webhook_schemas import WebhookForm

SHOWN = 25
"""The number of deliveries on a page of the log."""

blueprint = own_pages("webhook_pages", __name__)


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.register_blueprint(blueprint)
    app.add_template_global(form_key, "webhook_form_key")


@blueprint.get("/account/webhooks", weight=5)
@signed_in
def index(player: str) -> Response:
    """The player's webhooks, and the form for a new one."""
    return _list_page(player)


@blueprint.post("/account/webhooks", weight=NAMES_LOOKED_UP, works=NORMALLY)
def create() -> Response:
    """Add a webhook, once per form shown; only the response shows its secret."""

    def add(player: str) -> Response:
        said = form_of(WebhookForm)
        id_ = derived_game_id("webhook form", player, request.form.get("key", "")[:64])
        return _secret_page(services().webhooks.add(player, id_, said["url"], _kinds(), acting()))

    return _filled_in(add, _list_page)


@blueprint.get("/account/webhooks/<webhook>", weight=5)
@signed_in
def show(player: str, webhook: str) -> Response:
    """A webhook with its log."""
    return _page(player, webhook)


@blueprint.post("/account/webhooks/<webhook>", weight=NAMES_LOOKED_UP, works=WHILE_FULL)
def edit(webhook: str) -> Response:
    """Change a webhook's URL and kinds."""

    def change(player: str) -> Response:
        said = {"url": form_of(WebhookForm)["url"], "kinds": _kinds()}
        services().webhooks.edit(player, webhook, said, acting())
        return to_page("webhook_pages.show", done="changed", webhook=webhook)

    return _changed(change, webhook)


@blueprint.post("/account/webhooks/<webhook>/switch", weight=1, works=WHILE_FULL)
def switch(webhook: str) -> Response:
    """Switch a webhook on or off."""

    def change(player: str) -> Response:
        active = request.form.get("active") == "on"
        services().webhooks.edit(player, webhook, {"active": active}, acting())
        return to_page("webhook_pages.show", done="on" if active else "off", webhook=webhook)

    return _changed(change, webhook)


@blueprint.post("/account/webhooks/<webhook>/secret", weight=4, works=WHILE_FULL)
def rotate(webhook: str) -> Response:
    """Replace a webhook's secret, once per form shown."""

    def change(player: str) -> Response:
        key = request.form.get("key", "")[:64]
        return _secret_page(services().webhooks.rotate(player, webhook, key, acting()))

    return _changed(change, webhook)


@blueprint.post("/account/webhooks/<webhook>/test", weight=CALL_BY_WORKER, works=WHILE_FULL)
def test(webhook: str) -> Response:
    """Send a test."""

    def change(player: str) -> Response:
        services().webhooks.test(player, webhook)
        return to_page("webhook_pages.show", done="test", webhook=webhook)

    return _changed(change, webhook)


@blueprint.post("/account/webhooks/<webhook>/replay", weight=CALL_BY_WORKER, works=WHILE_FULL)
def replay(webhook: str) -> Response:
    """Send a notice from the log again."""

    def change(player: str) -> Response:
        services().webhooks.replay(player, webhook, request.form.get("position", ""))
        return to_page("webhook_pages.show", done="replay", webhook=webhook)

    return _changed(change, webhook)


@blueprint.post("/account/webhooks/<webhook>/remove", weight=1, works=ALWAYS)
def remove(webhook: str) -> Response:
    """Remove a webhook and its log."""

    def change(player: str) -> Response:
        services().webhooks.remove(player, webhook, acting())
        return to_page("webhook_pages.index", done="removed")

    return _changed(change, webhook)


def form_key() -> str:
    """A key for one form, so that pressing its button twice has one effect."""
    return secrets.token_hex(16)


def _kinds() -> list[str] | None:
    """The chosen kinds; None for all, so that kinds of later releases are included."""
    if "chosen" not in request.form:
        return None
    found = [kind for kind in KINDS if kind in request.form.getlist("kind")]
    if not found:
        raise Problem(422, "request/invalid", "kinds: choose at least one")
    return None if len(found) == len(KINDS) else found


def _filled_in(act: Callable[[str], Response], page: Callable[[str, Problem], Response]) -> Response:
    """Handle a form; on a problem, show the page again with the reason."""

    @signed_in
    def filled_in(player: str) -> Response:
        try:
            return act(player)
        except Problem as problem:
            if problem.status == 404:
                raise
            return page(player, problem)

    return filled_in()


def _changed(act: Callable[[str], Response], webhook: str) -> Response:
    return _filled_in(act, lambda player, problem: _page(player, webhook, problem))


def _list_page(player: str, problem: Problem | None = None) -> Response:
    found = services().webhooks.webhooks.of(player)
    return _rendered("account/webhooks/list.html", problem, webhooks=found, most=MOST)


def _page(player: str, webhook: str, problem: Problem | None = None) -> Response:
    placed = services().webhooks.find(player, webhook)
    log, following = services().webhooks.log_page(placed, request.args.get("cursor"), SHOWN)
    return _rendered(
        "account/webhooks/webhook.html",
        problem,
        placed=placed,
        log=log,
        following=following,
        newest=LOG_SIZE,
        outcome=words.outcome,
    )


def _secret_page(placed: Placed) -> Response:
    secret = services().webhooks.secret(placed)
    return _rendered("account/webhooks/secret.html", None, placed=placed, secret=secret)


def _rendered(template: str, problem: Problem | None, **context: object) -> Response:
    done = words.DONE.get(request.args.get("done", "")) if problem is None else None
    text = render_template(
        template,
        problem=problem and words.said(problem),
        done=done,
        form=request.form,
        told=words,
        groups=grouped(),
        kinds=KINDS,
        **context,
    )
    return Response(text, problem.status if problem else 200, problem.headers if problem else None)
