"""Read models computed from events: views, replays, transcripts, studies.

Only `follower.py` writes: it runs the stored projections of the feeds. Start with `view.py`.
"""
