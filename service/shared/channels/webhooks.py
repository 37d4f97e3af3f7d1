"""Operations on players' webhooks, for the API and the pages, and the problems that they raise."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from service.application.channels.http.errors import CallFailed
from service.application.channels.targets import TooManyTargets
from service.application.channels.webhooks.admin import (
    NoticeGone,
    UnknownDelivery,
    UnknownWebhook,
    WebhookReused,
    WebhookStopped,
)
from service.application.channels.webhooks.delivery import WebhookDelivery
from service.application.channels.webhooks.store import Placed
from service.application.problem import Problem, wrong_cursor
from service.services import services
from service.shared.accounts.audit import acting


@contextmanager
def webhook_problems() -> Iterator[None]:
    """Convert the exceptions of webhooks into problems: `webhook/…`, and `idempotency/reused`."""
    try:
        yield
    except UnknownWebhook:
        raise Problem(404, "webhook/unknown", "you have no webhook with this id") from None
    except UnknownDelivery:
        raise Problem(404, "webhook/unknown-delivery", "the log has no notice with this position") from None
    except TooManyTargets as full:
        raise Problem(
            409, "webhook/too-many", f"you have {full.most} webhooks, the maximum: remove one first"
        ) from None
    except WebhookStopped:
        raise Problem(409, "webhook/stopped", "the webhook is not active: switch it on first") from None
    except NoticeGone:
        raise Problem(
            409, "webhook/notice-gone", "this notice is no longer stored, so it cannot be sent again"
        ) from None
    except WebhookReused:
        raise Problem(
            422, "idempotency/reused", "this Idempotency-Key added another webhook: use a new key"
        ) from None
    except CallFailed as failed:
        errors = {"json": {"url": [failed.detail]}}
        raise Problem(422, "webhook/url", f"url: {failed.detail}", more={"errors": errors}) from None


def add_webhook(player: str, id_: str, url: str, kinds: list[str] | None) -> Placed:
    """Add a webhook, or return it if the same request added it before."""
    with webhook_problems():
        return services().webhooks.add(player, id_, url, _sorted(kinds), acting())


def edit_webhook(player: str, id_: str, said: Mapping[str, Any]) -> Placed:
    """Change the given properties of a webhook: `url`, `kinds`, `active`."""
    with webhook_problems():
        admin = services().webhooks
        placed = admin.find(player, id_)
        kinds = said.get("kinds", placed.webhook.kinds)
        active = said.get("active", not placed.stopped)
        url = said.get("url", placed.webhook.url)
        return admin.edit(player, id_, url, _sorted(kinds), active=active, by=acting())


def rotate_secret(player: str, id_: str, request: str) -> Placed:
    """Replace the secret of a webhook; the same non-empty `request` replaces it once."""
    with webhook_problems():
        return services().webhooks.rotate(player, id_, request, acting())


def remove_webhook(player: str, id_: str) -> None:
    """Remove a webhook with its log."""
    with webhook_problems():
        services().webhooks.remove(player, id_, acting())


def find_webhook(player: str, id_: str) -> Placed:
    """The player's webhook with this id; 404 `webhook/unknown`."""
    with webhook_problems():
        return services().webhooks.find(player, id_)


def log_page(placed: Placed, cursor: str | None, limit: int) -> tuple[list[WebhookDelivery], str | None]:
    """A page of the log, newest first, and the next cursor; 422 `request/invalid` for an invalid cursor."""
    if cursor is not None and not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 15):
        raise wrong_cursor()
    log = services().webhooks.log(placed)
    found = [each for each in log if cursor is None or each.number < int(cursor)]
    return found[:limit], str(found[limit - 1].number) if len(found) > limit else None


def _sorted(kinds: Any) -> tuple[str, ...] | None:
    return None if kinds is None else tuple(sorted(kinds))
