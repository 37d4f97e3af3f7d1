// What players are called, also bots and those who erased their accounts.

import { data } from "./data.js";
import { say } from "./words.js";

const BOT = /^bot\/([a-z]+)-\d+$/;
const called = data("bots");

// The bots that can be chosen, the strongest first.
export const BOTS = Object.keys(called);

// The name to show for an entry of a state's `players`.
export function nameOf({ player, name, seat }) {
  const [, policy] = BOT.exec(player) ?? [];
  return policy ? botName(policy, seat) : (name ?? say("name.erased"));
}

// The name of a bot of this policy on this seat.
export function botName(policy, seat) {
  return called[policy][seat];
}
