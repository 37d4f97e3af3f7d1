"""Real clusters, sentinels and other servers."""
