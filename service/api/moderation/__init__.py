"""Reports and moderators' decisions."""
