"""The headers of every page: what a browser may load, run and reveal, and who may keep it.

What is no page has one of them, so that nobody's text is taken for a page or a script.
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
"""Nothing from another host, nothing inline but what bears the answer's nonce."""

HEADERS = {
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def register(app: Flask) -> None:
    """Send the headers, and give templates `csp_nonce()`."""
    app.after_request(_protected)
    app.add_template_global(csp_nonce)


def csp_nonce() -> str:
    """What an inline script of this answer must bear; new for each answer."""
    if "csp_nonce" not in g:
        g.csp_nonce = secrets.token_urlsafe(16)
    return str(g.csp_nonce)


def allow_embedding() -> None:
    """Let this one answer be shown in a frame of any site."""
    g.embedded = True


def _protected(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    if response.mimetype == HTML:
        _keep_for_whom_it_shows(response)
        ancestors = "*" if "embedded" in g else "'none'"
        policy = "; ".join(POLICY).format(nonce=csp_nonce(), ancestors=ancestors)
        response.headers["Content-Security-Policy"] = policy
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
    return response


def _keep_for_whom_it_shows(response: Response) -> None:
    """A page says who is here, so it goes by the cookie; what it shows changes, so it is asked for again."""
    response.vary.add("Cookie")
    if not response.cache_control.no_store:
        response.cache_control.no_cache = True
        if g.get("me"):
            response.cache_control.private = True
