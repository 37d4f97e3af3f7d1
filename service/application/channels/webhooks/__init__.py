"""Webhooks: signed notices to players' programs, by the specification Standard Webhooks."""
