"""The sentences of pages, errors and e-mails, each in the language that is spoken at the moment."""
