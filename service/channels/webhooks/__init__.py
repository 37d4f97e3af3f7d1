"""Webhooks: notices sent to programs of players, signed, by the Standard Webhooks specification."""
