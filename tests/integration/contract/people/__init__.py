"""Cases of the contract tests on people.

`../test_openapi.py` collects them: requests for each documented response.
"""
