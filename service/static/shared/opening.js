// Sitting down: opening tables and taking seats, as whoever is here or as a new guest.

import { randomHex } from "./random.js";
import { api, me, signIn } from "./session.js";

// 32 random bytes of the player's own, so that nobody can know the draws beforehand.
export function entropy() {
  return randomHex(32);
}

// Make sure that somebody is here: a guest of the name in the form's field, or of its placeholder. Forms show the field,
// in [data-guest], where nobody is.
export async function present(field) {
  return me() ?? signIn(field.value.trim() || field.placeholder);
}

// The page of a table of this kind at which the player sits, with its key where it is private.
export async function pageOf(series, id) {
  const { key } = await api(`/${series}/${id}/invitation`);
  return `/${series}/${id}${key === null ? "" : `?${new URLSearchParams({ invitation: key })}`}`;
}

// Open a table of this kind, `games` or `dynasties`, and seat so many bots; the address of its page.
export async function open(series, body, policies = []) {
  const { id } = await api(`/${series}`, { method: "POST", body: { ...body, entropy: entropy() } });
  for (const policy of policies) await api(`/games/${id}/bots`, { method: "POST", body: { policy } });
  return pageOf(series, id);
}

// Take a seat in a game or a dynasty; the address of its page.
export async function join(id, series = "games") {
  await api(`/${series}/${id}/seats`, { method: "POST", body: { entropy: entropy() } });
  return `/${series}/${id}`;
}

// Do what leads to another page, tell what is going on, or why it did not work.
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
