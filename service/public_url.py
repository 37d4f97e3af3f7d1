"""The address of the service as its players have it, from the environment."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from replays.mail.server import PUBLIC_URL, checked_public_url

SITE = "SITE_ADDRESS"
"""What the proxy of compose.yaml serves: a host's name, a URL, or several of them."""


def public_url(environ: Mapping[str, str]) -> str | None:
    """Where players reach the service, without a slash at its end; a `SettingError` for what is no URL."""
    text = environ.get(PUBLIC_URL, "").strip()
    return checked_public_url(text.rstrip("/")) if text else None


def site_hosts(environ: Mapping[str, str]) -> frozenset[str]:
    """The names that the service is reached by: that of its public URL, and those that its proxy serves.

    >>> sorted(site_hosts({"SITE_ADDRESS": "example.org, https://www.example.org:8443"}))
    ['example.org', 'www.example.org']
    """
    texts = [public_url(environ) or "", *environ.get(SITE, "").replace(",", " ").split()]
    return frozenset(name for text in texts if (name := host_name(text)))


def host_name(text: str) -> str:
    """The name or IP address in a host with or without a port, or in a URL; empty where there is none.

    >>> [host_name(text) for text in ("Example.org:8000", "https://[::1]:8000/x", ":80", "[")]
    ['example.org', '::1', '', '']
    """
    try:
        name = urlsplit(text if "//" in text else f"//{text}").hostname
    except ValueError:
        return ""
    return (name or "").removesuffix(".")
