"""The types of events, and their stored form with schema versions and upcasters."""
