"""Cases of the contract tests on the caller's own account.

`../test_openapi.py` collects them: requests for each documented response.
"""
