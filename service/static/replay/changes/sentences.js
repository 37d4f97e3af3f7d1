// A step in words: its event, or the last of its events since the previous stop.

import { news, told, withMaker } from "../../table/showing/news.js";
import { say } from "../../shared/words.js";

function isPlanned({ cause, type }) {
  return cause === "plan" && type !== "PlanFired";
}

// One event as a sentence, with its cause if no player at the table made the move.
export function sentence({ event, state: { players } }) {
  const text = told(event, players);
  return isPlanned(event) ? say("event.planned", { text }) : withMaker(text, event, players);
}

// The events of these frames in at most `most` sentences; if none is news, the sentence of the last frame.
export function sentenceOf(frames, most) {
  const last = frames.at(-1);
  const events = frames.map(({ event }) => event);
  const text = frames.length === 1 ? "" : news(events, { players: last.state.players, viewer: null, most });
  if (!text) return sentence(last);
  const acts = events.filter(({ cause }) => cause !== "system");
  return acts.length && acts.every(({ cause }) => cause === "plan") ? say("event.planned", { text }) : text;
}

// The same sentence with its version.
export function numbered(frames) {
  return say("replay.said", { version: frames.at(-1).version, text: sentenceOf(frames) });
}
