"""Read models computed from events: views, replays, transcripts, studies."""
