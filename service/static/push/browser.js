// Push messages in this browser: their state, and switching them on and off.

import { api } from "../shared/session.js";

const WORKER = "/service-worker.js";
const IOS = /iPhone|iPad|iPod/;

function isIos() {
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  return IOS.test(navigator.userAgent) || (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
}

function isInstalled() {
  return matchMedia("(display-mode: standalone)").matches;
}

// The browser's ability: "ready"; "denied", if its user forbids messages; "install", if messages work only from the home
// screen; "none".
export function ability() {
  const has = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!has) return isIos() && !isInstalled() ? "install" : "none";
  return Notification.permission === "denied" ? "denied" : "ready";
}

function bytesOf(base64) {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(left, right) {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

// The subscription of this browser, null for none. Without a former subscription no worker is started.
export async function subscription() {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

// The subscription for the service's key; one for another key is useless.
async function subscribed(registration, key) {
  const old = await registration.pushManager.getSubscription();
  const bound = old?.options.applicationServerKey;
  if (old && bound && isSame(new Uint8Array(bound), key)) return old;
  await old?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

// Subscribe after asking the user for permission; returns true if granted. Call this from a click only.
export async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await api("/push/key");
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  const made = await subscribed(registration, bytesOf(key));
  try {
    await api("/me/push", { method: "POST", body: made.toJSON(), keepalive: true });
  } catch (failure) {
    await made.unsubscribe(); // a browser that is subscribed gets no further offer
    throw failure;
  }
  return true;
}

// Unsubscribe this browser.
export async function turnOff() {
  await (await subscription())?.unsubscribe();
}
