"""A whole game as text, of both games and in all modes, as PGN is for chess.

`docs/play/notation.md` specifies it.

A transcript has what the rules do not know beforehand, draws, choices and who left, and nothing that follows
from them. A value has one text and a game has one transcript, so that two games are the same where their
texts are: `format_transcript(parse_transcript(text)) == text` and `transcript_of(replay(transcript)) ==
transcript`, less free tags. Text that is not of the form is a `TranscriptError`, a game that the rules do not
allow an `IllegalTurn`.
"""
