"""What the tests are built with; no tests here."""
