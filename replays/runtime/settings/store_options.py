"""The options that the URL of a store may have (`?db=1`), and their values as redis-py takes them.

redis-py takes any argument of its connections from a URL, and lets it win over the code's own value. The
service relies on one shape of replies, on no retry of a write, and on its time-outs. So a URL may say only
whom to connect to, as whom, and with which certificates; any other option is refused by its name.
"""

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import parse_qsl

from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.kinds import FILE, FOLDER_THERE, SWITCH, TEXT, ValueKind, choice, whole_number

LOGIN: Mapping[str, ValueKind[Any]] = {
    "db": whole_number(0, 999_999_999),
    "username": TEXT,
    "password": TEXT,
    "client_name": TEXT,
}
"""The options of every URL."""
TLS: Mapping[str, ValueKind[Any]] = {
    "ssl_ca_certs": FILE,
    "ssl_ca_path": FOLDER_THERE,
    "ssl_ca_data": TEXT,
    "ssl_certfile": FILE,
    "ssl_keyfile": FILE,
    "ssl_password": TEXT,
    "ssl_cert_reqs": choice("none", "optional", "required"),
    "ssl_check_hostname": SWITCH,
}
"""The options of a URL with TLS. redis-py's client of a cluster drops other options of TLS without a word."""


def read_options(query: str, *, tls: bool, given: Collection[str]) -> dict[str, Any]:
    """The options of a URL's query; raises `Unusable`, which names the option but not its value.

    `given` are the options that another part of the URL gives already.

    >>> read_options("db=1&client_name=ours", tls=False, given=())
    {'db': 1, 'client_name': 'ours'}
    """
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), errors="strict")
    except ValueError:
        raise Unusable("a URL whose options cannot be read", "such as ?db=1&client_name=ours") from None
    found: dict[str, Any] = {}
    for name, text in pairs:
        if name in found or name in given:
            raise Unusable(f"a URL that says {name!r} twice", "one that says it once")
        found[name] = _value(name, text, tls=tls)
    return found


def _value(name: str, text: str, *, tls: bool) -> Any:
    kind = LOGIN.get(name) or TLS.get(name)
    if kind is None:
        raise Unusable(f"a URL with the option {name!r}", f"one without it: {_allowed()}")
    if name in TLS and not tls:
        raise Unusable(f"a URL with the option {name!r}, and without TLS", "one that begins with rediss")
    if not text:
        raise Unusable(
            f"a URL with the option {name!r} and no value", "one with a value there, or without it"
        )
    try:
        return kind.read(text)
    except Unusable:
        right = f"one with {kind.right} there"
        raise Unusable(f"a URL whose option {name!r} has an invalid value", right) from None


def _allowed() -> str:
    return (
        f"a URL may have {', '.join(LOGIN)} and, with TLS, {', '.join(TLS)}; the service itself decides the "
        "form of replies, time-outs, retries and all else"
    )
