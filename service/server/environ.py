"""Converts an ASGI request with its whole body into a WSGI environment (PEP 3333)."""

import sys
from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

PLAIN = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
"""The headers whose variables have no `HTTP_` prefix."""


class Environs:
    """Creates environments; client address, scheme and host are taken from `proxies` trusted proxies."""

    def __init__(self, proxies: int) -> None:
        self._trust = ProxyFix(lambda _environ, _start: [], x_for=proxies, x_proto=proxies, x_host=proxies)
        self._has_proxies = proxies > 0

    def environ(self, scope: dict[str, Any], body: bytes) -> "WSGIEnvironment":
        """The environment of a request with this body."""
        host, port = scope["server"] or ("", 0)
        client, client_port = scope["client"] or ("", 0)
        environ: WSGIEnvironment = {
            "REQUEST_METHOD": scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
            "RAW_URI": _target(scope),
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "REMOTE_ADDR": client,
            "REMOTE_PORT": str(client_port),
            **_variables(scope["headers"], len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scope["scheme"],
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        if self._has_proxies:
            self._trust(environ, lambda *_: lambda _: None)
        return environ


def _target(scope: dict[str, Any]) -> str:
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    target: bytes = scope["raw_path"] + query
    return target.decode("latin-1")


def _variables(headers: Iterable[tuple[bytes, bytes]], size: int) -> dict[str, str]:
    """The headers as variables; the values of a repeated header are joined, by RFC 9110.

    Headers with an underscore in their name are dropped: they could not be told from those with a hyphen,
    which a proxy may have checked.
    """
    variables: dict[str, str] = {}
    for name, value in headers:
        if b"_" in name:
            continue
        if name == b"transfer-encoding":  # the body came in chunks and is complete by now
            name, value = b"content-length", b"%d" % size  # noqa: PLW2901
        key = PLAIN.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        known = variables.get(key)
        joint = "; " if name == b"cookie" else ","
        variables[key] = text if known is None else f"{known}{joint}{text}"
    return variables
