"""The rules, one by one, in positions worked out by hand.

They are those of `docs/play/rules.md`, and what depends on them alone. A test of a rule is named `test_rN_…`.
Start with `test_rules_base.py`.
"""
