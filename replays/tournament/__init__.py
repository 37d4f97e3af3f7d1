"""Tournaments: who meets whom in each round, and the standings.

`schedules` and `standings` are pure: integers in, integers out. Start with `schedules/forms.py`.
"""
