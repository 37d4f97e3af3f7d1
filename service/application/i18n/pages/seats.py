"""The words of scripts about taking a seat, what was sent for it, and proofs from the public log."""

from service.application.i18n.speaking import Word, plural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: dict[str, Word] = {
    "seat.other-opening": _l(
        "The record of this table changed since this browser first read it: somebody replaced it. No random "
        "numbers were sent. Do not play here. Keep what this browser holds: your account's page "
        "saves it as files."
    ),
    "seat.other-entropy": _l(
        "By the record you have a seat here with other random numbers than this browser sent. If you did not "
        "take it from another browser, somebody changed them. Keep what this browser holds: your account's "
        "page saves it as files."
    ),
    "seat.other-player": _l(
        "Another player asked for a seat here from this browser and does not have it. A second player would "
        "let whoever runs the service choose between two decks. Take the seat as that player, or play at "
        "another table."
    ),
    "seat.not-in-log": _l(
        "The proof that this table is in the public log does not fit the table. No random numbers were sent. "
        "Do not play here, and tell the organizer."
    ),
    "seat.old-draws": _l(
        "This table draws by an old version, in which whoever runs the service can choose the deck once your "
        "random numbers are known. Nothing was sent. Play at another table."
    ),
    "seat.not-kept": _l(
        "This browser could not store your random numbers, so it sent nothing: after an error it would have "
        "to send others, and whoever runs the service could choose between decks. Let this site store data, "
        "or free some space, and try again."
    ),
    "seats.attempt": plural(
        "Table {table}, {time}: {count} request, answered: {last}",
        "Table {table}, {time}: {count} requests, the last one answered: {last}",
    ),
    "seats.unanswered": _lp("status", "no answer"),
    "proof.form": _l("The proof from the public log cannot be read."),
    "proof.tree": _l("The proof does not lead to the checkpoint of the public log."),
    "proof.unsigned": _l("The checkpoint is not signed by this key of the public log."),
    "proof.signature": _l("The signature of the checkpoint is not valid."),
    "proof.key": _l("This is no key of a public log."),
    "proof.unknown": _l("This browser cannot check the signature of a public log."),
}
