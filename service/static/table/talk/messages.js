// Displayed messages, each with its actions.

import { element } from "../../shared/elements.js";
import { nameLink } from "../../shared/names.js";
import { me } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "../controls/bar.js";

const DAY = 24 * 60 * 60 * 1000; // ms
const language = document.documentElement.lang;
const hour = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });

function time(at) {
  const words = (Date.now() - at < DAY ? hour : moment).format(at);
  return element("time", { datetime: new Date(at).toISOString() }, words);
}

// The link for reporting another player's message; it includes the key of a private game.
function reporting({ id }, game) {
  return element("a", { class: "button", href: `/report/message/${id}/${game}${location.search}` }, say("talk.report"));
}

function deedsOf(message, game, deeds) {
  if (message.player === me()?.id) return [button(`delete-${message.number}`, say("talk.delete"), () => deeds.remove(message))];
  const mute = button(`mute-${message.number}`, say("talk.mute", { name: nameOf(message) }), () => deeds.mute(message));
  return message.hidden ? [mute] : [mute, reporting(message, game)];
}

export function nameOf({ name }) {
  return name ?? say("talk.erased");
}

// The button that shows the actions, which are rarely needed.
function more(message, game, deeds) {
  const row = element("div", { class: "deeds", hidden: "" }, ...deedsOf(message, game, deeds));
  const opener = element("button", {
    class: "button talk-more",
    type: "button",
    "data-key": `more-${message.number}`,
    "aria-expanded": false,
    "aria-label": say("talk.options", { name: nameOf(message) }),
  });
  opener.textContent = "⋯";
  opener.addEventListener("click", () => {
    row.hidden = !row.hidden;
    opener.setAttribute("aria-expanded", !row.hidden);
  });
  return [opener, row];
}

function saidBy({ text, phrase, hidden }) {
  if (hidden) return element("p", { class: "talk-text muted" }, say("talk.hidden", { reason: hidden.reason }));
  return element("p", { class: "talk-text", dir: "auto" }, phrase ? say(`phrase.${phrase}`) : text);
}

// A message of this game, with its author's seat if they have one; `deeds` has `remove(message)` and `mute(message)`.
export function messageItem(message, { game, seat, deeds }) {
  const { player, created_at: at } = message;
  const name = element("strong", {}, player === me()?.id ? say("talk.you") : nameLink(message));
  return element(
    "li",
    { ...(seat !== null && { class: `seat-${seat}` }) },
    element("p", { class: "talk-head" }, name, time(at)),
    saidBy(message),
    ...(me() ? more(message, game, deeds) : []),
  );
}
