"""What may happen at a table, as functions from a match and a request to drafts, or a refusal."""
