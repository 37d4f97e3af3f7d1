"""What somebody signs in with: an e-mail address and a password."""
