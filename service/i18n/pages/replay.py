"""What a replay says: how one steps through it, what a step changed, and why the points moved."""

from service.i18n.speaking import lazy_gettext as _l

EVENTS = {
    "replay.GameCreated": _l("The table was opened"),
    "replay.KingDrawn": _l("A king of {name} was drawn"),
    "replay.BoardRefilled": _l("Cavemen came onto the cave board"),
    "replay.GameEnded": _l("The game was over"),
    "replay.SeedRevealed": _l("The seed was revealed: every draw can be checked"),
}
"""One sentence for each type of event that only a replay tells of."""

WORDS = {
    **EVENTS,
    "replay.by-bot": _l("{text} (a bot played)"),
    "replay.planned": _l("{text} (as planned)"),
    "replay.said": _l("{version}. {text}"),
    "replay.steps": _l("Steps"),
    "replay.version": _l("Version"),
    "replay.place": _l("{version} of {versions}, round {round}"),
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
    "replay.unmoved": _l("No points moved."),
    "replay.touched": _l("Marked in the kingdom of {name}: {squares}"),
    "replay.graph": _l("The points of every player over time; the exact numbers are in the table below."),
    "replay.round": _l("Round"),
    "replay.copied": _l("Copied."),
    "replay.not-copied": _l("Your browser does not let this page copy: mark the text and copy it yourself."),
}
