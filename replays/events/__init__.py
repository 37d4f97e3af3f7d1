"""The types of events, and their stored form with schema versions and upcasters.

A stored event never changes. A new schema version gets an upcaster (`docs/understand/log.md`). Start with
`event_types.py`.
"""
