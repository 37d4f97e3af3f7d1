"""How fast the service is, each figure beside its own limit: `python -m bench`. Not shipped."""
