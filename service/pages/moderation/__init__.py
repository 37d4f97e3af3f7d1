"""The pages for reports and moderators' decisions.

The operations are in `../../shared/moderation/`. Templates: `../../templates/moderation`. Start with
`reporting.py`.
"""
