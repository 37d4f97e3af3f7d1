"""Helpers of the browser tests; no tests here.

A new helper for more than one test module belongs here, not in one of them. Chromium and the players at a
page are in the harness (`../../../harness/browser`). This folder may import the harness, the products and
`tests/conformance`. Start with `guests.py`.

- `pictures.py`: takes the pictures of the documents: `python -m tests.browser.support.pictures`
"""
