// Opening tables and taking seats, as the signed-in player or as a new guest.

import { randomHex } from "./random.js";
import { keepSeen } from "./kept/seen.js";
import { api, ask, me, Problem, signIn } from "./session.js";
import { say } from "./words.js";

const RECEIPT = "Kingdomino-Receipt";

// In the URL of a player who waits at a dynasty for a game: the page opens the game as soon as it runs.
export const WAITING = "#waiting";

// The path, with the key of a private table if there is one.
function withKey(path, key) {
  if (key === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ invitation: key })}`;
}

// Open a table by this request, without a seat; returns its id, its key or null, and the receipt of its first event.
export async function opened(path, body) {
  const answer = await ask(path, { method: "POST", body: { ...body, join: false } });
  const { id } = await answer.json();
  const key = new URL(answer.headers.get("Location") ?? "", location.href).searchParams.get("invitation");
  return { id, key, receipt: JSON.parse(answer.headers.get(RECEIPT)) };
}

// The data sent when taking a seat: the hash of the table's first event, which commits to the draws, and 32 random bytes of the
// player. So nobody can choose the draws. The opener of the table has a receipt of that event.
export async function sending(series, { id, key = null, receipt = null }) {
  const { events } = await api(withKey(`/${series}/${id}/events?limit=1`, key));
  const [{ hash, data }] = events;
  if (receipt?.version === 1 && (receipt.hash !== hash || !(data.draws >= 2))) {
    throw new Problem(409, "seat/other-opening", say("session.other-opening"));
  }
  keepSeen(id, hash);
  return { entropy: randomHex(32), seen: hash };
}

// Sign in as a guest if nobody is signed in, with the name in the form's field, or its placeholder. Forms show the field,
// in [data-guest], only if nobody is signed in.
export async function present(field) {
  return me() ?? signIn(field.value.trim() || field.placeholder);
}

// The page of a table of this kind for a seated player, with its key if it is private.
export async function pageOf(series, id) {
  const { key } = await api(`/${series}/${id}/invitation`);
  return `/${series}/${id}${key === null ? "" : `?${new URLSearchParams({ invitation: key })}`}`;
}

// Open a table of this kind, `games` or `dynasties`, sit down and seat the bots; returns the URL of its page.
export async function open(series, body, policies = []) {
  const table = await opened(`/${series}`, body);
  await sitDown(series, table);
  for (const policy of policies) await api(`/${series}/${table.id}/bots`, { method: "POST", body: { policy } });
  return (await pageOf(series, table.id)) + (series === "dynasties" ? WAITING : "");
}

// Take a seat in a game or a dynasty; returns the URL of its page.
export async function join(id, series = "games") {
  await sitDown(series, { id });
  return `/${series}/${id}`;
}

async function sitDown(series, table) {
  const body = await sending(series, table);
  await api(withKey(`/${series}/${table.id}/seats`, table.key ?? null), { method: "POST", body });
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
