"""The relay that turns the log's feeds into RQ jobs, and the jobs themselves."""
