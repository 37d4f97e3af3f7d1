"""The inboxes of players, and their notices in words.

A channel, such as e-mail, reads inboxes by position. A module may import `../kinds`, never `../projection`.
Start with `inboxes.py`.
"""
