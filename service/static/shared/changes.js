// What changed between two states: a JSON Patch (RFC 6902), as replays and live streams have it (docs/understand/live.md).

const ESCAPED = { "~0": "~", "~1": "/" };

// The names and indices on the way to a part (RFC 6901).
function tokensOf(path) {
  return path
    .split("/")
    .slice(1)
    .map((token) => token.replace(/~[01]/g, (escaped) => ESCAPED[escaped]));
}

const SET = {
  add: (whole, token, value) => {
    if (Array.isArray(whole)) whole.splice(token === "-" ? whole.length : Number(token), 0, value);
    else whole[token] = value;
  },
  remove: (whole, token) => {
    if (Array.isArray(whole)) whole.splice(Number(token), 1);
    else delete whole[token];
  },
  replace: (whole, token, value) => {
    whole[token] = value;
  },
};

// A copy of `whole` in which the operation is done; what it does not touch is shared with `whole`.
function done(whole, tokens, { op, value }) {
  if (!tokens.length) return value;
  const [token, ...rest] = tokens;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (rest.length) copy[token] = done(whole[token], rest, { op, value });
  else SET[op](copy, token, value);
  return copy;
}

// Whether a `test` holds, of a text or a number.
function holds(whole, { path, value }) {
  return tokensOf(path).reduce((part, token) => part?.[token], whole) === value;
}

// The state after these changes, null where a `test` among them fails; `state` stays as it is.
export function patched(state, changes) {
  let now = state;
  for (const operation of changes) {
    if (operation.op !== "test") now = done(now, tokensOf(operation.path), operation);
    else if (!holds(now, operation)) return null;
  }
  return now;
}

// The frames of a replay with the state after each, where only the first has it and the others have changes.
export function withStates(frames) {
  let state = null;
  return frames.map((frame) => {
    state = frame.state ?? patched(state, frame.changes);
    return { ...frame, state };
  });
}
