"""The hosts that the service accepts, and the base of links to it."""

from collections.abc import Iterator

import pytest

from harness.play.signing_in import Browser, World, code
from service.http import hosts
from service.http.hosts import is_ours

PUBLIC = "https://kingdomino.example.org"
NAMES = frozenset({"kingdomino.example.org"})


def world_of(names: frozenset[str], public_url: str | None) -> World:
    """The application, known by these names."""
    world = World()
    hosts.register(world.app, names, public_url)
    return world


@pytest.fixture(scope="module")
def at_home() -> Iterator[World]:
    """Give the application without a public URL."""
    world = world_of(frozenset(), None)
    yield world
    world.hub.close()


@pytest.fixture(scope="module")
def public() -> Iterator[World]:
    """Give the application with a public URL."""
    world = world_of(NAMES, PUBLIC)
    yield world
    world.hub.close()


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LocalHost:8000",
        "a.localhost",
        "127.0.0.1",
        "127.0.0.1:8000",
        "192.168.1.7",
        "[::1]:8000",
    ],
)
def test_hosts_at_home(host: str) -> None:
    """No foreign name server can direct a browser here by one of these."""
    assert is_ours(host, frozenset())
    assert is_ours(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example",
        "notlocalhost",
        "127.0.0.1.evil.example",
        "raspberry.local:8000",
        "www.kingdomino.example.org",
        "kingdomino.example.org.evil.example",
        "xkingdomino.example.org",
        "[",
        "[::1",
        "1.2.3",
    ],
)
def test_other_hosts(host: str) -> None:
    """Only the names that the operator gave are accepted, and only whole."""
    assert not is_ours(host, NAMES)


def test_the_public_name_is_ours() -> None:
    """The port, the case and a final dot do not matter."""
    for host in ("kingdomino.example.org", "Kingdomino.Example.org:8443", "kingdomino.example.org."):
        assert is_ours(host, NAMES)
        assert not is_ours(host, frozenset())


@pytest.mark.parametrize("path", ["/", "/api/v1/games", "/nowhere", "/sign-in"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "bad_host", "a b", "a..b", "x" * 64])
def test_another_host_is_refused_and_not_repeated(at_home: World, path: str, host: str) -> None:
    """421 `request/host` has a sentence with the setting's name, and never the host."""
    answer = at_home.app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "KINGDOMINO_PUBLIC_URL" in answer.text
    assert host not in answer.text + str(answer.headers)
    if path.startswith("/api"):
        assert code(answer) == (421, "request/host")


def test_supervisors_ask_by_any_name(at_home: World) -> None:
    """Health checks accept any host, such as a container's name."""
    assert at_home.app.test_client().get("/healthz", headers={"Host": "web:8000"}).status_code == 200


def shared_link(browser: Browser, host: str) -> str:
    """The base of the link that the page of an open dynasty offers for sharing."""
    answer = browser.ask("POST", "/dynasties", {"players": 2}, Host=host)
    assert answer.status_code == 201
    page = browser.client.get(f"/dynasties/{(answer.json or {})['id']}", headers={"Host": host}).text
    return page.partition('<input readonly value="')[2].partition("/dynasties/")[0]


@pytest.mark.slow
def test_links_begin_with_the_public_url(at_home: World, public: World) -> None:
    """Links use the public URL, or the browser's address if there is none."""
    for world, host, begins in (
        (public, "127.0.0.1:8000", PUBLIC),
        (public, "kingdomino.example.org", PUBLIC),
        (at_home, "127.0.0.1:8000", "http://127.0.0.1:8000"),
    ):
        browser = world.browser()
        name = host.partition(":")[0]
        made = browser.ask("POST", "/session/guest", {"name": "Ann"}, Host=host)
        token = made.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
        browser.client.set_cookie("kingdomino_session", token, domain=name)
        assert shared_link(browser, host) == begins
