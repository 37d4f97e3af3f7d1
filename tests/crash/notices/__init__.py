"""Kills of what makes and sends notices.

No notice is lost; a repeated message has the same id. Start with `test_notices.py`.
"""
