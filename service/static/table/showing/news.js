// What happened, in words: the events that one hears of.

import { data } from "../../shared/data.js";
import { nameOf } from "../../shared/names.js";
import { filled, say } from "../../shared/words.js";

// How each type of event is told, `{ notice, text, yours, causes, choice }`: as "news", "listed" only, or as a "step" of a replay;
// and whether it is what a seat chose to do.
const TOLD = data("events");

const MOST = 3; // sentences: what is older can be read in the list
const KNOWN = ["player", "plan"]; // the causes of what a player knows of: a plan's outcome is said with the plan

function whatOf({ resource, caveman }) {
  if (resource) return { what: say(`piece.${resource}`) };
  return caveman ? { what: say(`caveman.${caveman}`) } : {};
}

// Whether the viewer did this, or it came of what they did. Who had the seat before them is somebody else.
function isOwn({ seat, actor }, players, viewer) {
  return viewer !== null && seat === viewer && [players[seat].player, "system"].includes(actor);
}

// One event as a sentence, to the viewer where they did it; its stored name, where the service that wrote the page does not
// know the type.
export function told(event, players, viewer = null) {
  const { type, seat, data, cause } = event;
  if (!(type in TOLD)) return type;
  const { causes } = TOLD[type];
  const { yours } = isOwn(event, players, viewer) ? TOLD[type] : {};
  const text = yours ?? causes[cause] ?? TOLD[type].text;
  const name = (at) => (players[at] ? nameOf(players[at]) : say("table.somebody"));
  const dominoes = data.dominoes?.join(", ");
  return filled(text, { ...data, ...whatOf(data), dominoes, name: name(seat), to: name(data.to) });
}

// Whether an event is in the list of what happened.
export function isListed({ type }) {
  return type in TOLD && TOLD[type].notice !== "step";
}

function isNews({ type }) {
  return TOLD[type]?.notice === "news";
}

function together(events) {
  const [first, second] = events;
  return first.type === "DominoPlaced" && second?.type === "DominoChosen" && first.seat === second.seat;
}

// The text of a move, with who made it where that was nobody at the table.
export function withMaker(text, { seat, cause }, players) {
  return cause === "bot" && !players[seat].bot ? say("event.by-bot", { text }) : text;
}

// What the viewer did not do, as one text of at most so many sentences: placing and choosing of the same turn are one.
export function news(events, { players, viewer, most = MOST }) {
  const isKnown = ({ seat, cause }) => seat !== null && seat === viewer && KNOWN.includes(cause);
  const heard = events.filter((event) => isNews(event) && !isKnown(event));
  const sentences = [];
  while (heard.length) {
    const [first, second] = heard;
    if (together(heard)) {
      const name = nameOf(players[first.seat]);
      const text = say(isOwn(first, players, viewer) ? "event.both-yours" : "event.both", {
        name,
        domino: first.data.domino,
        taken: second.data.domino,
      });
      sentences.push(withMaker(text, first, players));
      heard.splice(0, 2);
    } else {
      sentences.push(withMaker(told(first, players, viewer), first, players));
      heard.shift();
    }
  }
  return sentences.slice(-most).join(". ");
}

// The events since the viewer's last move by hand; for spectators, those since the last mover's turn began.
export function sinceOwn(events, viewer) {
  const isMove = ({ type }) => TOLD[type]?.choice;
  const last = events.findLast(isMove);
  const ends =
    viewer === null
      ? (event) => isMove(event) && event.seat !== last.seat
      : (event) => isMove(event) && event.seat === viewer && event.cause === "player";
  return events.slice(events.findLastIndex(ends) + 1);
}
