"""The choice of a language at the foot of each page, and the addresses of the page in all of them."""

from functools import lru_cache
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from flask import Flask, Response, request
from markupsafe import Markup, escape

from service.application.i18n.formatting.formats import Calendar
from service.application.i18n.languages import WITH_GREGORIAN, Shipped, shipped
from service.application.i18n.speaking import present
from service.http.authentication import refuse_other_sites, visitor
from service.http.endpoints import ALWAYS
from service.http.hosts import shared_url
from service.http.languages import PARAMETER, keep_choice
from service.pages.shared.forms import form_of, see_other
from service.services import services
from service.shared.accounts.schemas import LanguageRequest
from service.shared.visibility import INVITATION

EVERYBODY = "x-default"
"""The address that shows each reader the own language."""
LINK = '\n  <link rel="alternate" hreflang="{}" href="{}">'
BUTTON = Markup('<button name="language" value="{}" lang="{}" dir="{}"{}>{}</button>')
LONGEST_QUERY = 500
"""The characters of a query that is repeated in other addresses."""


def register(app: Flask) -> None:
    """Take the choice, and register the template functions `language_choices()` and `alternates()`."""
    app.add_url_rule("/language", "choose_language", choose, methods=["POST"], weight=2, works=ALWAYS)
    app.add_template_global(choices, "language_choices")
    app.add_template_global(alternates)


def choose() -> Response:
    """Keep the chosen language in this browser, and in the account if somebody is signed in; lead back."""
    refuse_other_sites()
    tag, access = form_of(LanguageRequest)["language"], visitor()
    if access is not None:
        services().players.speak(access.player, tag)
    return keep_choice(see_other(_back()), tag)


def _back() -> str:
    """The path of the page with the form, without its parameter of a language; "/" if it is unknown."""
    page = urlsplit(request.referrer or "")
    if page.netloc != request.host or not page.path.startswith("/") or page.path.startswith("//"):
        return "/"
    kept = _without_language(page.query) if len(page.query) <= LONGEST_QUERY else []
    return f"{page.path}?{urlencode(kept)}" if kept else page.path


def alternates() -> Markup:
    """Links to this page in each language, for search engines; none of a page that only some may see."""
    if len(shipped()) == 1:
        return Markup()
    sent = str(request.environ.get("QUERY_STRING", ""))
    is_public = request.endpoint is not None and not request.blueprint and f"{INVITATION}=" not in sent
    if not is_public or len(sent) > LONGEST_QUERY:
        return Markup()
    kept = urlencode(_without_language(sent)) if sent else ""
    base = escape(f"{shared_url('lobby').rstrip('/')}{quote(request.path)}?{kept}")
    before = f"{base}&amp;" if kept else base
    links = [LINK.format(EVERYBODY, base if kept else base[:-1])]
    links += [LINK.format(tag, f"{before}{PARAMETER}={tag}") for tag in shipped()]
    return Markup("".join(links))  # noqa: S704 - of parts that are escaped


def choices() -> Markup:
    """The buttons of the choice, by the languages' own names; empty if there is nothing to choose."""
    spoken = present()
    other = WITH_GREGORIAN.get(spoken.locale.language)
    current = other.tag if other and spoken.calendar is Calendar.GREGORIAN else spoken.locale.language
    return _choices(current, (*shipped().values(), *([other] if other else ())))


@lru_cache(maxsize=64)
def _choices(current: str, offered: tuple[Shipped, ...]) -> Markup:
    if len(offered) == 1:
        return Markup()
    marked = {current: Markup(' aria-current="true"')}
    return Markup("\n").join(
        BUTTON.format(each.tag, each.tag, each.direction, marked.get(each.tag, ""), each.name)
        for each in offered
    )


def _without_language(query: str) -> list[tuple[str, str]]:
    return [(name, value) for name, value in parse_qsl(query) if name != PARAMETER]
