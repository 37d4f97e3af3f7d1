"""Reports and moderators' decisions.

`service/shared/moderation` checks who may report and decide; `service/application/people/moderation` stores
reports and decisions. Start with `reports.py`.
"""
