"""A game followed event by event: each event is either due by the rules or a legal choice."""
