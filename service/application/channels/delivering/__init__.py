"""Delivery to targets: finds the targets that are due and sends each notice once.

It serves all channels. It imports targets, preferences, inboxes, the kinds of notices and the interface of
channels, but no channel. `../webhooks` has its own courier and uses `due.py` and `leasing.py`. Start with
`courier.py`.
"""
