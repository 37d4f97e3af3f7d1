// The page of a replay: the game is fetched once, and everything on the page follows the move that is shown.

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
import { say } from "../shared/words.js";

const part = (id) => document.getElementById(id);
const root = part("position");
const isGame = root.dataset.record.startsWith("/games/"); // and no study

const ENDED = ["scored", "aborted"];

const hasEnded = ({ frames }) => ENDED.includes(frames.at(-1).state.status);

// What else of the page goes with the moves; a frame in another page has none of it.
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

// Reviews are of games that are over and have a result.
function addReview(replay, list) {
  if (replay.review || replay.frames.at(-1).state.status !== "scored") return;
  replay.review = new Review({ steps: part("steps"), card: part("review") }, replay, list, root.dataset.record);
}

// What there is to do with a game, but not with a study.
function addGameParts(replay) {
  const { game, limit, origins } = replay.table;
  const table = { record: root.dataset.record, limit, origins };
  replay.followers.push(new WhatIf(part("what-if"), replay.position.more, table));
  addPlayingOn(replay, table);
  replay.growing.push(() => addPlayingOn(replay, table));
  addComments(replay, game);
  replay.growing.push(() => addComments(replay, game));
}

// Playing on is from games that are over.
function addPlayingOn(replay, table) {
  if (replay.playingOn || !hasEnded(replay)) return;
  replay.playingOn = new PlayingOn(part("what-if"), replay, table);
  replay.followers.push(replay.playingOn);
}

// Comments are on games that are over.
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
