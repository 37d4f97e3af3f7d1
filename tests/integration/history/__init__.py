"""Records of played games, as served: events, pictures, studies, audits, comments.

Responses about archived games are the same as before, to the byte (`test_archived_answers.py`). Start with
`test_events.py`.
"""
