"""A reset by e-mail, with the forms of the pages, ends what a thief set up: on a real store."""

from collections.abc import Iterator

import pytest
from redis import Redis

from harness.play.signing_in import World
from harness.play.telling.thief import Thief, audited
from service.application.grants.registry import KINDS

EMAIL = "ann@example.org"


@pytest.fixture
def world(store: Redis) -> Iterator[World]:
    """Give the application on a real store."""
    made = World(store=store)
    yield made
    made.hub.close()


def test_the_owner_resets_and_every_grant_is_dead(world: World) -> None:
    """Each works before and none afterwards; the page and the audit tell what was made and what ended."""
    ann = world.browser()
    ann.member(EMAIL)
    thief = Thief(world, ann, EMAIL)
    grants = thief.create()
    names = {kind.name for kind in KINDS}
    assert {name for name, works in grants.items() if works()} == names
    assert ann.form("/sign-in/reset", email=EMAIL).status_code == 303
    link = f"/reset/{thief.link(EMAIL)}"
    assert "Webhooks" in ann.client.get(link).text
    answer = ann.form(link, password="nine yellow lanterns")  # noqa: S106 - nobody's
    assert answer.headers["Location"] == "/account?done=reset-done"
    assert {name for name, works in grants.items() if works()} == set()
    told = audited(ann)
    for kind in KINDS:
        assert {deed.value for deed in kind.made} & {*told}, kind.name
        assert {deed.value for deed in kind.ended} & {*told}, kind.name
    page = ann.client.get(answer.headers["Location"]).text
    for words in ("Webhook added", "Webhook ended", "Link of a collection ended", "everything that lasted"):
        assert words in page
    assert ann.form(link, password="ten yellow lanterns").status_code == 404  # noqa: S106 - nobody's
