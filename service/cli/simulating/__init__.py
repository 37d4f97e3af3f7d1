"""What `kingdomino simulate` plays, and how it reports."""
