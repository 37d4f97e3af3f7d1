// The changes between two states: a JSON Patch (RFC 6902), as in replays and live streams (docs/understand/live.md).

const ESCAPED = { "~0": "~", "~1": "/" };

// The names and indices of a JSON Pointer (RFC 6901).
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

// A copy of `whole` with the operation applied; it shares all unchanged parts with `whole`.
function done(whole, tokens, { op, value }) {
  if (!tokens.length) return value;
  const [token, ...rest] = tokens;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (rest.length) copy[token] = done(whole[token], rest, { op, value });
  else SET[op](copy, token, value);
  return copy;
}

// True if a `test` of a string or number holds.
function holds(whole, { path, value }) {
  return tokensOf(path).reduce((part, token) => part?.[token], whole) === value;
}

// The state after these changes, null if a `test` among them fails; `state` does not change.
export function patched(state, changes) {
  let now = state;
  for (const operation of changes) {
    if (operation.op !== "test") now = done(now, tokensOf(operation.path), operation);
    else if (!holds(now, operation)) return null;
  }
  return now;
}

// Frames with states, from the frames of a replay, of which only the first has a state and the others have changes.
export function withStates(frames) {
  let state = null;
  return frames.map((frame) => {
    state = frame.state ?? patched(state, frame.changes);
    return { ...frame, state };
  });
}
