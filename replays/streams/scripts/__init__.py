"""The Lua scripts of the log.

Each makes one change atomically, in all keys that it concerns. A script uses only the keys that it is given,
which share a hash tag, and calls only commands that `replays/store/commands.py` lists. `head.lua`, the check
of the head, is put before `append.lua`, `at_head.lua`, `entomb.lua` and `plan_failed.lua`; the scripts of the
feeds run without it. Start with `append.lua`.
"""
