"""Steps through a recording with keys, or prints it as lines if there is no terminal for keys."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.layout import Layout
from rich.text import Text

from service.application.i18n.commands import terminal as words
from service.application.i18n.commands.errors import DAMAGED, REMARK, in_words
from service.cli.terminal.clean import clean
from service.cli.terminal.keyboard import keyboard
from service.cli.terminal.page import page
from service.cli.terminal.recording import RecordedSteps
from service.cli.terminal.viewer import RecordingViewer
from service.cli.terminal.words import sentence


def step_through(recording: RecordedSteps, console: Console) -> None:
    """Show the recording, which has at least one step, until the user quits."""
    viewer = RecordingViewer(tuple(step.state["round"] for step in recording.steps))
    with keyboard() as keys, console.screen(hide_cursor=True) as screen:
        while not viewer.done:
            screen.update(view(recording, viewer))
            viewer = viewer.press(keys.key())


def view(recording: RecordedSteps, viewer: RecordingViewer) -> RenderableType:
    """The whole screen: the page, and below it the remarks, and the typed version or the help on keys."""
    below = [*remarks(recording), _prompt(viewer)]
    layout = Layout()
    layout.split_column(
        Layout(page_at(recording, viewer.position)), Layout(Group(*below), size=len(below), name="below")
    )
    return layout


def page_at(recording: RecordedSteps, position: int) -> RenderableType:
    """The page of the step with this index."""
    steps = recording.steps
    before = steps[position - 1].state if position else None
    return page(steps[position], before, len(steps))


def lines(recording: RecordedSteps) -> Iterator[str]:
    """Every step on one line: its version and its sentence."""
    before = None
    for step in recording.steps:
        yield f"{step.version:>4}  {sentence(step, before)}"
        before = step.state


def fault_text(recording: RecordedSteps) -> str | None:
    """The fault that cut the recording short, as text, or None."""
    fault = recording.fault
    if fault is None:
        return None
    what = f"{clean(fault.text)} ({clean(fault.code)})"
    english = f"Damaged at version {fault.version}, nothing from there on is shown: {what}"
    return in_words(english, DAMAGED.said(version=words.digits(fault.version)))


def remarks(recording: RecordedSteps) -> list[Text]:
    """The fault and the remarks, each on one line."""
    fault = fault_text(recording)
    said = dict.fromkeys(in_words(f"Note: {remark}", REMARK) for remark in recording.remarks)
    texts = [Text(remark, no_wrap=True, overflow="ellipsis") for remark in said]
    return [*([Text(fault, style="bold red", no_wrap=True, overflow="ellipsis")] if fault else []), *texts]


def _prompt(viewer: RecordingViewer) -> Text:
    if viewer.typed is not None:
        return Text(words.GO_TO.said(version=viewer.typed))
    return Text(str(words.KEYS), style="dim", no_wrap=True, overflow="ellipsis")
