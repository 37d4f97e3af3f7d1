"""Audits of records that were changed or forged.

`python -m tests.long audit` changes every byte of whole bundles. Start with `test_forgeries.py`.

- `test_two_verifiers.py`: the audit page and `kingdomino audit` find the same faults
- `test_page_claims.py`: the page claims as much as the command for the same evidence
- `test_second_rules.py`: the rules of the page and of the server say the same of games and forgeries
"""
