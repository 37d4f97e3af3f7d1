"""Tools for operators: metrics, readiness, diagnostics, backups.

Their manual is `docs/operate/operation.md`. It may import `shared`, `http` and the layers below;
`process_metrics.py` and `embedded/` no Flask. Start with `readiness.py`.
"""
