// Saves the audit page as one file that works without the service: its script, its style, its words, the bundle, and what the reader
// compares with. The file may load nothing and connect to nobody.

import { say } from "../shared/words.js";

const LARGEST = 16 * 2 ** 20; // bytes of a bundle that is put into the file; a larger one is chosen from disk
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

const root = document.getElementById("audit");
/** @type {HTMLButtonElement} */
const button = document.querySelector("#save");

// Shows the button, which saves the page; `evidence()` gives the pasted and kept lines, the reader's keys and the listed keys.
export function keepSaving({ bundleHere, evidence }) {
  if (!globalThis.crypto?.subtle) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      save(await pageWith(await bundleHere(), await evidence()));
    } catch (problem) {
      button.after(" ", say("audit.not-saved", { why: problem.message }));
    } finally {
      button.disabled = false;
    }
  });
}

function save(page) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  link.download = `kingdomino-audit-${root.dataset.game}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

// The parts are joined as text: the service's own policy forbids inline styles also in a document that is only being made.
async function pageWith(bundle, { held, own, log, listed }) {
  const style = document.querySelector("link[rel=stylesheet]").getAttribute("href");
  const [script, sheet] = await Promise.all([root.dataset.saved, style].map(textAt));
  const { lang, dir } = document.documentElement;
  return [
    `<!doctype html>`,
    `<html lang="${lang}" dir="${dir}">`,
    `<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark">`,
    `<title>${escaped(document.title)}</title>`,
    `<style>${sheet.replaceAll("</", "<\\/")}</style>`,
    mainWith(held, { own, log }).outerHTML,
    document.getElementById("words").outerHTML,
    `<script type="application/json" id="saved">${json({ bundle: await base64(bundle), listed })}</script>`,
    `<script type="module">${script.replaceAll("</script", "<\\/script")}</script>`,
  ].join("\n");
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

async function textAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(say("session.strange", { status: answer.status }));
  return answer.text();
}

const json = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

// The page's content without what needs the service, and before anything was checked.
function mainWith(held, keys) {
  const main = /** @type {HTMLElement} */ (document.getElementById("main").cloneNode(true));
  for (const element of main.querySelectorAll("[data-online], #sent, #verdicts tbody, noscript")) element.remove();
  for (const element of main.querySelectorAll("#verdicts, #bad, #games, #compare")) element.setAttribute("hidden", "");
  for (const element of main.querySelectorAll("[data-offline]")) element.removeAttribute("hidden");
  for (const element of main.querySelectorAll("#summary, #unshown, #kept")) element.textContent = "";
  const copy = main.querySelector("#audit");
  for (const name of ["data-bundle", "data-replay", "data-keys", "data-saved"]) copy.removeAttribute(name);
  main.querySelector("textarea").textContent = held;
  for (const [name, key] of Object.entries(keys)) main.querySelector(`[name=${name}]`).setAttribute("value", key);
  return main;
}

// Null for a bundle that is too large for a page.
async function base64(blob) {
  if (blob.size > LARGEST) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}
