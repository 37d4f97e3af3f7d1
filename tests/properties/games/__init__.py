"""Games of random legal commands.

Start with `test_rules.py`.
"""
