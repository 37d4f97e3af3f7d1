"""Public records, bundles, and forgeries of both, for tests of audits.

Start with `audits.py`.
"""
