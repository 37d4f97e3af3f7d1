"""The encoding of values as bytes: canonical JSON, hashes, the chain, signatures and ids.

Everything here is deterministic: the same value has the same bytes in every process and every release
(`docs/understand/log.md`). Of this project it imports only the rules (`kingdomino`). Start with
`canonical.py`.
"""
