// The viewer's allowed actions besides moving: the server decides them, with their start and end times.

import { secondsUntil } from "../showing/turns/clock.js";

// The entries of the state's `actions` with this name that are allowed now.
export function possible({ actions = [] }, name) {
  return actions.filter(
    ({ action, from, until }) =>
      action === name && (from === undefined || secondsUntil(from) === 0) && (until === undefined || secondsUntil(until) > 0),
  );
}
