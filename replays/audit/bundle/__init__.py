"""The bundle: all evidence about a game or a series in one file.

Nothing here judges. It imports `replays.kinds` and the layers below it, and nothing of `replays.audit`
outside this folder. The bytes of `verify.md` are part of the format. Start with `building.py`.
"""
