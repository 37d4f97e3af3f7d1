"""Pictures as SVG and PNG: their content, and independence of other files."""

import re
from collections.abc import Callable
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from kingdomino.rules import Rules
from replays.match.aggregate import Match
from service.application.i18n.languages import language
from service.application.i18n.speaking import speaking
from service.application.pictures.drawing import (
    SvgDrawing,
    draw_card,
    draw_foot,
    draw_head,
    draw_kingdom,
    draw_podium,
    draw_table,
)
from service.application.pictures.layout import card, frame
from service.application.pictures.lettering import fitted
from service.application.pictures.podium import Podium, PodiumRow
from service.application.pictures.raster import png_of
from service.application.pictures.scene import Scene
from tests.unit.service.application.pictures.games import NAMES, TRIBE, newly_played, played

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [(2, Rules(mighty_duel=True)), (3, Rules()), (4, Rules(no_limit=True)), (4, TRIBE)]


def texts(drawing: SvgDrawing) -> list[str]:
    """All texts outside of boards, in order."""
    return [
        text.text or ""
        for text in ET.fromstring(drawing.svg).iter(f"{SVG}text")  # noqa: S314 - drawn here
        if "words" in text.attrib.get("class", "")
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), GAMES)
@pytest.mark.parametrize("draw", [draw_table, draw_card])
def test_every_moment_is_a_picture(players: int, rules: Rules, draw: Callable[[Scene], SvgDrawing]) -> None:
    """From open table to score, the SVG is well-formed and contains every shape that it uses."""
    matches = played(players, rules)
    for match in (matches[0], matches[len(matches) // 2], matches[-1]):
        drawing = draw(Scene.of(match, NAMES))
        root = ET.fromstring(drawing.svg)  # noqa: S314
        ids = {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
        used = {each.attrib["href"].removeprefix("#") for each in root.iter(f"{SVG}use")}
        assert used <= ids
        assert (drawing.width, drawing.height) == (int(root.attrib["width"]), int(root.attrib["height"]))
        assert drawing.width <= 1200


def test_it_loads_nothing() -> None:
    """The SVG has no URL, no CSS function of browsers, and no script."""
    drawing = draw_table(Scene.of(played(4, TRIBE)[-1], NAMES)).svg.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|url\((?!#)|@import|var\(|light-dark\(|<script|href=\"(?!#)", drawing)


def test_before_the_first_round() -> None:
    """Instead of round 0 the progress says first choice."""
    scenes = [Scene.of(match, NAMES) for match in played(2)]
    said = [scene.progress for scene in scenes if scene.state["to_act"] and not scene.state["round"]]
    assert said
    assert all(words.startswith("First choice: ") for words in said)


def test_a_table_says_who_plays_and_how_it_ended() -> None:
    """The picture names the winner, and the points of all seats."""
    match = next(game for game in iter(lambda: newly_played(4)[-1], None) if not is_tied(game))
    scene = Scene.of(match, NAMES)
    said = texts(draw_table(scene))
    assert match.result
    best = match.result.ranking[0][0]
    assert said[0].startswith(scene.names[best])
    assert "won by" in said[0]
    long = fitted(scene.names[3], 21, 290)
    assert said[1:] == [
        part
        for seat, name in enumerate(["Ann", 'Ben <b>&"', "Player 3", long])
        for part in (name, str(match.result.scores[seat].total))
    ]


def is_tied(match: Match) -> bool:
    """True if several seats have the most points."""
    assert match.result
    points = [score.total for score in match.result.scores]
    return points.count(max(points)) > 1


def test_a_name_in_other_letters_stays_where_other_fonts_are() -> None:
    """An SVG is shown with the viewer's fonts, so other scripts are kept."""
    assert "สมชาย" in texts(draw_table(Scene.of(played(4)[-1], NAMES, any_letters=True)))


def test_lines_are_drawn_while_there_are_any() -> None:
    """Eight dominoes are drawn in the middle of the game, none at its end."""
    matches = played(4)
    middle = next(match for match in matches if match.game and match.game.round == 6)
    faces = [
        draw_table(Scene.of(match, NAMES)).svg.count('class="domino-alone"')
        for match in (middle, matches[-1])
    ]
    state = Scene.of(middle, NAMES).state
    assert faces == [len(state["line"]) + len(state["next_line"]), 0]


def test_the_picture_of_one_kingdom_names_its_owner_only() -> None:
    """The picture has the name and points of its owner only."""
    scene = Scene.of(played(4)[-1], NAMES)
    drawing = draw_kingdom(scene, 1)
    assert texts(drawing)[0] == 'Ben <b>&"'
    assert drawing.svg.count('class="board ') == 1
    assert "<b>" not in drawing.svg


@pytest.mark.long
def test_a_png_has_the_size_of_the_drawing_and_letters_without_system_fonts() -> None:
    """A picture without its texts differs, so the bundled font draws them."""
    drawing = draw_card(Scene.of(played(2)[-1], NAMES))
    with_texts = Image.open(BytesIO(png_of(drawing.svg))).convert("RGB")
    without = Image.open(BytesIO(png_of(re.sub(r"<text.*?</text>", "", drawing.svg)))).convert("RGB")
    assert with_texts.size == (1200, 630)
    box = ImageChops.difference(with_texts, without).getbbox()
    assert box
    assert box[0] < 100
    assert box[2] > 300


def test_a_podium_names_the_best_with_their_points() -> None:
    """The result picture has the tournament's name, its kind, its date, and a crown for each first place."""
    rows = [PodiumRow(1, "Ann & Co", "9"), PodiumRow(1, "Bob", "9"), PodiumRow(3, "W" * 80, "2 1/2")]
    podium = Podium("Spring <Cup>", "Swiss", "Final result", "28 November 2026", rows)
    drawing = draw_podium(podium)
    assert (drawing.width, drawing.height) == (1200, 630)
    shown = texts(drawing)
    assert {"Spring <Cup>", "Swiss", "Final result", "28 November 2026", "Ann & Co", "9", "3"} <= set(shown)
    assert shown[-2].endswith("…")
    uses = ET.fromstring(drawing.svg).iterfind(f"{SVG}use")  # noqa: S314 - drawn here
    assert [use.attrib["href"] for use in uses] == ["#mark"] * 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_has_large_kingdoms_and_the_deal_again(players: int) -> None:
    """The kingdoms of a duel fill it, and only a scored game has a deal to play again."""
    moments = played(players)
    drawing, before = (draw_card(Scene.of(match, NAMES)) for match in (moments[-1], moments[-10]))
    assert (drawing.width, drawing.height) == (1200, 630)
    assert "Play the same deal" in texts(drawing)
    assert "Play the same deal" not in texts(before)
    assert min(spot.width for spot in card(players).kingdoms) >= {2: 500, 3: 370, 4: 285}[players]


@pytest.mark.parametrize(("tag", "again"), [("en", "Play the same deal"), ("hu", None), ("fa", None)])
def test_a_frame_says_who_won_and_where_the_deal_can_be_played(tag: str, again: str | None) -> None:
    """Its head and foot have the reader's language; the address is cut before the words are."""
    layout, scene = frame(2, foot=True), Scene.of(played(2)[-1], NAMES)
    with speaking(language(tag)):
        head, foot = draw_head(scene, layout), draw_foot(scene, layout, "kingdomino.example.org")
        assert texts(head) == [scene.progress]
        assert texts(foot) == [language(tag).gettext("Play the same deal"), "kingdomino.example.org"]
        assert texts(draw_foot(scene, layout, "")) == texts(foot)[:1]
        assert texts(draw_foot(scene, layout, "w" * 99))[1].endswith("…")
    assert (texts(foot)[0] == "Play the same deal") is (again is not None)
    spots = layout.kingdoms
    assert head.height == spots[0].y
    assert spots[-1].y + spots[-1].height + foot.height == layout.height


def test_the_winners_name_stands_on_their_colour() -> None:
    """A picture before the result marks nobody."""
    moments = played(2)
    ends = [draw_table(Scene.of(match, NAMES)).svg.count('winner"') for match in (moments[-1], moments[-10])]
    assert ends == [len(Scene.of(moments[-1], NAMES).state["ranking"][0]), 0]
