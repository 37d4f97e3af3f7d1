"""The export of an account, which a slow client reads for as long as it likes."""

import pytest

from harness.play.signing_in import API, Browser, World
from service.application.account_keys import profile_key


@pytest.fixture
def world() -> World:
    """Give the application."""
    return World()


@pytest.mark.parametrize("path", ["/me/export", "/me/archive"])
def test_an_export_ends_with_its_token(world: World, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not sent yet is not sent any more, and the connection breaks off."""
    browser: Browser = world.browser()
    ann = browser.guest()
    monkeypatch.setattr("service.application.account_data.archive.PIECE_BYTES", 1)
    whole = browser.ask("GET", path)
    assert whole.status_code == 200
    answer = browser.client.get(API + path, buffered=False)
    pieces = iter(answer.response)
    first = next(pieces)
    world.store.hset(profile_key(ann), "token", "")
    with pytest.raises(ConnectionResetError):
        list(pieces)
    assert len(first) < len(whole.data)
    answer.close()
