"""The repository itself: its documents, examples and names, and the tests that its pages name.

Of its form only links, examples in docstrings, names, and claims of security are tested. What ruff, mypy or
an import contract holds has no test here; the size of folders and files is advice (`docs/understand`). Start
with `test_documents.py`.
"""
