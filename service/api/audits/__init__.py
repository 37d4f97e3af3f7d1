"""Downloads of audit bundles of games and series (`docs/organize/audit.md`).

`replays/audit/bundle` creates the bundles, and `service/application/caches` caches them. No verdict is
computed here, because auditors run the verifier on their own machines.
"""
