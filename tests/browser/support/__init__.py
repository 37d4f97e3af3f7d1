"""What the browser tests are built with; no tests here."""
