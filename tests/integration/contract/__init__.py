"""The API conforms to its OpenAPI document.

Each documented response of each operation occurs at least once. A new operation or a new status adds a case
here, in a module `…_cases.py`; a documented response without a case fails. Start with `test_openapi.py`.
"""
