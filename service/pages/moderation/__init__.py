"""The pages for reports and moderators' decisions.

The operations are in `../../application/moderating/`. Templates: `../../templates/moderation`. Start with
`reporting.py`.
"""
