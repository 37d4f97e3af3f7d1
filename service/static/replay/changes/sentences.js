// What a step is in words: its one event, or the last of those since the stop before.

import { news, told, withMaker } from "../../table/showing/news.js";
import { say } from "../../shared/words.js";

// One event as a sentence, with who made the move where that was nobody at the table.
export function sentence({ event, state: { players } }) {
  const text = told(event, players);
  if (event.cause === "plan" && event.type !== "PlanFired") return say("event.planned", { text });
  return withMaker(text, event, players);
}

// What these frames tell, the last of which is shown now.
export function sentenceOf(frames) {
  const last = frames.at(-1);
  const text =
    frames.length === 1
      ? ""
      : news(
          frames.map(({ event }) => event),
          { players: last.state.players, viewer: null },
        );
  return say("replay.said", { version: last.version, text: text || sentence(last) });
}
