"""Cases of the contract tests on pictures, reviews and variations.

`../test_openapi.py` collects them: requests for each documented response.
"""
