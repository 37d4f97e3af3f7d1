"""Schemas of requests, which marshmallow validates, and of responses, which it dumps.

Start with `account.py`; `service/application/account_data` says how a part is added to the export.
"""
