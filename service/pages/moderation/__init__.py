"""The pages for reports and moderators' decisions."""
