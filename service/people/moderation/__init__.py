"""Moderation: reports, decisions on them, and what follows from a decision."""
