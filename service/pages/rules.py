"""How both games are played, with examples that the rules themselves drew and counted."""

from flask import Flask, render_template

from kingdomino.rules.versions import VERSIONS
from service.pages.shared import examples


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/rules", view_func=rules)


def rules() -> str:
    """How both games are played, by the newest version of the rules."""
    pays = VERSIONS.newest
    return render_template(
        "help/rules.html",
        classic=examples.classic(),
        origins=examples.origins(),
        pays=pays,
        totems={resource.value: points for resource, points in pays.totems.items()},
        cavemen={caveman.value: points for caveman, points in pays.cavemen.items()},
    )
