"""Refuses changes by suspended accounts, except for the endpoints that work `WHILE_SUSPENDED`.

The suspension is read together with the token, so it costs no further request to the store.
"""

from flask import Flask, request

from replays.bootstrap import now_ms
from service.application.problem import Problem
from service.http.authentication import READING, holder
from service.http.endpoints import WHILE_SUSPENDED, endpoint_of


def register(app: Flask) -> None:
    """Refuse changes by suspended accounts; register this after admission, which looks the token up."""
    app.before_request(refuse)


def refuse() -> None:
    """Raise 403 `account/suspended` if a suspended account requests a change that it may not make."""
    if request.method in READING or WHILE_SUSPENDED in endpoint_of(request).works:
        return
    found = holder()
    suspension = found.suspension if found else None
    if suspension is not None and suspension.holds(now_ms()):
        raise Problem(
            403,
            "account/suspended",
            f"Your account is suspended: {suspension.reason}. You may finish games, read, export and erase.",
            {"until": suspension.until, "reason": suspension.reason},
        )
