"""The words of the page for importing the text of a game."""

from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS = {
    "import.empty": _l("Paste the text of a game, or choose a file."),
    "import.large": _l("{name} has {size} bytes; the text of a game has at most {most}."),
    "import.no-text": _l("{name} is no text in UTF-8. Choose a file in the notation of whole games."),
    "import.wrong": _l("Line {line}, column {column}: {reason} ({code})"),
    "import.wrong-turn": _l("Line {line}, column {column}, turn {turn}: {reason} ({code})"),
    "import.delete": _lp("button", "Delete"),
    "import.sure": _l("Delete this study? Its address will lead nowhere."),
    "import.deleted": _lp("message", "Deleted."),
}
