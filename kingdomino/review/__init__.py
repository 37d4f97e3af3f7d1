"""The review of a finished game: best moves, losses, luck and skill.

It says what each decision was worth, by what its player could know at that time (`docs/play/review.md`). It
has no randomness of its own: the caller provides the streams for re-dealt decks. Start with `reviewing.py`.
"""
