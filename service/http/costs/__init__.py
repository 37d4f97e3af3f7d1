"""Limits on what one request may cost.

Routes declare weights (`../endpoints.py`), and `../rate_limits.py` counts them;
`tests/integration/limits/test_weights.py` compares them with measured costs. It may import `cookies.py` and
the layers below. Start with `weights.py`.
"""
