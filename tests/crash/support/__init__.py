"""Games to interrupt, kills and cuts, and the audit afterwards."""
