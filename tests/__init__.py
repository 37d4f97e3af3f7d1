"""Tests: units, properties, conformance, integration with real servers, crashes."""

import pytest

pytest.register_assert_rewrite("harness")  # its failed assertions tell what they compared
