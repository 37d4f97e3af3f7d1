"""The words of the pages and their scripts, one module for each page or part of a page.

A module's `WORDS` is a group of words for scripts, which `../groups.py` lists; a key is unique among all
groups. A module may import other modules of `i18n`, and `service/application/problem.py`. After a change,
extract the catalogue (`docs/understand/web.md`). Start with `table.py`.
"""
