"""The page on which a game is put together and opened."""

from flask import Flask, render_template, request

from service.games import options
from service.games.visibility import MOST_INVITED
from service.pages.shared.current_player import me
from service.pages.shared.invitations import guests


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/new", view_func=new_game)


def new_game() -> str:
    """All that can be chosen for a game; the script on the page opens it."""
    here = me()
    return render_template(
        "lobby/new_game.html",
        options=options.form(),
        exclusions=options.exclusions_in_words(),
        guests=guests(here["id"] if here else None, request.args.getlist("invited")),
        most_invited=MOST_INVITED,
    )
