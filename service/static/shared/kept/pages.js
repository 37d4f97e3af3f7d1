// What can be read without a connection: the last copies of the lobby and of the pages of the player's own running games, with the
// position that each game's page showed last. The service names the player in the header of pages that may be kept
// (`service/http/page_headers.py`). Copies of one player at a time are here, until the sign-out.

const PLAYERS = "kingdomino.pages."; // a cache for each player
const ASSETS = "kingdomino.assets";
const OWNER = "Kingdomino-Page-Of";
const BUSY = [408, 429]; // statuses of responses that say nothing of the page, like those from 500
const MOST = 30; // pages; the oldest copies are dropped first
const KEPT_PATH = /^\/(?:games\/[0-9a-f-]{36})?$/;
const ASSET = /\/assets\/[^"'\s]+\.(?:css|js)/g;

const store = globalThis.caches; // undefined over plain http

const positionOf = (game) => `/games/${game}/position`;

// True for the path of a page that the service may let a browser keep.
export function isKeptPath(path) {
  return KEPT_PATH.test(path);
}

async function ownCaches() {
  return store ? (await store.keys()).filter((name) => name.startsWith(PLAYERS)) : [];
}

// Delete all copies except those of this player, null for nobody.
export async function keepOnly(player) {
  const others = (await ownCaches()).filter((name) => name !== PLAYERS + player);
  await Promise.all(others.map((name) => store.delete(name)));
}

async function drop(path) {
  for (const name of await ownCaches()) {
    const cache = await store.open(name);
    await Promise.all([cache.delete(path), cache.delete(`${path}/position`)]);
  }
}

async function pagesIn(cache) {
  return (await cache.keys()).filter(({ url }) => isKeptPath(new URL(url).pathname));
}

// The assets that a page names are kept with it; those that no kept page names any more are deleted.
async function keepAssets(cache, html) {
  const assets = await store.open(ASSETS);
  const missing = [];
  for (const url of new Set(html.match(ASSET))) if (!(await assets.match(url))) missing.push(url);
  if (!missing.length) return;
  await assets.addAll(missing);
  const pages = await Promise.all((await pagesIn(cache)).map(async (page) => (await cache.match(page)).text()));
  const named = new Set([html, ...pages].flatMap((text) => text.match(ASSET)));
  for (const { url } of await assets.keys()) if (!named.has(new URL(url).pathname)) await assets.delete(url);
}

// Keep this response to the request for a page, instead of an older one; or drop the copy if the service does not name an owner:
// the game is over, or the page is not for this reader any more. Keys of private games are in no name.
export async function keepPage(url, response) {
  const path = new URL(url).pathname;
  const player = response.headers.get(OWNER);
  if (!player || !response.ok) {
    if (response.type === "basic" && response.status < 500 && !BUSY.includes(response.status)) await drop(path);
    return;
  }
  await keepOnly(player);
  const cache = await store.open(PLAYERS + player);
  await keepAssets(cache, await response.clone().text());
  await cache.put(path, response);
  for (const page of (await pagesIn(cache)).slice(0, -MOST)) await drop(new URL(page.url).pathname);
}

// The copy of a page, marked with the time at which the service sent it; null for none.
export async function keptPage(url) {
  const { pathname } = new URL(url);
  for (const name of await ownCaches()) {
    const copy = await (await store.open(name)).match(pathname);
    if (copy) return marked(copy);
  }
  return null;
}

async function marked(copy) {
  const headers = new Headers(copy.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const html = await copy.text();
  return new Response(html.replace("<html", `<html data-kept="${Date.parse(headers.get("Date"))}"`), { headers });
}

export async function keptAsset(request) {
  return store.match(request, { cacheName: ASSETS });
}

// Keep the position, `{ at, state, events, moves }`, beside the copy of the game's page. Nothing is kept after a sign-out, which
// deletes the player's copies.
export async function keepPosition(player, game, position) {
  const name = PLAYERS + player;
  if (!store || !(await store.has(name))) return;
  await (await store.open(name)).put(positionOf(game), new Response(JSON.stringify(position)));
}

// The kept position of the player's game, null for none.
export async function keptPosition(player, game) {
  const found = await store?.match(positionOf(game), { cacheName: PLAYERS + player });
  return found ? found.json() : null;
}
