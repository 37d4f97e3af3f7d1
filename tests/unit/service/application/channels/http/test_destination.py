"""URLs that may be called, and the addresses they lead to."""

from collections.abc import Collection
from ipaddress import ip_address, ip_network
from threading import Event

import pytest

from service.application.channels.http.destination import Destinations
from service.application.channels.http.errors import CallFailed, NotAllowed, UnknownHost
from service.application.channels.http.networks import is_public

PUBLIC = "93.184.216.34"
CLOSED = (
    "0.0.0.0",  # noqa: S104 - an address like others here
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.31.255.255",
    "192.0.0.170",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.9",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.1.2.3",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
)
OPEN = (
    PUBLIC,
    "100.63.255.255",
    "172.32.0.1",
    "2606:2800:220:1::1",
    "64:ff9b::5db8:d822",
    "::ffff:93.184.216.34",
)


def names(**addresses: str) -> Destinations:
    """Destinations with a fixed resolver: `example_org="1.2.3.4 ::1"` are the addresses of `example.org`."""

    def resolve(name: str) -> Collection[str]:
        try:
            return addresses[name.replace(".", "_")].split()
        except KeyError:
            raise OSError("no such name") from None

    return Destinations(resolve=resolve)


@pytest.mark.parametrize("text", CLOSED)
def test_no_private_address_is_called(text: str) -> None:
    """Private addresses are refused as literals, through names, and inside IPv6 addresses."""
    assert not is_public(ip_address(text))
    literal = f"[{text}]" if ":" in text else text
    with pytest.raises(NotAllowed):
        names().find(f"https://{literal}/hook")
    with pytest.raises(NotAllowed):
        names(example_org=text).find("https://example.org/hook")


@pytest.mark.parametrize("text", OPEN)
def test_public_addresses_are(text: str) -> None:
    """Public addresses of both families may be called, also through NAT64."""
    found = names(example_org=text).find("https://example.org/hook?a=b")
    assert found.addresses == (ip_address(text),)
    assert (found.host, found.port, found.path, found.authority) == (
        "example.org",
        443,
        "/hook?a=b",
        "example.org",
    )


def test_a_name_with_one_private_address_is_not_called_at_all() -> None:
    """Otherwise the owner of the name server could choose the private one by not answering at others."""
    with pytest.raises(NotAllowed, match=r"10\.0\.0\.1"):
        names(example_org=f"{PUBLIC} 10.0.0.1").find("https://example.org/")


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "127.1",
        "0177.0.0.1",
        "127.0.0.01",
        "127.0.0.1.5",
        "example.0x1",
        "1.2.3",
        "exa mple.org",
        "exämple.org",
        "-a.org",
        "a..org",
        "a" * 64 + ".org",
        "[fe80::1%25eth0]",
        "[127.0.0.1]",
        "[v1.x]",
        "%31%32%37.0.0.1",
        "127.0.0.1%00.example.org",
        "",
        ".",
    ],
)
def test_hosts_that_are_no_hosts(host: str) -> None:
    """Numbers that some resolvers accept as addresses, and hosts that URL parsers disagree about."""

    def resolve(name: str) -> Collection[str]:
        raise AssertionError(f"{name} was looked up")

    with pytest.raises(NotAllowed):
        Destinations(resolve=resolve).find(f"https://{host}/")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "//example.org/",
        "example.org",
        "https://user@example.org/",
        "https://user:password@example.org/",
        "https://127.0.0.1@example.org/",
        "https://example.org\\@127.0.0.1/",
        "https://example.org/#x",
        "https://example.org:0/",
        "https://example.org:65536/",
        "https://example.org:x/",
        "https://example.org:22/",
        "https://example.org:25/",
        "https://example.org:80/",
        "https://example.org/a b",
        "https://example.org/\r\nX: y",
        "https://example.org/ä",
        "https://example.org/" + "a" * 2048,
        "",
    ],
)
def test_urls_that_are_not_called(url: str) -> None:
    """Other schemes, users, fragments, ports of other services, and characters not allowed in URLs."""
    with pytest.raises(NotAllowed) as refused:
        names(example_org=PUBLIC).find(url)
    assert refused.value.code == "call/not-allowed"
    assert refused.value.detail


@pytest.mark.parametrize(("port", "authority"), [(443, "example.org"), (8443, "example.org:8443")])
def test_ports_that_are_called(port: int, authority: str) -> None:
    """Port 443 and unprivileged ports may be called."""
    found = names(example_org=PUBLIC).find(f"https://EXAMPLE.org.:{port}")
    assert (found.host, found.port, found.path, found.authority) == ("example.org", port, "/", authority)


def test_a_name_without_an_address() -> None:
    """The error differs, because the name may get an address later."""
    with pytest.raises(UnknownHost) as unknown:
        names().find("https://example.org/")
    assert unknown.value.code == "call/unknown-host"


def test_a_resolver_that_does_not_answer_is_waited_for_so_long_only() -> None:
    """The system's own call has no timeout, so the wait for it is limited."""
    never = Event()

    def resolve(name: str) -> Collection[str]:
        never.wait(60)
        return (PUBLIC,)

    try:
        with pytest.raises(UnknownHost):
            Destinations(resolve=resolve).find("https://example.org/", 0.01)
    finally:
        never.set()


def test_networks_that_the_operator_opens() -> None:
    """In these networks http and any port are allowed too, but nowhere else."""
    opened = Destinations(
        (ip_network("10.1.0.0/16"), ip_network("::1/128")), names(inside="10.1.2.3").resolve
    )
    found = opened.find("http://inside:81/x")
    assert (found.is_encrypted, found.port, found.authority) == (False, 81, "inside:81")
    assert opened.find("http://[::1]:8080/").authority == "[::1]:8080"
    for url in ("http://10.2.0.1/", "https://10.2.0.1/", f"http://{PUBLIC}/", "https://[::2]/"):
        with pytest.raises(CallFailed):
            opened.find(url)


def test_a_name_both_inside_and_outside_is_held_to_the_rule_for_outside() -> None:
    """Otherwise http could leave the network."""
    both = Destinations((ip_network("10.1.0.0/16"),), names(example_org=f"10.1.2.3 {PUBLIC}").resolve)
    assert len(both.find("https://example.org/").addresses) == 2
    with pytest.raises(NotAllowed, match="https"):
        both.find("http://example.org/")
