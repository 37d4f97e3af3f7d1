"""A whole game as text, for both games in all modes, as PGN is for chess.

`docs/play/notation.md` specifies it.

A transcript contains what the rules do not determine, which is draws, choices and who left, and nothing that
follows from them. A value has one text and a game has one transcript, so two games are equal if their texts
are: `format_transcript(parse_transcript(text)) == text` and `transcript_of(replay(transcript)) ==
transcript`, apart from free tags. A `TranscriptError` is raised for malformed text, an `IllegalTurn` for a
game that the rules do not allow.

Start with `values.py`.
"""
