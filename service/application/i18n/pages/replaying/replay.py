"""The words of a replay: its controls, the changes of a step, and the reasons for changed points."""

from service.application.i18n.speaking import lazy_gettext as _l

WORDS = {
    "replay.said": _l("{version}. {text}"),
    "replay.steps": _l("Steps"),
    "replay.version": _l("Version"),
    "replay.place": _l("{version} of {versions}, round {round}"),
    "replay.place-opening": _l("{version} of {versions}, first choice"),
    "replay.first": _l("First"),
    "replay.back": _l("Back"),
    "replay.play": _l("Play"),
    "replay.pause": _l("Pause"),
    "replay.forward": _l("Forward"),
    "replay.last": _l("Last"),
    "replay.unit": _l("Step by"),
    "replay.unit-event": _l("event"),
    "replay.unit-turn": _l("turn"),
    "replay.unit-round": _l("round"),
    "replay.speed": _l("Speed"),
    "replay.speed-slow": _l("slow"),
    "replay.speed-normal": _l("normal"),
    "replay.speed-fast": _l("fast"),
    "replay.speed-fastest": _l("fastest"),
    "replay.changes": _l("What changed"),
    "replay.moved": _l("{name} {points}: {reasons}"),
    "replay.region": _l("{terrain} {before} → {after}"),
    "replay.new-region": _l("{terrain} {after}"),
    "replay.unmoved": _l("The points did not change."),
    "replay.touched": _l("Marked in the kingdom of {name}: {squares}"),
    "replay.graph": _l(
        "The points of every player over time; the exact numbers are in a table further down."
    ),
    "replay.round": _l("Round"),
    "replay.round-title": _l("Round {round}"),
    "replay.before": _l("First choice"),
    "replay.tables": _l("The kingdoms as tables"),
    "replay.copied": _l("Copied."),
    "replay.not-copied": _l("Your browser does not let this page copy: mark the text and copy it yourself."),
}
