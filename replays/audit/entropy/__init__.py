"""The players' entropy in a record: which seats it protects, and whether it is what was sent."""
