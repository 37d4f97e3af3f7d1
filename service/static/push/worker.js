// The part of the service worker that shows push messages and opens their games.

const WORKER = /** @type {any} */ (globalThis); // a ServiceWorkerGlobalScope
const ICON = "/static/icons/192.png";
const IS_SAFARI = /^(?!.*(?:Chrome|Firefox)\/).*Safari\//.test(navigator.userAgent);
const BADGE = "/static/icons/badge.png";

async function windows() {
  return WORKER.clients.matchAll({ type: "window", includeUncontrolled: true });
}

function pathOf(client) {
  return new URL(client.url).pathname;
}

// The sentences under the title; the deadline is in the language of the account and in the time zone of this browser.
function bodyOf({ text, by, until, lang }) {
  const moment = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const lines = [text, by?.replace("{time}", () => moment.format(until))];
  return lines.filter(Boolean).join("\n");
}

// If the game is visible, no message is needed. Browsers allow silence only then; Safari never does: it revokes the
// permission.
async function isInSight(url) {
  if (IS_SAFARI) return false;
  const [path] = url.split("?");
  return (await windows()).some((client) => client.focused && pathOf(client) === path);
}

// A message that was sent twice, because the sender died before it recorded the first, makes no second sound.
async function isThere({ tag, id }) {
  const shown = await WORKER.registration.getNotifications({ tag });
  return shown.some((notification) => notification.data?.id === id);
}

async function show(message) {
  if (await isInSight(message.url)) return;
  const again = await isThere(message);
  await WORKER.registration.showNotification(message.title, {
    body: bodyOf(message),
    lang: message.lang,
    dir: message.dir,
    tag: message.tag,
    renotify: !again,
    silent: again,
    timestamp: message.at,
    data: { url: message.url, id: message.id },
    icon: ICON,
    badge: BADGE,
  });
}

// Focuses a tab with the page, or opens a new one.
async function lead({ url }) {
  const [path] = url.split("?");
  const there = (await windows()).find((client) => pathOf(client) === path);
  if (there) await there.focus();
  else await WORKER.clients.openWindow(url);
}

// The push service has changed the browser's endpoint: send the new one to the service, with this browser's session.
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options ?? { userVisibleOnly: true };
  const subscription = newSubscription ?? (await WORKER.registration.pushManager.subscribe(options));
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/v1/me/push", { method: "POST", headers, body: JSON.stringify(subscription) });
}

// Answer the events of push messages.
export function listen() {
  addEventListener("push", (event) => /** @type {any} */ (event).waitUntil(show(/** @type {any} */ (event).data.json())));
  addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(lead(event.notification.data));
  });
  addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));
}
