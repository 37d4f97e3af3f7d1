"""The pages of reports and decisions."""
