// Who is here, and the way to the API: every script that asks for something asks here. What a browser is known by is the
// session's cookie, which no script can read; the page says who that is.

import { data } from "./data.js";
import { showInHeader } from "./header.js";
import { keepReceipt } from "./kept/receipts.js";
import { randomHex } from "./random.js";
import { say } from "./words.js";

const API = "/api/v1";
const ENDED = ["auth/missing", "auth/unknown-token"];
const invitation = new URLSearchParams(location.search).get("invitation");

// An answer that is an error: `status`, the stable `code`, what else the answer says in `body`; the message is
// for a person.
export class Problem extends Error {
  constructor(status, code, detail, body = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

let here = data("me");

// The player who is here, `{ id, name }`, or null.
export function me() {
  return here;
}

function become(player) {
  here = player;
  showInHeader(here);
}

function headersFor(method, body, headers) {
  return {
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(method === "POST" && { "Idempotency-Key": randomHex(16) }),
    ...headers,
  };
}

async function problemOf(answer) {
  const body = await answer.json().catch(() => ({}));
  const ended = ENDED.includes(body.code);
  if (ended) become(null);
  const detail = ended ? say("session.ended") : (body.detail ?? say("session.strange", { status: answer.status }));
  return new Problem(answer.status, body.code ?? `http/${answer.status}`, detail, body);
}

// The address of a path under the API; the key of a private table, where the page has one, goes with it. A path that has keys
// of its own has all that it needs.
function addressOf(path) {
  if (invitation === null || path.includes("invitation=")) return API + path;
  return `${API}${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ invitation })}`;
}

/**
 * @typedef {{
 *   method?: string, body?: object, headers?: Record<string, string>, signal?: AbortSignal, keepalive?: boolean
 * }} RequestOptions
 */

// The response to a request under the API; throws a `Problem` where it is an error, status 0 where none came.
/** @type {(path: string, options?: RequestOptions) => Promise<Response>} */
export async function ask(path, { method = "GET", body, headers = {}, signal, keepalive = false } = {}) {
  const sent = body && JSON.stringify(body);
  const request = { method, headers: headersFor(method, body, headers), signal, keepalive, body: sent };
  let answer;
  try {
    answer = await fetch(addressOf(path), request);
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new Problem(0, "service/away", say("session.away"));
  }
  if (!answer.ok) throw await problemOf(answer);
  const receipt = answer.headers.get("Kingdomino-Receipt");
  if (receipt && here) keepReceipt(here.id, receipt);
  return answer;
}

// The value that the API answers with, null for none.
/** @type {(path: string, options?: RequestOptions) => Promise<any>} */
export async function api(path, options) {
  const answer = await ask(path, options);
  return answer.status === 204 ? null : answer.json();
}

// A new guest of this name, who is here from now on.
export async function signIn(name) {
  become(await api("/session/guest", { method: "POST", body: { name } }));
  return me();
}

// All tabs have the same session. Where another one made somebody else of whoever comes back to this one, the page, which
// is for who was here before, is loaded again.
async function lookAgain() {
  if (document.hidden || !here) return;
  const { id } = here;
  const now = await api("/session").catch(({ status }) => (status === 401 ? null : { id }));
  if (now?.id !== id) location.reload();
}

document.addEventListener("visibilitychange", lookAgain);
