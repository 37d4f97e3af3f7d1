"""Talk at the table (`docs/play/talk.md`).

Start with `talk.py`.
"""
