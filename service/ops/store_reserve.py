"""Refuses some operations while the store is nearly full, so that current games can go on.

Which ones, their routes declare (`WHILE_FULL` in `service/http/endpoints.py`).
"""

from flask import Flask, request

from replays.store.memory import NEARLY_FULL, MemorySampler
from service.application.problem import Problem
from service.http.endpoints import WHILE_FULL, endpoint_of

RETRY_SECONDS = "60"


def register(app: Flask, memory: MemorySampler) -> None:
    """Refuse what does not work `WHILE_FULL` with 503 `store/nearly-full`, before it changes anything."""

    def keep_the_reserve() -> None:
        if WHILE_FULL not in endpoint_of(request).works and memory.last().share > NEARLY_FULL:
            raise Problem(
                503,
                "store/nearly-full",
                "the store is nearly full, so only current games continue: nothing was changed, "
                "try again later",
                headers={"Retry-After": RETRY_SECONDS},
            )

    app.before_request(keep_the_reserve)
