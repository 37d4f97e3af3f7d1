"""Preferences in the table's menu: a checkbox for each, stored in the browser."""

import pytest
from playwright.sync_api import expect

from harness.browser.at_table import Player, player, table
from harness.browser.contexts import Contexts

DEFAULTS = {
    "confirm": True,
    "hints": True,
    "keys": True,
    "letters": False,
    "coordinates": False,
    "motion": True,
    "sound": True,
}
OF_SPECTATORS = {"letters", "coordinates", "motion", "sound"}


def boxes(here: Player) -> dict[str, bool]:
    """Open the menu; gives its checkboxes by name, and whether each is checked."""
    if not here.see(".menu details[open]").count():
        here.see(".menu summary").click()
    found = here.see("[data-key^=prefer-]").all()
    return {(box.get_attribute("data-key") or "").removeprefix("prefer-"): box.is_checked() for box in found}


def attributes(here: Player) -> dict[str, bool]:
    """The attributes of <html> for the style sheet."""
    words: dict[str, str] = here.page.evaluate("({...document.documentElement.dataset})")
    return {name: words[name] == "on" for name in DEFAULTS}


def test_each_preference_has_a_box_that_is_kept(people: tuple[Player, Player]) -> None:
    """Each preference applies at once, also in other tabs, and after a reload."""
    ann, _ = people
    game = table(ann, 2)
    ann.open(game)
    assert boxes(ann) == attributes(ann) == DEFAULTS
    tab = ann.page.context.new_page()
    tab.goto(f"/games/{game}")
    for name in DEFAULTS:
        ann.see(f"[data-key=prefer-{name}]").click()
    opposite = {name: not value for name, value in DEFAULTS.items()}
    assert boxes(ann) == attributes(ann) == opposite
    tab.wait_for_function("document.documentElement.dataset.sound === 'off'")
    ann.page.reload()
    ann.settled()
    assert boxes(ann) == attributes(ann) == opposite
    tab.close()
    ann.page.evaluate("localStorage.clear()")


def test_spectators_choose_what_is_not_about_moving(
    people: tuple[Player, Player], contexts: Contexts, base_url: str
) -> None:
    """A spectator's menu omits the preferences about confirming, hints and keys."""
    game = table(people[0], 2)
    with player(contexts, base_url, "Cleo") as cleo:
        cleo.open(game)
        assert set(boxes(cleo)) == OF_SPECTATORS


@pytest.mark.parametrize(
    ("media", "changed"),
    [
        ({"reduced_motion": "reduce"}, "motion"),
        ({"forced_colors": "active"}, "letters"),
        ({"contrast": "more"}, "letters"),
    ],
    ids=["reduced motion", "forced colours", "contrast"],
)
def test_the_system_decides_for_who_never_chose(
    people: tuple[Player, Player], media: dict[str, str], changed: str
) -> None:
    """The system's settings turn motion off and letters on, unless the reader chose otherwise."""
    ann, _ = people
    ann.open(table(ann, 2))
    ann.page.emulate_media(**media)  # type: ignore[arg-type]  # the names are Playwright's
    expect(ann.see("html")).to_have_attribute(f"data-{changed}", "off" if DEFAULTS[changed] else "on")
    ann.see(".menu summary").click()
    ann.see(f"[data-key=prefer-{changed}]").click()
    assert attributes(ann)[changed] == DEFAULTS[changed]
    ann.page.evaluate("localStorage.clear()")
    ann.page.emulate_media(reduced_motion="null", forced_colors="null", contrast="null")


def test_a_browser_that_keeps_nothing_still_plays(contexts: Contexts, base_url: str) -> None:
    """If storage is blocked, the game is playable and a preference lasts as long as the page."""
    with player(contexts, base_url, "Dora") as dora:
        dora.page.add_init_script(
            "Object.defineProperty(window, 'localStorage',"
            " { get() { throw new DOMException('', 'SecurityError'); } })"
        )
        dora.open(table(dora, 2))
        assert boxes(dora) == DEFAULTS
        dora.see("[data-key=prefer-confirm]").click()
        assert attributes(dora)["confirm"] is False
