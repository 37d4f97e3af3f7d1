"""Tests of the audit page and its modules, which check a bundle without the service.

Start with `test_page.py`.

- `test_two_verifiers.py`: the page and `kingdomino audit` find the same codes in the same forgeries
"""
