// The viewer's allowed actions besides moving: the server decides them, with their start and end times.

import { hasCome, secondsUntil } from "../showing/turns/clock.js";

// The entries of the state's `actions` with this name that are allowed now.
export function possible({ actions = [] }, name) {
  return actions.filter(
    ({ action, from, until }) =>
      action === name && (from === undefined || hasCome(from)) && (until === undefined || secondsUntil(until) > 0),
  );
}
