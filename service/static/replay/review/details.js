// The details of a review: the figures of each player with their errors, the chances to win over time, the decisive moments.

import { drawKing } from "../../board/kings.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { Graph } from "../changes/graph.js";
import { percent, points, signedPercent, withError } from "../../table/result/reviewing/figures.js";

// The chances to win at every frame, by seat; at the end the seats in first place share the win.
function chancesOf(frames, review) {
  const last = frames.at(-1).state;
  const [first] = last.ranking;
  const ended = last.players.map(({ seat }) => (first.includes(seat) ? 1 / first.length : 0));
  const decisions = [...review.decisions];
  let now = review.chances;
  return frames.map(({ version, state }) => {
    while (decisions.length && decisions[0].version <= version) now = decisions.shift().chances;
    return state.ranking === null ? now : ended;
  });
}

function count(review, seat, grade) {
  return review.decisions.filter((each) => each.seat === seat && each.grade === grade).length;
}

function playersTable(review, players) {
  const heads = ["player", "accuracy", "luck", "skill", "slips", "blunders"].map((name) => say(`review.${name}`));
  const rows = review.players.map(({ seat, accuracy, luck, luck_se: luckError, skill, skill_se: skillError }) => {
    const cells = [
      accuracy === null ? "–" : points(accuracy),
      withError(luck, luckError),
      withError(skill, skillError),
      count(review, seat, "slip"),
      count(review, seat, "blunder"),
    ];
    const head = element("th", { scope: "row" }, drawKing(seat), " ", nameOf(players[seat]));
    return element("tr", {}, head, ...cells.map((cell) => element("td", { class: "number-column" }, cell)));
  });
  const columns = heads.map((head, column) => element("th", { scope: "col", ...(column && { class: "number-column" }) }, head));
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": say("review.players") },
    element("table", { class: "table" }, element("thead", {}, element("tr", {}, ...columns)), element("tbody", {}, ...rows)),
  );
}

function momentItem({ version, by, seat, change }, players, visit) {
  const values = { version, name: nameOf(players[seat]), change: signedPercent(change) };
  const text =
    by === null ? say("review.moment-draw", values) : say("review.moment-choice", { ...values, by: nameOf(players[by]) });
  const link = element("a", { href: `#m${version}` }, text);
  link.addEventListener("click", (click) => {
    click.preventDefault();
    visit(version);
  });
  return element("li", {}, link);
}

// Who left, and on how many choices their figures rest.
function leftItem({ version, seat }, review, players) {
  const { choices } = review.players[seat];
  return element("li", {}, say("review.left", { name: nameOf(players[seat]), version, count: choices }));
}

// Fill the card with the review; the graph and the moments link to their moves.
export function showDetails(card, review, replay) {
  const { frames, stops } = replay;
  const { players } = frames.at(-1).state;
  const visit = (version) => replay.visit(version);
  const [graph, numbers] = [element("div", {}), element("details", {}, element("summary", {}, say("review.as-table")))];
  const notes = ["accuracy", "luck", "skill"].map((name) => element("li", {}, say(`review.about-${name}`)));
  const made = { count: review.playouts };
  card.replaceChildren(
    element("h2", { tabindex: -1 }, say("review.title")),
    playersTable(review, players),
    element("ul", { class: "left" }, ...review.left.map((each) => leftItem(each, review, players))),
    ...(review.moments.length
      ? [
          element("h3", {}, say("review.moments")),
          element("ol", { class: "moments" }, ...review.moments.map((each) => momentItem(each, players, visit))),
        ]
      : []),
    element("h3", {}, say("review.chances")),
    graph,
    numbers,
    element("details", {}, element("summary", {}, say("review.about")), element("ul", {}, ...notes)),
    element("p", { class: "muted" }, say(`review.by-${review.evaluator}`, made)),
  );
  card.hidden = false;
  const chances = chancesOf(frames, review);
  const drawn = new Graph(graph, numbers, frames, stops.round, visit, {
    title: say("review.graph"),
    value: (index, seat) => 100 * chances[index][seat],
    text: (value) => percent(value / 100),
  });
  replay.followers.push(drawn);
  drawn.show(replay.version);
}
