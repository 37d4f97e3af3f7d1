// What the viewer may do beside moving: the server decides it, and says from when and until when.

import { secondsUntil } from "../showing/turns/clock.js";

// The entries of the state's `actions` of this name that can be done now.
export function possible({ actions = [] }, name) {
  return actions.filter(
    ({ action, from, until }) =>
      action === name && (from === undefined || secondsUntil(from) === 0) && (until === undefined || secondsUntil(until) > 0),
  );
}
