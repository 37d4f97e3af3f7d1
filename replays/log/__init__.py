"""The interface of the log: events, feeds, listings, the schedule, tombstones."""
