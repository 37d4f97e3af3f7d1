"""From the log's feeds to jobs, in a fair order."""
