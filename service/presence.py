"""Who is here, as every page shows it."""

from flask import Flask, g

from replays.log import StoreAway
from service.api.asking import viewer
from service.problems import Problem
from service.services import services


def register(app: Flask) -> None:
    """Give templates `me()`."""
    app.add_template_global(me)


def me() -> dict[str, str] | None:
    """`id` and `name` of who is here, None for nobody; looked up once for each page.

    A page that says what is wrong is shown to nobody in particular where this cannot be found out.
    """
    if "me" not in g:
        try:
            g.me = _looked_up()
        except (Problem, StoreAway):
            g.me = None
    found: dict[str, str] | None = g.me
    return found


def _looked_up() -> dict[str, str] | None:
    player = viewer().player
    name = services().players.names([player])[player] if player else None
    return {"id": player, "name": name} if player and name else None
