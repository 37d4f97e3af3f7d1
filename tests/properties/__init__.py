"""Property tests: invariants that hold for all inputs that Hypothesis generates.

They come from the rules and the promises, not from the code. `examples(n)` sets the number of examples of a
test, which the profile scales (`../sampling.py`); `python -m tests.long properties` tries 25 times as many.
Start with `games/test_rules.py`.
"""
