"""Fixtures for the tests on real components."""

from tests.support.service import service

__all__ = ["service"]
