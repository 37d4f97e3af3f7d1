"""The words of the pages and their scripts, one module for each page or part of a page."""
