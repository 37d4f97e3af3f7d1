"""The words of the pages of notices and of their channels.

The sentences of the notices themselves are in `service/application/notices/kinds`. Start with `telling.py`.
"""
