"""Animations: a frame for each change, limited size, and storage."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from fakeredis import FakeRedis
from PIL import Image

from kingdomino.rules import Rules
from replays.encoding.identity import GameId
from service.application.pictures import animation
from service.application.pictures.animation import NothingToShow, animate
from service.application.pictures.animations import (
    MOST_KEPT,
    MOST_WANTED,
    AnimationRequest,
    Animations,
    animation_key,
)
from service.application.pictures.boards import BoardBounds
from service.application.pictures.drawing import SvgDrawing, draw_panel
from service.application.pictures.layout import Spot
from service.application.pictures.raster import png_of
from service.application.pictures.scene import Scene
from service.application.quotas.request_queue import Added, Requester
from tests.unit.service.application.pictures.games import NAMES, played

pytestmark = pytest.mark.slow


def opened(gif: bytes) -> Image.Image:
    """The animation as an image."""
    return Image.open(BytesIO(gif))


@pytest.mark.long
def test_a_game_of_four_is_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs from empty kingdoms to the result in at most 2 MB, with frames left out if too many."""
    monkeypatch.setattr(animation, "MOST_FRAMES", 15)
    gif = animate(played(4), NAMES, png_of)
    frames = opened(gif)
    assert len(gif) < animation.MOST_BYTES
    assert 8 <= frames.n_frames <= 15  # type: ignore[attr-defined]
    assert frames.size == (720, 940)
    first = frames.convert("RGB")
    frames.seek(frames.n_frames - 1)  # type: ignore[attr-defined]
    assert frames.info["duration"] == animation.LAST_MS
    assert first.tobytes() != frames.convert("RGB").tobytes()


@pytest.mark.long
def test_it_keeps_to_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames are left out until it fits; the last frame stays."""
    monkeypatch.setattr(animation, "MOST_FRAMES", 5)
    whole = animate(played(2), NAMES, png_of)
    monkeypatch.setattr(animation, "MOST_BYTES", len(whole) - 1)
    less = animate(played(2), NAMES, png_of)
    assert len(less) < len(whole)
    last = [opened(gif) for gif in (whole, less)]
    for each in last:
        each.seek(each.n_frames - 1)  # type: ignore[attr-defined]
    assert last[0].convert("RGB").tobytes() == last[1].convert("RGB").tobytes()


def test_the_palette_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No frame has a table of colours of its own."""
    monkeypatch.setattr(animation, "MOST_FRAMES", 4)
    images, tables = tables_of(animate(played(2), NAMES, png_of))
    assert images > 2
    assert tables == 0


def tables_of(gif: bytes) -> tuple[int, int]:
    """The number of images in a GIF, and of those with their own table of colours (GIF89a, 17 to 24)."""
    at, images, tables = 13 + 3 * 2 ** ((gif[10] & 7) + 1) * (gif[10] >> 7), 0, 0
    while gif[at] != 0x3B:
        is_image = gif[at] == 0x2C
        flags = gif[at + 9] if is_image else 0
        images, tables = images + is_image, tables + (flags >> 7)
        at += 11 + 3 * 2 ** ((flags & 7) + 1) * (flags >> 7) if is_image else 2
        while gif[at]:
            at += 1 + gif[at]
        at += 1
    return images, tables


def test_no_board_moves_within_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """All frames show a kingdom in the bounds that it has at the end, so that only new dominoes change it."""
    shown: list[Sequence[BoardBounds]] = []

    def drawn(scene: Scene, seat: int, spot: Spot) -> SvgDrawing:
        shown.append([board.bounds for board in scene.boards])
        return draw_panel(scene, seat, spot)

    monkeypatch.setattr(animation, "draw_panel", drawn)
    monkeypatch.setattr(animation, "MOST_FRAMES", 4)
    matches = played(4, Rules(no_limit=True))
    gif = animate(matches, NAMES, png_of, "kingdomino.example.org")
    assert shown == [[board.bounds for board in Scene.of(matches[-1], NAMES).boards]] * len(shown)
    assert len(gif) < animation.MOST_BYTES / 8


def test_a_game_that_never_began_has_none() -> None:
    """Without a kingdom there is nothing to show."""
    with pytest.raises(NothingToShow):
        animate(played(2)[:2], NAMES, png_of)


def test_it_is_under_all_that_it_is_made_of() -> None:
    """The key covers version, names and language."""
    matches = played(2)
    keys = {
        animation_key(matches[-1], NAMES),
        animation_key(matches[-2], NAMES),
        animation_key(matches[-1], {**NAMES, "player-0": None}),
        animation_key(matches[-1], NAMES, "fa"),
    }
    assert len(keys) == 4


def test_wishes_are_few_and_taken_in_their_order() -> None:
    """A repeated wish is accepted; beyond the limit no new one is, if each is of another address."""
    animations = Animations(FakeRedis())
    games = [GameId(f"00000000-0000-4000-8000-{number:012}") for number in range(MOST_WANTED + 1)]
    wishes = {animations.wish(AnimationRequest(game), Requester(game, ""), 1) for game in games[:-1]}
    assert wishes == {Added.WAITS}
    assert animations.wish(AnimationRequest(games[-1]), Requester(games[-1], ""), 1) is Added.FULL
    assert animations.wish(AnimationRequest(games[3]), Requester(games[3], ""), 1) is Added.WAITS
    assert [animations.take(2), animations.take(2)] == games[:2]
    assert animations.wish(AnimationRequest(games[-1]), Requester(games[-1], ""), 1) is Added.WAITS


def test_only_the_newest_are_kept() -> None:
    """The number is limited, because the store is in memory."""
    store = FakeRedis()
    animations = Animations(store)
    assert animations.get("picture:0") is None
    for number in range(MOST_KEPT + 2):
        animations.keep(f"picture:{number}", b"gif", number)
    assert [animations.get(f"picture:{number}") for number in (0, 1, 2)] == [None, None, b"gif"]
    assert 0 < store.ttl("picture:2") <= 24 * 60 * 60
