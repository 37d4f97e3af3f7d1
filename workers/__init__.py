"""Background work: the relay, which turns the log's feeds into RQ jobs, and the workers that run them."""
