"""The manifest for installing the service on a home screen; iOS requires this for push messages."""

import json
from typing import Any

from flask import Flask, Response, url_for

from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import present, speaking
from service.http.languages import by_link

COLOUR = "#24544a"
ICONS = {"icons/192.png": "192x192", "icons/512.png": "512x512"}


def register(app: Flask) -> None:
    """Serve the manifest."""
    app.add_url_rule("/manifest.webmanifest", endpoint="manifest", view_func=manifest, weight=0)


def manifest() -> Response:
    """The manifest (W3C Web Application Manifest), in the language of its link."""
    with speaking(by_link() or present()):
        members = _members()
    response = Response(json.dumps(members), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def _members() -> dict[str, Any]:
    return {
        "id": "/",
        "name": "Kingdomino",
        "short_name": "Kingdomino",
        "description": _("Play Kingdomino over days and weeks."),
        "lang": present().locale.language,
        "dir": present().locale.text_direction,
        "start_url": url_for("lobby"),
        "scope": "/",
        "display": "standalone",
        "theme_color": COLOUR,
        "background_color": COLOUR,
        "icons": [
            {
                "src": url_for("static", filename=name),
                "sizes": sizes,
                "type": "image/png",
                "purpose": "any maskable",
            }
            for name, sizes in ICONS.items()
        ],
    }
