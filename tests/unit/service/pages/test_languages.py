"""Each reader gets the pages in the own language and region, and nobody gets those of another reader."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from harness.play.pseudo import armenian, shipping
from harness.play.signing_in import OURS, Browser
from service.http import languages as of_requests
from service.http.cookies import LANGUAGE
from tests.unit.service.pages.test_all_games import Site

PLAY = "Play now"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Give the application, in English, Persian and Hungarian."""
    with shipping("fa", "hu"):
        made = Site()
        yield made
        made.hub.close()


@pytest.fixture
def reader(site: Site) -> Browser:
    """Give a browser without cookies."""
    return site.browser()


def spoken(page: TestResponse) -> str:
    """The language of a page by its tag, which its words must have too."""
    assert page.status_code == 200, page.text
    tag = re.findall(r'<html lang="([^"]*)" dir="(?:ltr|rtl)">', page.text)[0]
    assert (PLAY in page.text) == tag.startswith("en"), tag
    assert (armenian(PLAY) in page.text) != tag.startswith("en"), tag
    return str(tag)


def seen(reader: Browser, path: str = "/", accepted: str = "") -> str:
    """The language of the page at this path, for a browser that accepts these."""
    return spoken(reader.client.get(path, headers={"Accept-Language": accepted} if accepted else {}))


def chosen(reader: Browser, tag: str, at: str = "http://localhost/") -> TestResponse:
    """The response to the choice of a language at the foot of a page."""
    return reader.client.post("/language", data={"language": tag}, headers={**OURS, "Referer": at})


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("", "en"),
        ("en-GB,en;q=0.8", "en-GB"),
        ("pl,en-GB;q=0.5", "en-GB"),
        ("de", "en"),
        ("en-XX", "en"),
        ("pt-BR", "en"),
        ("fa-IR,fa;q=0.9,en;q=0.1", "fa-IR"),
        ("fa", "fa"),
        ("en;q=0.5,hu", "hu"),
        ("fa;q=0,hu;q=0.5", "hu"),
        ("x" * 5000, "en"),
    ],
)
def test_a_page_speaks_what_the_browser_asks_for(reader: Browser, accepted: str, tag: str) -> None:
    """The first language that there is, in the reader's region, also for scripts; caches tell it apart."""
    assert seen(reader, accepted=accepted) == tag
    vary = reader.client.get("/").headers["Vary"]
    assert "Accept-Language" in vary
    assert "Cookie" in vary


def test_a_choice_is_kept_in_the_browser(reader: Browser) -> None:
    """It counts before what the browser asks for, and leads back to the page."""
    answer = chosen(reader, "hu", "http://localhost/games?lang=fa&status=open")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/games?status=open")
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith(f"{LANGUAGE}=hu.")
    assert "SameSite=Lax" in cookie
    assert seen(reader, accepted="fa") == "hu"
    assert seen(reader, accepted="hu-HU") == "hu-HU"
    assert seen(reader.world.browser()) == "en"


@pytest.mark.parametrize("back", ["https://example.org/x", "http://localhost//example.org", "", "nonsense"])
def test_a_choice_leads_to_pages_of_ours_only(reader: Browser, back: str) -> None:
    """Whatever the Referer says."""
    assert chosen(reader, "fa", back).headers["Location"] == "/"


def test_only_our_pages_and_our_languages_are_a_choice(reader: Browser) -> None:
    """Another site chooses nothing; a language that there is not is named as wrong."""
    foreign = {"Sec-Fetch-Site": "cross-site"}
    assert reader.client.post("/language", data={"language": "fa"}, headers=foreign).status_code == 403
    assert chosen(reader, "tlh").status_code == 422
    assert seen(reader) == "en"


def test_a_link_names_the_language(reader: Browser) -> None:
    """For this page, whatever was chosen; a language that there is not changes nothing."""
    chosen(reader, "hu")
    assert seen(reader, "/?lang=fa") == "fa"
    assert seen(reader, "/?lang=en-GB") == "en-GB"
    assert seen(reader, "/?lang=tlh") == seen(reader) == "hu"


