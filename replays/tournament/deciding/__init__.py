"""The decisions about a tournament: pure functions from a tournament and a request to drafts, or a refusal.

Each raises `Refusal` with a code that begins with `tournament/`, or that of the game's decision it shares
(`seat/not-invited`, `seat/other-opening`, `bot/unknown-policy`, `rated/no-bots`, `pairing/…`).
"""
