// What a step is in words: its one event, or the last of those since the stop before.

import { news, told, withMaker } from "../../table/showing/news.js";
import { say } from "../../shared/words.js";

function isPlanned({ cause, type }) {
  return cause === "plan" && type !== "PlanFired";
}

// One event as a sentence, with who made the move where that was nobody at the table.
export function sentence({ event, state: { players } }) {
  const text = told(event, players);
  return isPlanned(event) ? say("event.planned", { text }) : withMaker(text, event, players);
}

// What these frames tell in at most so many sentences, the last of which is shown.
export function sentenceOf(frames, most) {
  const last = frames.at(-1);
  const events = frames.map(({ event }) => event);
  const text = frames.length === 1 ? "" : news(events, { players: last.state.players, viewer: null, most });
  if (!text) return sentence(last);
  const acts = events.filter(({ cause }) => cause !== "system");
  return acts.length && acts.every(({ cause }) => cause === "plan") ? say("event.planned", { text }) : text;
}

// The same with its version.
export function numbered(frames) {
  return say("replay.said", { version: frames.at(-1).version, text: sentenceOf(frames) });
}
