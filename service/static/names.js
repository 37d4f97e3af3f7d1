// What players are called, also bots and those who erased their accounts.

import { say } from "./words.js";

const BOT = /^bot\/([a-z]+)-\d+$/;

// The name to show for an entry of a state's `players`, or for a seat that is still free.
export function nameOf(entry) {
  const [, policy] = BOT.exec(entry.player) ?? [];
  return policy ? say(`name.bot.${policy}`) : entry.name ?? say("name.erased");
}
