"""Webhooks: signed notices to players' programs, by the specification Standard Webhooks.

Authors of these programs read `docs/play/webhooks.md`. The courier makes the call before it stores the
outcome. So each notice arrives at least once, always under the same `webhook-id`. Start with `courier.py`.
"""
