// The service worker: shows push messages, lets the player read kept pages without a connection, and sends moves that waited for
// one. With a connection, pages always come from the service.

import { isKeptPath, keepOnly, keepPage, keptAsset, keptPage } from "../shared/kept/pages.js";
import { forgetAllWaiting, sendWaiting } from "../shared/kept/waiting.js";
import * as pushes from "../push/worker.js";

const WORKER = /** @type {any} */ (globalThis); // a ServiceWorkerGlobalScope
const SIGNING_OUT = ["/account/sign-out", "/account/sign-out/everywhere", "/account/erase"];
let signedOut = 0; // sign-outs that this worker has seen: a page that was requested before is not kept

pushes.listen();

async function visit(event) {
  const { request } = event;
  const before = signedOut;
  let response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(request));
  } catch {
    return (await keptPage(request.url)) ?? Response.error();
  }
  const copy = response.clone();
  if (before === signedOut) event.waitUntil(keepPage(request.url, copy).catch(() => {}));
  return response;
}

function isSigningOut({ method, url }) {
  const { pathname } = new URL(url);
  return (method === "POST" && SIGNING_OUT.includes(pathname)) || (method === "DELETE" && pathname === "/api/v1/session");
}

async function forget() {
  signedOut += 1;
  await Promise.all([keepOnly(null), forgetAllWaiting()]);
}

addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (isSigningOut(request)) event.waitUntil(forget());
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate" && isKeptPath(pathname)) event.respondWith(visit(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(keptAsset(request).then((kept) => kept ?? fetch(request)));
});

// A page that came before this worker asks it to keep the page, and is answered when that is done.
async function keepFor({ data, ports: [port] }) {
  const before = signedOut;
  const response = await fetch(data);
  if (before === signedOut) await keepPage(data, response);
  port.postMessage(null);
}

addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepFor(event)));

// Background Sync tries again later if this rejects.
addEventListener("sync", (/** @type {any} */ event) => {
  event.waitUntil(
    sendWaiting().then((done) => {
      if (!done) throw new Error("moves are still waiting");
    }),
  );
});

// Requests to the API do not wait for the worker, but for the one it listens to. The last one of a page that is being left would
// be lost with the page before the worker has seen it.
const ROUTES = [
  { condition: { urlPattern: { pathname: "/api/v1/session" }, requestMethod: "DELETE" }, source: "fetch-event" },
  { condition: { urlPattern: { pathname: "/api/*" } }, source: "network" },
];

// A new release becomes active at once: what is kept stays readable.
addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(event.addRoutes?.(ROUTES));
  WORKER.skipWaiting();
});
addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(WORKER.registration.navigationPreload?.enable()));
