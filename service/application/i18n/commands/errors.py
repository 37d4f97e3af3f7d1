"""The words of the errors of commands."""

from service.application.i18n.problems import speaks_english
from service.application.i18n.speaking import gettext
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

ERROR = _lp("pattern", "Error: %(text)s")


def error_text(text: str) -> str:
    """An error as it is printed."""
    return ERROR.said(text=text)


def usage_text(name: str) -> str:
    """An error of options or arguments; `name` is the one that is wrong, or empty."""
    if name:
        return gettext("This option or argument is missing, unknown or wrong: %(name)s", name=name)
    return gettext("The options or arguments are wrong. See --help.")


def in_words(english: object, other: object) -> str:
    """The English text, which says more, or the sentence for readers of other languages."""
    return str(english if speaks_english() else other)


# What is wrong with what was given to an audit.
EMPTY_ARGUMENT = _lp("reason", "an argument is empty: give a file, a folder, an address or an id")
NO_NAME = _lp("reason", "each name must be one of %(names)s, not %(name)s")
GAME_UNSAID = _l(
    "VERSION:HASH does not say which game it is of, and there are %(count)s bundles: give a "
    "receipt, which does, or one bundle"
)
EMPTY_BUNDLE = _lp("reason", "it is empty: fetch the bundle again")
OTHER_RECEIPT = _lp("reason", "a receipt is of game %(game)s, which was not audited")
OTHER_PROOF = _lp("reason", "a proof is of the game with the digest %(digest)s, which was not audited")
NO_BUNDLES = _lp("reason", "there is no bundle (*.zip) in the folder %(path)s")
UNREADABLE = _lp("reason", "it cannot be read")
NO_SOURCE = _lp(
    "reason", "this is no file, folder or address, and no id such as 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
)
NO_TABLE = _l("There is no game, dynasty or tournament with this id.")
NO_ADDRESS = _l("This is not the address of a game.")
NOT_SENT = _l("The service did not send it.")

# What is wrong with evidence.
NO_HEAD = _l(
    "%(value)s is neither VERSION:HASH, with 64 lower-case hexadecimal digits, nor a file of receipts"
)
NO_RECEIPT = _lp("reason", "there is no receipt in %(path)s")
NO_PROOF = _l("%(path)s: the proof shows nothing. The log's key is needed (--log-key).")
KEY_PROOF = _l("%(path)s: the proof is of a key and not of a game")
BAD_LINE = _l("%(path)s, line %(number)s: this is no receipt.")
BAD_RECEIPT = _l("%(path)s, line %(number)s: the signature does not hold, or is by a key that was not given.")
NO_KEY = _lp("reason", "there is no public key, of 64 lower-case hexadecimal digits, in %(value)s")
NO_KEY_LIST = _l("%(path)s is not a response of /api/v1/keys")
UNREADABLE_FILE = _l("%(path)s cannot be read.")
NO_LOG_KEY = _l("%(value)s is neither the key of a log nor a file of such keys.")
NO_POLICY = _l("%(value)s is no file of a policy.")

# What is wrong with a game that a command should show, write, check or review.
NO_GAME = _l("%(value)s is neither the id of a game nor the name of a file")
NO_ID = _l("%(value)s is not the id of a game, such as 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")
TOO_LARGE = _l("%(path)s has more bytes than any game has: use `kingdomino audit` for a series.")
STUDY = _lp("reason", "this is a study, not a game that was played here: watch it at %(address)s")
NO_RECORD = _l("This is not the record of a game that can be used here, or it is damaged.")
NO_EVENTS = _lp("reason", "the record has no events")
ZIPPED = _l(
    "%(path)s is a zip archive: take the events out of an audit bundle, as in `unzip -p BUNDLE "
    "events.ndjson | kingdomino replay - --game ID`"
)
WRONG_VERSION = _lp("reason", "the version must be 1 to %(last)s, not %(version)s")
NO_KEYS = _l(
    "This terminal does not support stepping with keys (it needs POSIX and a TERM other than dumb). "
    "All steps follow; --version N prints one state."
)
DAMAGED = _l("Damaged at version %(version)s, nothing from there on is shown.")
REMARK = _l("Note: not everything could be compared. Give --game ID if the game's id is known.")
NO_TEXT = _l("Line %(line)s, column %(column)s: this is not the text of a game, or no legal move.")
TOO_MANY_BOTS = _lp("reason", "of %(players)s players %(most)s at most can be bots, not %(count)s")
NOT_SCORED = _lp(
    "reason",
    "the game is %(status)s, but was not scored in time, so the points above are not "
    "in the record yet: check that `kingdomino relay` and `kingdomino worker` are running",
)
NO_WITNESS = _l("The witness cannot start: its name, its folder or a key is wrong.")
