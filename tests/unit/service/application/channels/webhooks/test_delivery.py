"""The log of a webhook: the stored forms of its entries."""

import json
from typing import Any

import pytest

from service.application.channels.webhooks.delivery import DeliveryState, WebhookDelivery

OLD: dict[str, Any] = {"number": 1, "id": "7", "kind": "turn", "state": "delivered", "attempts": 1, "at": 5}


@pytest.mark.parametrize("of", ["game", "dynasty"])
def test_entries_of_older_versions_are_read(of: str) -> None:
    """They have a member for games and one for dynasties."""
    stored = {**OLD, "game": None, "dynasty": None, of: "an-id"}
    about = WebhookDelivery.read(json.dumps(stored).encode()).about
    assert about == {"game": None, "dynasty": None, "tournament": None, of: "an-id"}


def test_an_older_entry_about_an_account_names_no_table() -> None:
    """As a test does."""
    read = WebhookDelivery.read(json.dumps({**OLD, "game": None, "dynasty": None}).encode())
    assert set(read.about.values()) == {None}


def test_an_entry_is_read_as_it_was_stored() -> None:
    """With the kind of its table."""
    entry = WebhookDelivery(3, "9", "tournament_bye", "an-id", "tournament", DeliveryState.WAITING, 0, 8)
    assert WebhookDelivery.read(entry.stored().encode()) == entry
    assert entry.about["tournament"] == "an-id"
