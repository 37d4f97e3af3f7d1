// Names of players, including bots and erased accounts.

import { data } from "./data.js";
import { element } from "./elements.js";
import { say } from "./words.js";

const NAME = "\ue000"; // stands for a name where a sentence is divided
const BOT = /^bot\/([a-z-]+)-\d+$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const called = data("bots");

// The bots on offer, the easiest first, each with its level; `quick` ones decide at once.
export const LEVELS = Object.entries(called).flatMap(([policy, { level, quick }]) => (level ? [{ policy, level, quick }] : []));

// True if an entry of a state's `players` is a bot.
export function isBot({ player }) {
  return BOT.test(player);
}

// The name to show for an entry of a state's `players`.
export function nameOf({ player, name, seat }) {
  const [, policy] = BOT.exec(player) ?? [];
  return policy ? botName(policy, seat) : (name ?? say("name.erased"));
}

// The same as a link to the page of the player; a bot and an erased account have none.
export function nameLink(entry) {
  const text = nameOf(entry);
  return ID.test(entry.player) && entry.name ? element("a", { class: "player", href: `/players/${entry.player}` }, text) : text;
}

// A sentence with a name, `sentence(name)`, as children of an element in which the name can be shortened, and nothing else. The
// element isolates the name, as characters do in the sentence.
export function namedParts(sentence, name) {
  const [before, after] = sentence(NAME).split(NAME);
  return [before.replace(/\u2068$/, ""), element("bdi", {}, name), after.replace(/^\u2069/, "")];
}

// The name of a bot of this policy on this seat.
export function botName(policy, seat) {
  return called[policy].names[seat];
}
