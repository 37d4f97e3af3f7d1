"""The application with a signed-in guest; it offers e-mails and push messages."""

from collections.abc import Iterator

import pytest

from harness.play.signing_in import Browser, World


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


@pytest.fixture
def ann(world: World) -> Browser:
    """Give a browser with a guest signed in."""
    browser = world.browser()
    browser.guest()
    return browser
