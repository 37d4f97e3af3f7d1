"""Tests of the audit page and its modules, which check a bundle without the service.

Start with `test_page.py`; `tests/conformance/audit/test_two_verifiers.py` compares the page with the command.
"""
