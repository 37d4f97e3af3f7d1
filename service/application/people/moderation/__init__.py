"""Moderation: reports, decisions on them, and the enforcement of decisions."""
