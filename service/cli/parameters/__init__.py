"""The parameters that several commands share.

Imports click, and no command. Like commands, `inputs.py`, `options.py` and `accounts.py` import slow
dependencies inside the function. Start with `options.py`.
"""
