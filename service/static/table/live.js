// The events of a game as they happen: one stream that comes back by itself, from where it was (Last-Event-ID).

import { ask } from "../session.js";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15000;
const FOR_GOOD = [403, 404];

// A message of a stream of server-sent events: what its lines say by field, comments left out.
function message(block) {
  const fields = block.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line)).filter(Boolean);
  return Object.fromEntries(fields.map(([, field, value]) => [field, value]));
}

async function read(body, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    heard(blocks.map(message).filter(({ data }) => data));
  }
}

class Stream {
  constructor(path, last, listener) {
    Object.assign(this, { path, listener, last, pause: FIRST_PAUSE });
  }

  heard(messages) {
    this.pause = FIRST_PAUSE;
    if (messages.some(({ event }) => event === "reset")) this.listener.reset();
    this.last = messages.findLast(({ id }) => id)?.id ?? this.last;
    const events = messages.filter(({ event }) => event === undefined).map(({ data }) => JSON.parse(data));
    if (events.length) this.listener.events(events);
  }

  // Whether there is more to come after this connection.
  async once() {
    const headers = { Accept: "text/event-stream", ...(this.last && { "Last-Event-ID": this.last }) };
    try {
      const answer = await ask(this.path, { headers });
      if (answer.status === 204) return false;
      this.listener.here();
      await read(answer.body, (messages) => this.heard(messages));
    } catch (problem) {
      if (FOR_GOOD.includes(problem.status)) return false;
      this.listener.away();
    }
    return true;
  }
}

// Tell `listener` of all events of the game after the one whose id is `last`, null for all: `events(list)` in the order of versions,
// `reset()` when what came before does not count any more, `away()` and `here()` as the connection goes and comes.
export async function follow(game, last, listener) {
  const stream = new Stream(`/games/${game}/events`, last, listener);
  while (await stream.once()) {
    await new Promise((resolve) => setTimeout(resolve, stream.pause));
    stream.pause = Math.min(2 * stream.pause, LONGEST_PAUSE);
  }
}