def test_an_account_has_its_language_in_every_browser(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes before the cookie of a browser, once the choice there has settled; null gives it up."""
    phone = site.browser()
    player = phone.guest("Dora")
    chosen(phone, "fa")
    assert site.services.players.languages([player]) == {player: "fa"}
    tablet = site.browser()
    chosen(tablet, "hu")
    tablet.client.set_cookie("kingdomino_session", session_of(phone))
    assert seen(tablet) == "hu"
    monkeypatch.setattr(of_requests, "SETTLING_MS", 0)
    assert seen(tablet) == "fa"
    assert seen(tablet, "/?lang=hu") == "hu"
    told: Any = phone.ask("PUT", "/me/language", {"language": None}).json
    assert told["language"] is None
    assert (seen(tablet), seen(phone)) == ("hu", "fa")
    assert phone.ask("PUT", "/me/language", {"language": "tlh"}).status_code == 422
    exported: Any = phone.ask("GET", "/me/export").json
    assert exported["language"] is None


def test_a_new_account_has_the_language_in_which_it_was_made(site: Site) -> None:
    """For messages to it; English needs no mention, and a program speaks for nobody."""
    headers = {**OURS, "Accept-Language": "fa-IR"}
    by_page, by_script, english = (site.browser().client for _ in range(3))
    by_page.post("/sign-in/guest", data={"name": "Eva"}, headers=headers)
    by_script.post("/api/v1/session/guest", json={"name": "Eva"}, headers=headers)
    english.post("/api/v1/session/guest", json={"name": "Eva"}, headers=OURS)
    found = [each.get("/api/v1/me").json for each in (by_page, by_script, english)]
    assert [me and me["language"] for me in found] == ["fa", "fa", None]


def session_of(browser: Browser) -> str:
    """The value of a browser's session cookie."""
    cookie = browser.client.get_cookie("kingdomino_session")
    assert cookie
    return cookie.value


def test_nobody_gets_the_page_of_another_reader(site: Site) -> None:
    """In turn and at once, with parts that are kept, and whoever comes first."""
    game = site.started("Ann", "Ben").id
    readers = [("fa", armenian("What happened")), ("hu", armenian("What happened")), ("en", "What happened")]

    def read(number: int) -> tuple[str, bool]:
        tag, words = readers[number % 3]
        page = site.browser().client.get(f"/games/{game}", headers={"Accept-Language": tag}).text
        return re.findall(r'<html lang="([^"]*)"', page)[0], words in page

    in_turn = [read(number) for number in range(6)]
    with ThreadPoolExecutor(6) as threads:
        at_once = list(threads.map(read, range(30)))
    for number, found in enumerate([*in_turn, *at_once]):
        assert found == (readers[number % 3][0], True)


def test_each_page_offers_the_languages_by_their_own_names(reader: Browser) -> None:
    """As buttons of a form, which needs no script; the present one is marked."""
    page = reader.client.get("/players?lang=fa").text
    button = r'<button name="language" value="(\w+)" lang="\w+" dir="(\w+)"([^>]*)>([^<]*)<'
    offered = re.findall(button, page)
    assert [(tag, direction, name, bool(current)) for tag, direction, current, name in offered] == [
        ("en", "ltr", "English", False),
        ("fa", "rtl", "فارسی", True),
        ("hu", "ltr", "Magyar", False),
    ]


def test_search_engines_find_a_public_page_in_each_language(site: Site, reader: Browser) -> None:
    """A page of an account, or with the key of a private game, has no other addresses."""
    text = reader.client.get("/games?status=open&lang=fa").text
    assert re.findall(r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">', text) == [
        ("x-default", "http://localhost/games?status=open"),
        ("en", "http://localhost/games?status=open&amp;lang=en"),
        ("fa", "http://localhost/games?status=open&amp;lang=fa"),
        ("hu", "http://localhost/games?status=open&amp;lang=hu"),
    ]
    for path in ("/account", f"/games/{site.started('Ann', 'Ben').id}?invitation=x"):
        assert "hreflang" not in site.browsers["Ann"].client.get(path).text


def test_the_manifest_speaks_the_language_of_its_page(reader: Browser) -> None:
    """Its address has the language, since caches keep it."""
    address = re.findall(r'<link rel="manifest" href="([^"]*)"', reader.client.get("/?lang=fa").text)[0]
    manifest: Any = reader.client.get(address).json
    assert (manifest["lang"], manifest["dir"]) == ("fa", "rtl")


def test_only_one_language_is_opened_for_a_page(reader: Browser) -> None:
    """A page passes its scripts the words of one language."""
    english, persian = (
        re.findall(r'id="words"[^>]*>(.*?)</script>', reader.client.get(f"/?lang={tag}").text)[0]
        for tag in ("en", "fa")
    )
    assert english.count('":') == persian.count('":')
    assert len(persian) < 7 * len(english)


def test_a_reader_of_persian_chooses_the_calendar(reader: Browser) -> None:
    """It is offered on Persian pages alone, kept as the language is, and a part of the page's language."""
    offer = 'value="fa-u-ca-gregory"'
    assert offer not in reader.client.get("/").text
    assert chosen(reader, "fa").status_code == 303
    assert offer in reader.client.get("/").text
    assert chosen(reader, "fa-u-ca-gregory").status_code == 303
    assert seen(reader) == "fa-u-ca-gregory"
    page = reader.client.get("/").text
    assert re.search(r'value="fa-u-ca-gregory"[^>]* aria-current="true"', page)
    assert page.count('aria-current="true"') == 1
    assert chosen(reader, "fa").status_code == 303
    assert seen(reader) == "fa"
