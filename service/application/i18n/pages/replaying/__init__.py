"""The words of the replay page.

In each module `WORDS` is a group of words for scripts, as in the folder above. Start with `replay.py`.
"""
