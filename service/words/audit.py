"""What the audit page's script says; the verdicts themselves are told by `static/audit/`."""

from service.words.speaking import lazy_gettext as _l

WORDS = {
    "audit.checking": _l("Checking…"),
    "audit.event": _l("Version {version}, {type}."),
    "audit.replay": _l("See it in the replay"),
    "audit.unreadable": _l("The bundle could not be read: {why}."),
    "audit.no-crypto": _l(
        "This browser gives pages its cryptography only over https or from localhost, so nothing can be "
        "checked here. Open this page over https, or run the command below."
    ),
}
