"""The parts of an account: players, sessions, tokens, their own games, notes and comments.

Views call `service/application/accounts`, `service/application/games` and `service/application/notices`.
Responses are `no-store`, except those of `players.py` and `comments.py`. Schemas that the pages need too are
in `service/shared/accounts/schemas.py` and `service/shared/lists/collection_schemas.py`. Start with `me.py`.
"""
