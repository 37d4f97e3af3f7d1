"""What is made once and kept in memory."""
