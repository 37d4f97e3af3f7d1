"""Audits of records that were changed or forged.

`python -m tests.long audit` changes every byte of whole bundles. Start with `test_forgeries.py`.
"""
