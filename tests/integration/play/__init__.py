"""Games over HTTP.

`test_games.py` and `test_modes.py` play few games; `python -m tests.long games` and `modes` play many. Start
with `test_games.py`.
"""
