"""Read models computed from events: views, replays, transcripts, studies.

Nothing here writes. Start with `view.py`.
"""
