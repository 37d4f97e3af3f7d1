// News: events in words, as shown to the viewer.

import { data } from "../../shared/data.js";
import { duration, numbers } from "../../shared/formats.js";
import { nameOf } from "../../shared/names.js";
import { filled, say } from "../../shared/words.js";

// How each type of event is shown, `{ display, text, yours, causes, choice }`: `display` is "news", "listed" or "step" (replays);
// `choice` is true if it is a seat's decision.
const TOLD = data("events");

const MOST = 3; // sentences; older ones are in the list
const KNOWN = ["player", "plan"]; // the causes of which the player knows; a plan's outcome is shown with the plan

function whatOf({ resource, caveman }) {
  if (resource) return { what: say(`piece.${resource}`) };
  return caveman ? { what: say(`caveman.${caveman}`) } : {};
}

// The duration of an interval in minutes, rounded up.
function lengthOf({ began, ended }) {
  return began === undefined ? undefined : duration(Math.ceil((ended - began) / 60000) * 60);
}

// True if the viewer did this or caused it. An earlier player of the seat is not the viewer.
function isOwn({ seat, actor }, players, viewer) {
  return viewer !== null && seat === viewer && [players[seat].player, "system"].includes(actor);
}

// One event as a sentence, addressed to the viewer if they did it; its stored name, if the server that rendered the page did not
// know the type.
export function told(event, players, viewer = null) {
  const { type, seat, data, cause } = event;
  if (!(type in TOLD)) return type;
  const { causes } = TOLD[type];
  const { yours } = isOwn(event, players, viewer) ? TOLD[type] : {};
  const text = yours ?? causes[cause] ?? TOLD[type].text;
  const name = (at) => (players[at] ? nameOf(players[at]) : say("table.somebody"));
  const dominoes = data.dominoes && numbers(data.dominoes);
  const length = lengthOf(data);
  return filled(text, { ...data, ...whatOf(data), dominoes, length, name: name(seat), to: name(data.to) });
}

// True if an event is in the list of news.
export function isListed({ type }) {
  return type in TOLD && TOLD[type].display !== "step";
}

function isNews({ type }) {
  return TOLD[type]?.display === "news";
}

function together(events) {
  const [first, second] = events;
  return first.type === "DominoPlaced" && second?.type === "DominoChosen" && first.seat === second.seat;
}

// The text of a move, with its cause if no player at the table made it.
export function withMaker(text, { seat, cause }, players) {
  return cause === "bot" && !players[seat].bot ? say("event.by-bot", { text }) : text;
}

// Events not by the viewer, as one text of at most `most` sentences; placing and choosing in one turn are one sentence.
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
  return sentences.slice(-most).join(say("list.stop"));
}

// The events since the viewer's last move by hand; for spectators, those since the beginning of the last turn.
export function sinceOwn(events, viewer) {
  const isMove = ({ type }) => TOLD[type]?.choice;
  const last = events.findLast(isMove);
  const ends =
    viewer === null
      ? (event) => isMove(event) && event.seat !== last.seat
      : (event) => isMove(event) && event.seat === viewer && event.cause === "player";
  return events.slice(events.findLastIndex(ends) + 1);
}
