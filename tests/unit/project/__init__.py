"""The repository itself: its documents, examples and names, and the tests that its pages name.

Start with `test_documents.py`.
"""
