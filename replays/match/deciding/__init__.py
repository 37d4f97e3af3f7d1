"""The decisions about a game: pure functions from a match and a request to drafts, or a refusal.

Time and draws are arguments; nothing is read or stored. The verifier uses the same functions. Start with
`decisions.py`.
"""
