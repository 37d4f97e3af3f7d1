"""Audits of records that were changed or forged."""
