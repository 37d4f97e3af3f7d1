"""Reports and moderators' decisions.

`service/application/moderating` checks who may report and decide; the reports and decisions are stored by
`service/application/people/moderation`. Start with `reports.py`.
"""
