"""The words of the commands around the public log: convict, monitor and witness.

What is wrong is written in English where it is found, with its hashes, and kept so. Readers of other
languages have a sentence for each code.
"""

from collections.abc import Mapping

from service.application.i18n.problems import speaks_english
from service.application.i18n.speaking import Text, plural, present
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

BOTH_TRUE = _l("Both can be true: nothing in the two contradicts the other.")
NOT_BOTH = _l("They cannot both be true [%(code)s]. %(text)s")
CONVICTS_SERVICE = _l(
    "If the keys that signed both are the service's, this convicts its operator. Keep both files and the "
    "key: with `kingdomino convict` anybody can check it without you."
)
CONVICTS_LOG = _l(
    "If the key is the log's, this convicts its operator. Keep both files and the key: with "
    "`kingdomino convict` anybody can check it without you."
)
UNEQUAL_SIZES = _lp(
    "reason",
    "the checkpoints have %(small)s and %(large)s leaves, and "
    "whether the larger tree continues the smaller one is not in them: name the log with --log",
)
NO_STATEMENTS = _l("At least one of the two files is no valid statement.")
NOT_COMPARABLE = _l("The two statements are about different things.")
UNREAD_LOG = _l("The log cannot be read, or is not that of the checkpoint.")

_HISTORIES = _l("One event of one game has two hashes. These are two histories of one game.")
_TREES = _l("The two trees of the log differ where both have leaves. Two histories of it were signed.")

CONTRADICTIONS: Mapping[str, Text] = {
    "head/other": _HISTORIES,
    "game/twice": _l("The log has the opening, the start or the end of one game at two different events."),
    "game/after-end": _l("There is an event after the last event of the game."),
    "size/roots": _l(
        "Two checkpoints of the log have the same size and different roots. Two histories of it were signed."
    ),
    "leaf/other": _TREES,
    "tree/other": _TREES,
}
"""Why two statements cannot both be true."""

UNREAD = _l("Something could not be read this time, which is no verdict.")
NOT_READ_YET = _lp("status", "no checkpoint was read yet")
READ = _lp("status", "%(read)s of %(size)s leaves of %(origin)s read and proved")
TABLES = _lp("status", "tables: %(opened)s opened, %(started)s started, %(ended)s ended")
COMPARED = _lp(
    "status",
    "heads compared with the service: %(compared)s; still to compare: %(waiting)s; "
    "of tables that it does not show: %(hidden)s",
)
CALLED_OFF = _lp("status", "called off: %(called_off)s; tables that the service shows: %(shown)s")
KEYS = _lp("status", "keys of the service: %(keys)s; revoked: %(revocations)s")
NOTHING_WRONG = _l("Nothing is wrong in what was read.")
WRONG = _lp("status", "WRONG: %(count)s")
WRONG_SINCE = _lp("pattern", "since %(moment)s [%(code)s] %(text)s")
MORE = plural("… and {count} more (--json has them all)", "… and {count} more (--json has them all)")

LEAF = _l("Leaf %(place)s is wrong: %(text)s")
OF_LEAVES: Mapping[str, Text] = {
    "leaf/form": _l("It has no form that this monitor knows."),
    "leaf/version": _l("It opens a table with another event than the first."),
    "leaf/contradiction": _HISTORIES,
    "leaf/repeated": _l("An earlier leaf has the same of this game already."),
    "leaf/order": _l("A game starts or ends in it before it was opened or started."),
    "key/unknown": _l("It revokes a key that the log never had."),
    "key/repeated": _l("The log has this key, or its revocation, already."),
}
"""What is wrong with a leaf of the log."""

WRONGS: Mapping[str, Text] = {
    "checkpoint/signature": _l("The checkpoint is not one of this log."),
    "checkpoint/unwitnessed": _l("The checkpoint lacks witnesses."),
    "log/files": _l(
        "The log was not shown to go on. Either its files are damaged, or it was rewritten (%(subject)s)."
    ),
    "log/rewritten": _l(
        "The log was rewritten (%(subject)s). The files in evidence prove it to anybody who has the log's "
        "key: run `kingdomino convict` on them."
    ),
    "log/entries": _l("The entries that the log sends are not in the tree that it signed (%(subject)s)."),
    "game/unlogged": _l("The service shows this game, and the log does not have its opening: %(subject)s"),
    "game/other": _l(
        "The service shows this event otherwise than the log has it: %(subject)s. Keep the game's bundle and "
        "its proof."
    ),
    "game/after-end": _l("The service shows an event after the last one that the log has: %(subject)s"),
    "seat/checkpoint": _l(
        "This event names a checkpoint that does not prove the opening of its game: %(subject)s"
    ),
    "key/unlogged": _l("The service lists this key, and the log does not have it: %(subject)s"),
    "key/since": _l("The log has another date of this key than the service: %(subject)s"),
    "key/revocation": _l("The log and the service differ on whether this key is revoked: %(subject)s"),
    "key/withdrawn": _l("The log has this key, and the service hides it: %(subject)s"),
}
"""What else a monitor finds wrong."""

WITNESS = _l("Witness %(name)s is listening at %(address)s. Its line in a policy:")
COSIGNED = _l("Logs that it cosigns:")
NO_LEAVES = _lp("status", "nothing seen yet")
LEAVES = _lp("status", "leaves seen: %(count)s")


def contradiction_text(code: str, english: str) -> str:
    """Why two statements cannot both be true."""
    return english if speaks_english() else str(CONTRADICTIONS[code])


def wrong_text(code: str, subject: str, english: str) -> str:
    """What a monitor found wrong; `subject` is a leaf, a key, a game, a game and a version, or sizes."""
    if speaks_english():
        return english
    name, _, place = subject.partition(" ")
    if name == "leaf":
        return LEAF.said(place=present().format.digits(place), text=OF_LEAVES[code])
    return WRONGS[code].said(subject=subject.replace(" to ", "–"))  # noqa: RUF001 - a range
