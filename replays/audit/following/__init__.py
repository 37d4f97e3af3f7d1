"""A game followed event by event: each event is either due by the rules or a legal choice.

Only `course.py` imports the checks of the other modules. Of `replays.audit` the folder imports `verdicts.py`,
`entropy/` and `moments.py`. Start with `course.py`.
"""
