"""The past of games: events, replays, variations, continuations, reviews, studies.

Events and replays are written as bytes without a schema (ADR 22); tests compare them with the documented
schemas. Start with `events.py`.
"""
