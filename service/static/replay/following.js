// The moves of a running game, live.

import { follow } from "../live/follow.js";
import { patched, withStates } from "../shared/changes.js";

const HASH_PREFIX = 8;

function placeOf({ event }) {
  return `${event.version}.${event.hash.slice(0, HASH_PREFIX)}`;
}

// The frames that these messages add to the last one; null if one is missing, or its changes do not fit the last frame.
function framesAfter(last, messages) {
  const frames = [];
  for (const { event, changes } of messages.filter(({ event: { version } }) => version > last.version)) {
    const before = frames.at(-1) ?? last;
    const state = changes && event.version === before.version + 1 ? patched(before.state, changes) : null;
    if (state === null) return null;
    frames.push({ version: event.version, event, state });
  }
  return frames;
}

// Follow `game` from the last frame of `replay` on; `frames` is the URL of all frames.
export function followGame(game, frames, replay) {
  // After missed messages all frames are requested again. If the log is not the shown one, the page is reloaded. The response
  // of an older request may come last: it has what was known at that request, but fewer frames than are known now.
  async function catchUp() {
    const known = replay.frames.at(-1);
    const answer = await fetch(frames, { cache: "no-cache" }).catch(() => null);
    if (!answer?.ok) return; // the next move triggers a new request
    const all = withStates((await answer.json()).frames);
    if (all[known.version - 1]?.event.hash !== known.event.hash) location.reload();
    else replay.extend(all.slice(replay.frames.length));
  }

  follow(game, placeOf(replay.frames.at(-1)), {
    events: (messages) => {
      const more = framesAfter(replay.frames.at(-1), messages);
      if (more) replay.extend(more);
      else catchUp();
    },
    reset: catchUp,
    hidden: () => {},
    away: () => {},
    here: () => {},
  });
}
