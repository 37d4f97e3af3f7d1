"""The words of a replay: its controls, the changes of a step, and the reasons for changed points."""

from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS = {
    "replay.said": _lp("pattern", "{version}. {text}"),
    "replay.steps": _lp("heading", "Steps"),
    "replay.version": _lp("label", "Version"),
    "replay.place": _l("{version} of {versions}, round {round}"),
    "replay.place-opening": _l("{version} of {versions}, first choice"),
    "replay.first": _lp("button", "First"),
    "replay.back": _lp("button", "Back"),
    "replay.play": _lp("button", "Play"),
    "replay.pause": _lp("button", "Pause"),
    "replay.forward": _lp("button", "Forward"),
    "replay.last": _lp("button", "Last"),
    "replay.unit": _lp("label", "Step by"),
    "replay.unit-event": _lp("choice", "event"),
    "replay.unit-turn": _lp("choice", "turn"),
    "replay.unit-round": _lp("choice", "round"),
    "replay.speed": _lp("label", "Speed"),
    "replay.speed-slow": _lp("choice", "slow"),
    "replay.speed-normal": _lp("choice", "normal"),
    "replay.speed-fast": _lp("choice", "fast"),
    "replay.speed-fastest": _lp("choice", "fastest"),
    "replay.changes": _lp("heading", "What changed"),
    "replay.moved": _l("{name} {points}: {reasons}"),
    "replay.region": _l("{terrain} {before} → {after}"),
    "replay.new-region": _lp("pattern", "{terrain} {after}"),
    "replay.unmoved": _l("The points did not change."),
    "replay.touched": _l("Marked in the kingdom of {name}: {squares}"),
    "replay.graph": _l(
        "The points of every player over time; the exact numbers are in a table further down."
    ),
    "replay.round": _lp("heading", "Round"),
    "replay.round-title": _lp("name", "Round {round}"),
    "replay.before": _lp("status", "First choice"),
    "replay.tables": _l("The kingdoms as tables"),
    "replay.copied": _lp("message", "Copied."),
    "replay.not-copied": _l("Your browser does not let this page copy: mark the text and copy it yourself."),
}
