// What players are called, also bots and those who erased their accounts.

import { say } from "./words.js";

const BOT = /^bot\/([a-z]+)-\d+$/;

// The name to show for an entry of a state's `players`.
export function nameOf({ player, name, seat }) {
  const [, policy] = BOT.exec(player) ?? [];
  return policy ? botName(policy, seat) : name ?? say("name.erased");
}

// The name of a bot of this policy on this seat.
export function botName(policy, seat) {
  return say(`name.bot.${policy}.${seat}`);
}
