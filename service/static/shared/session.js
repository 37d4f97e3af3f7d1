// The signed-in player, and requests to the API: all scripts send their requests here. The session is in a cookie that no
// script can read; the page names the player.

import { data } from "./data.js";
import { showInHeader } from "./header.js";
import { keepOnly } from "./kept/pages.js";
import { keepReceipt } from "./kept/receipts.js";
import { pause } from "./pause.js";
import { randomHex } from "./random.js";
import { learn, sentNow } from "./server_time.js";
import { say } from "./words.js";

const API = "/api/v1";
const KEEPING = 1000; // ms for the storing of a receipt, which a page that is left at once would lose
const ENDED = ["auth/missing", "auth/unknown-token"];
const invitation = new URLSearchParams(location.search).get("invitation");

// An error response: `status`, the stable `code`, and all members in `body`; the message is a sentence for people.
export class Problem extends Error {
  constructor(status, code, detail, body = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

let here = data("me");

// The signed-in player, `{ id, name }`, or null.
export function me() {
  return here;
}

// What another player, or this one before signing out, could read without a connection is deleted.
function become(player) {
  here = player;
  keepOnly(here?.id).catch(() => {});
  showInHeader(here);
}

// An error is written in the language of the page, also where the browser asks for another one. What the page has preloaded, the
// browser asked for by itself.
function headersFor(method, body, headers, isPreloaded) {
  return {
    ...(!isPreloaded && { "Accept-Language": document.documentElement.lang }),
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

// The URL of a path under the API, with the key of a private table if the page has one. A path that already has keys gets none.
function addressOf(path) {
  if (invitation === null || path.includes("invitation=")) return API + path;
  return `${API}${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ invitation })}`;
}

const LIVE = /no-cache|no-store/; // in `Cache-Control`: other responses may be old ones from the browser's cache
const preloaded = new Set(
  [...document.querySelectorAll("link[rel=preload][as=fetch]")].map((link) => /** @type {HTMLLinkElement} */ (link).href),
);

// The time at which a request was sent, for `learn`. A preloaded one was sent before the script ran, but after the page's first
// bytes had come.
function sending(isPreloaded) {
  if (!isPreloaded) return sentNow();
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return sentNow(page?.responseStart ?? 0);
}

/**
 * @typedef {{
 *   method?: string, body?: object, headers?: Record<string, string>, signal?: AbortSignal, keepalive?: boolean
 * }} RequestOptions
 */

// The response to an API request; throws a `Problem` for an error, with status 0 if no response came.
/** @type {(path: string, options?: RequestOptions) => Promise<Response>} */
export async function ask(path, { method = "GET", body, headers = {}, signal, keepalive = false } = {}) {
  const sent = body && JSON.stringify(body);
  const address = addressOf(path);
  const isPreloaded = preloaded.delete(new URL(address, location.href).href);
  const request = { method, headers: headersFor(method, body, headers, isPreloaded), signal, keepalive, body: sent };
  const at = sending(isPreloaded);
  let answer;
  try {
    answer = await fetch(address, request);
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new Problem(0, "service/away", say("session.away"));
  }
  if (LIVE.test(answer.headers.get("Cache-Control"))) learn(at, answer.headers.get("Date"));
  if (!answer.ok) throw await problemOf(answer);
  const receipt = answer.headers.get("Kingdomino-Receipt");
  if (receipt && here) {
    const kept = keepReceipt(here.id, receipt);
    if (method !== "GET") await Promise.race([kept, pause(KEEPING)]);
  }
  return answer;
}

// The value in the API's response, null for none.
/** @type {(path: string, options?: RequestOptions) => Promise<any>} */
export async function api(path, options) {
  const answer = await ask(path, options);
  return answer.status === 204 ? null : answer.json();
}

// Create a guest with this name and sign in as this guest.
export async function signIn(name) {
  become(await api("/session/guest", { method: "POST", body: { name } }));
  return me();
}

// All tabs share one session. If the player was changed in another tab, returning to this tab reloads its page, which was
// rendered for the previous player.
async function lookAgain() {
  if (document.hidden || !here) return;
  const { id } = here;
  const now = await api("/session").catch(({ status }) => (status === 401 ? null : { id }));
  if (now?.id !== id) location.reload();
}

document.addEventListener("visibilitychange", lookAgain);
keepOnly(here?.id).catch(() => {});
