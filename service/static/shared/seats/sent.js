// Shows the attempts to take a seat that this browser stores, in the section `#sent` of a page, and saves them as a file.

import { element } from "../elements.js";
import { moment } from "../formats.js";
import { say } from "../words.js";

// The lines of a file of attempts, in the form of docs/organize/audit.md.
export function linesOf(attempts) {
  return attempts.map((attempt) => JSON.stringify(attempt));
}

// Let the reader save these lines as a file.
export function save(lines, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

function answerOf({ status, code }) {
  if (status === null) return say("seats.unanswered");
  return code === null ? status : `${status} ${code}`;
}

function shown(attempt) {
  const { table, requests } = attempt;
  const time = moment(requests[0].at);
  const last = answerOf(requests.at(-1));
  const summary = say("seats.attempt", { table: table.slice(0, 8), time, count: requests.length, last });
  const whole = element("pre", { tabindex: "0" }, JSON.stringify(attempt, null, 2));
  return element("li", {}, element("details", {}, element("summary", {}, summary), whole));
}

// Show these attempts; the section stays hidden if there are none.
export function showSent(attempts) {
  const place = document.getElementById("sent");
  if (!place || attempts.length === 0) return;
  place.hidden = false;
  place.querySelector("ul").replaceChildren(...attempts.map(shown));
  place.querySelector("button").onclick = () => save(linesOf(attempts), "kingdomino-seats.txt");
}
