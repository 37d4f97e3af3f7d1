"""Accounts, for the API and the pages: registering, the actor of a request, schemas and rows."""
