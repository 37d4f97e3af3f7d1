"""Security and cache headers of pages: what a browser may load, run and reveal, and who may store the page.

Responses that are not pages get `nosniff` only, so that a browser never takes a text for a page or a script.
"""

import secrets

from flask import Flask, Response, g

HTML = "text/html"

POLICY = (
    "default-src 'self'",
    "script-src 'self' 'nonce-{nonce}'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors {ancestors}",
)
"""Allows nothing from another host, and nothing inline except scripts with the nonce of the response."""

HEADERS = {
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def register(app: Flask) -> None:
    """Set the headers on responses, and provide `csp_nonce()` to templates."""
    app.after_request(_protected)
    app.add_template_global(csp_nonce)


def csp_nonce() -> str:
    """The nonce of inline scripts; each response has a new one."""
    if "csp_nonce" not in g:
        g.csp_nonce = secrets.token_urlsafe(16)
    return str(g.csp_nonce)


def allow_embedding() -> None:
    """Let any site show this response in a frame."""
    g.embedded = True


def keep_offline(player: str) -> None:
    """Let this player's browser keep the page of this response, to be read without a connection."""
    g.kept_for = player


def _protected(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    if response.mimetype == HTML:
        _keep_for_whom_it_shows(response)
        ancestors = "*" if "embedded" in g else "'none'"
        policy = "; ".join(POLICY).format(nonce=csp_nonce(), ancestors=ancestors)
        response.headers["Content-Security-Policy"] = policy
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if "kept_for" in g:
            response.headers["Kingdomino-Page-Of"] = g.kept_for
    return response


def _keep_for_whom_it_shows(response: Response) -> None:
    """Make the page vary by cookie and require revalidation: it names the signed-in player and may change."""
    response.vary.add("Cookie")
    if not response.cache_control.no_store:
        response.cache_control.no_cache = True
        if g.get("me"):
            response.cache_control.private = True
