"""Cases of the contract tests on comments, talk and moderation.

`../test_openapi.py` collects them: requests for each documented response.
"""
