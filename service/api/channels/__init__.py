"""Channels of notices: preferences, muted games, and the operations of each channel.

A channel with operations of its own has a module here. The page `/account/notices` uses the same code:
schemas in `service/shared/channels/channel_schemas.py`, preferences and mutes in
`service/application/channels/changing_preferences.py`. Of the API it imports `shared` only. Responses are
`no-store`. Start with `preferences.py`.
"""
