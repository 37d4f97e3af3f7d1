"""What is computed from events for reading: views, replays, transcripts, studies."""
