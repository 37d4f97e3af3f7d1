"""What the pages and their scripts say, one module for each page or part of one."""
