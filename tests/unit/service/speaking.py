"""Words outside of a running service."""

from collections.abc import Iterator

import pytest
from flask import Flask

from service import i18n


@pytest.fixture
def in_english() -> Iterator[None]:
    """Let words be said, in English, as in a request."""
    app = Flask("service")
    i18n.register(app)
    with app.test_request_context():
        yield
