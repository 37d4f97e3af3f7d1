"""The sentences of pages, errors and e-mails, in the current language."""
