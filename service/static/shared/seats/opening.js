// Opening tables and taking seats, as the signed-in player or as a new guest.

import { forgetOpening, keepOpening, openingOf } from "../kept/openings.js";
import { randomHex } from "../random.js";
import { api, ask, me, Problem, signIn } from "../session.js";
import { say } from "../words.js";
import { withKey } from "./keys.js";

const RECEIPT = "Kingdomino-Receipt";

// In the URL of a player who waits at a dynasty for a game: the page opens the game as soon as it runs.
export const WAITING = "#waiting";

// Take a seat at a table of this kind, or enter one of the `tournaments`. What that needs is loaded with the first seat.
export async function sitDown(series, table) {
  const sitting = await import("./sitting.js");
  await sitting.sitDown(series, table);
}

// Open a table by this request, without a seat; returns its id, its key or null, and the receipt of its first event. A request
// that is repeated with the same Idempotency-Key gives the same table.
export async function opened(path, body, idempotencyKey = randomHex(16)) {
  const headers = { "Idempotency-Key": idempotencyKey };
  const answer = await ask(path, { method: "POST", body: { ...body, join: false }, headers });
  const { id } = await answer.json();
  const key = new URL(answer.headers.get("Location") ?? "", location.href).searchParams.get("invitation");
  return { id, key, receipt: JSON.parse(answer.headers.get(RECEIPT)) };
}

// Sign in as a guest if nobody is signed in, with the name in the form's field, or its placeholder. Forms show the field,
// in [data-guest], only if nobody is signed in.
export async function present(field) {
  return me() ?? signIn(field.value.trim() || field.placeholder);
}

// The page of a table of this kind for a seated player, with its key if it is private; that of a dynasty leads to its running game.
export async function pageOf(series, id) {
  const { key } = await api(`/${series}/${id}/invitation`);
  return `/${series}/${id}${key === null ? "" : `?${new URLSearchParams({ invitation: key })}`}${series === "dynasties" ? WAITING : ""}`;
}

// Open a table of this kind, `games` or `dynasties`, sit down and seat the bots; returns the URL of its page. If a step fails,
// the same call continues at the same table. `key` is that of a private game whose deal is played again.
export async function open(series, body, policies = [], key = null) {
  const opening = await begun(series, body, policies, key);
  const { id } = opening.table;
  await sitDown(series, opening.table);
  for (const [index, policy] of policies.entries()) {
    const headers = { "Idempotency-Key": `${opening.key}-${index}` };
    await api(`/${series}/${id}/bots`, { method: "POST", body: { policy }, headers });
  }
  const page = await pageOf(series, id);
  await forgetOpening(opening);
  return page;
}

// The opening, with its table: a new one, or the one that this browser is still opening by the same request.
async function begun(series, body, policies, key) {
  const request = JSON.stringify([series, body, policies]);
  const kept = () =>
    openingOf(me().id, request, { key: randomHex(16) }).catch(() => {
      throw new Problem(0, "seat/not-kept", say("seat.not-kept"));
    });
  let opening = await kept();
  if (opening.table && !(await goesOn(series, opening.table))) {
    await forgetOpening(opening);
    opening = await kept();
  }
  if (!opening.table) {
    opening.table = await opened(withKey(`/${series}`, key), body, opening.key);
    await keepOpening(opening);
  }
  return opening;
}

// True if the player sits at this table, or still can, as its record says: no refusal tells that.
async function goesOn(series, { id, key }) {
  const { status, players } = await api(withKey(`/${series}/${id}`, key));
  return status === "open" || (status === "active" && players.some(({ player }) => player === me().id));
}

// Take a seat in a game or a dynasty; returns the URL of its page.
export async function join(id, series = "games") {
  await sitDown(series, { id });
  return `/${series}/${id}`;
}

// Run an action that leads to another page; shows its progress, or why it failed.
export async function going(told, text, controls, way) {
  told.classList.remove("bad");
  told.textContent = text;
  for (const control of controls) control.disabled = true;
  try {
    location.assign(await way());
  } catch (problem) {
    told.classList.add("bad");
    told.textContent = problem.message;
    /** @type {NodeListOf<HTMLElement>} */
    const fields = document.querySelectorAll("[data-guest]");
    for (const field of fields) field.hidden = me() !== null;
    for (const control of controls) control.disabled = false;
  }
}
