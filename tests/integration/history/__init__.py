"""Records of played games, as served: events, pictures, studies, audits, comments."""
