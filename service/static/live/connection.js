// One connection to the live stream of several games, read as messages.

import { ask } from "../shared/session.js";

// A message of a stream of server-sent events: the values of its lines by field, without comments.
function fieldsOf(block) {
  const fields = block
    .split("\n")
    .map((line) => /^(\w+): ?(.*)$/.exec(line))
    .filter(Boolean);
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
    heard(blocks.map(fieldsOf).filter(({ data }) => data));
  }
}

// Follow `games` and the talk of `talks`, Maps from ids to `{ last, keys }`, and the viewer's own games if `mine` is set, until
// the connection ends.
// `opened()` is called when it is open; `heard(messages)` for the messages `{ type, game, last, event }`, an empty list for a
// heartbeat. `last` is the place after the message in the game's log; a message with an event may also have its `changes` and
// `actions`. Returns false if the server has nothing more to send (204), else true; throws a `Problem`.
export async function connect({ games, talks, mine }, { opened, heard }, signal) {
  const order = [...games.keys()];
  const query = new URLSearchParams(order.map((game) => ["game", game]));
  for (const game of talks.keys()) query.append("talk", game);
  const keys = [...games.values(), ...talks.values()].flatMap((each) => each.keys);
  for (const key of new Set(keys)) query.append("invitation", key);
  if (mine) query.set("mine", "true");
  const places = [...games.values()].map(({ last }) => last ?? "").join(",");
  const answer = await ask(`/events?${query}`, { headers: { "Last-Event-ID": places }, signal });
  if (answer.status === 204) return false;
  opened();
  await read(answer.body, (messages) =>
    heard(
      messages.map(({ event: type = "event", id, data }) => {
        const message = JSON.parse(data);
        return { ...message, type, last: id?.split(",")[order.indexOf(message.game)] };
      }),
    ),
  );
  return true;
}
