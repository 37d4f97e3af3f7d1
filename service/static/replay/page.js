// The page of a replay: fetches the game once; everything on the page follows the shown move.

import { withStates } from "../shared/changes.js";
import { element } from "../shared/elements.js";
import { addressOf, versionInAddress } from "./controls/address.js";
import { Comments } from "./comments.js";
import { followGame } from "./following.js";
import { Graph } from "./changes/graph.js";
import { turnsOf } from "./changes/turns.js";
import { offerToKeep } from "./controls/keeping.js";
import { MoveList } from "./controls/move_list.js";
import { Replay } from "./replay.js";
import { PlayingOn } from "./playing_on/playing_on.js";
import { Review } from "./review/review.js";
import { WhatIf } from "./what_if/what_if.js";
import { keepBell } from "../live/bell.js";
import { takeDigits } from "../shared/typed.js";
import { say } from "../shared/words.js";

const part = (id) => document.getElementById(id);
const root = part("position");
const isGame = root.dataset.record.startsWith("/games/"); // false for a study

const ENDED = ["scored", "aborted"];

const hasEnded = ({ frames }) => ENDED.includes(frames.at(-1).state.status);

// The other parts of the page that follow the moves; an embedded replay has none of them.
function addParts(replay) {
  const visit = (version) => replay.visit(version);
  const graph = new Graph(part("graph"), part("points-table"), replay.frames, replay.stops.round, visit);
  const list = new MoveList(part("moves"), turnsOf(replay.frames, replay.stops.turn), replay.table.origins, visit);
  replay.followers.push(graph, list);
  replay.growing.push(() => {
    graph.extend(replay.frames, replay.stops.round);
    list.extend(turnsOf(replay.frames, replay.stops.turn));
  });
  addReview(replay, list);
  replay.growing.push(() => addReview(replay, list));
  part("pace").append(replay.controls.pace);
  offerToKeep(() => addressOf(replay.version));
}

// Only finished games with a result have reviews.
function addReview(replay, list) {
  if (replay.review || replay.frames.at(-1).state.status !== "scored") return;
  replay.review = new Review(
    { summary: part("summary"), steps: part("steps"), card: part("review") },
    replay,
    list,
    root.dataset.record,
  );
}

// A player of a tournament's game disputes it at the move that is shown.
function addDispute(replay) {
  /** @type {HTMLInputElement} */
  const disputed = document.querySelector("#disputed");
  if (!disputed) return;
  replay.followers.push({
    show(version) {
      disputed.value = String(version);
    },
  });
}

// The actions for a game, which a study does not have.
function addGameParts(replay) {
  const { game, limit, origins } = replay.table;
  const table = { record: root.dataset.record, limit, origins };
  replay.followers.push(new WhatIf(part("what-if"), replay.position.more, table));
  addDispute(replay);
  addPlayingOn(replay, table);
  replay.growing.push(() => addPlayingOn(replay, table));
  addComments(replay, game);
  replay.growing.push(() => addComments(replay, game));
}

// Only finished games can be continued.
function addPlayingOn(replay, table) {
  if (replay.playingOn || !hasEnded(replay)) return;
  replay.playingOn = new PlayingOn(part("what-if"), replay, table);
  replay.followers.push(replay.playingOn);
}

// Only finished games have comments.
function addComments(replay, game) {
  if (!hasEnded(replay) || replay.rested.length) return;
  replay.rested.push(new Comments(part("comments"), { game }));
}

function open(answer) {
  const frames = withStates(answer.frames);
  const replay = new Replay({ position: root, below: part("below"), steps: part("steps") }, frames);
  if (part("moves")) addParts(replay);
  if (part("comments")) addGameParts(replay);
  replay.visit(versionInAddress() ?? frames.length);
  if (isGame && part("moves") && !answer.fault && !hasEnded(replay)) followGame(replay.table.game, root.dataset.frames, replay);
}

const answer = await fetch(root.dataset.frames).catch(() => null);
if (answer?.ok) open(await answer.json());
else root.before(element("p", { class: "notice bad" }, say("session.away")));

keepBell();
takeDigits();
