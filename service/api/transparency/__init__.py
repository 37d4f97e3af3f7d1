"""The public log of heads over HTTP: proofs in the API, and the log itself as files under `/log`."""
