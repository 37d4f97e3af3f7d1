// Reading and playing without a connection, as a page sees it: the service worker keeps the page; a kept copy says so; moves that
// wait are sent when the connection is back.

import { moment } from "../shared/formats.js";
import { sendWaiting } from "../shared/kept/waiting.js";
import { me } from "../shared/session.js";
import { say } from "../shared/words.js";

const WORKER = "/service-worker.js";

// When it stood as the page shows it, in words; `at` in ms.
export function stoodAt(at) {
  return say("offline.stood", { moment: moment(at) });
}

// Why a refused turn was not made, in words.
export function refusedWords({ code, detail }) {
  return code === "version/stale" ? say("offline.stale") : say("offline.refused", { why: detail });
}

// The time in ms at which the service sent this page, if it is a kept copy; else null.
export function keptAt() {
  const { kept } = document.documentElement.dataset;
  return kept === undefined ? null : Number(kept);
}

// Resolves when the page is loaded and has nothing else to do.
async function idle() {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
}

// Keep this page for the signed-in player. The page of the first visit came before there was a service worker, so the worker
// requests it once more.
export async function keepHere() {
  if (!me() || !navigator.serviceWorker || keptAt() !== null) return;
  await idle();
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = resolve;
  });
  active.postMessage(location.href, [port2]);
  await answer;
}

// Send what waits, now and whenever the connection is back. A failure is mended by the next time.
export function sendWhenBack() {
  const send = () => me() && sendWaiting().catch(() => {});
  addEventListener("online", send);
  send();
}

// Send moves that now wait even if all pages are closed, in browsers with Background Sync.
export async function sendLater() {
  const registration = /** @type {any} */ (await navigator.serviceWorker?.getRegistration(WORKER));
  await registration?.sync?.register("moves").catch(() => {});
}
