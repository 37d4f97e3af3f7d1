// Sharing a move and saving the record: copies links, and downloads files in the format of the pressed button.

import { ask } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { versionInAddress } from "./address.js";

function tell(kept, refused) {
  document.getElementById("kept").textContent = kept;
  document.getElementById("not-kept").textContent = refused;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(say("replay.copied"), "");
  } catch {
    tell("", say("replay.not-copied"));
  }
}

function save(blob, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** @type {(button: HTMLElement) => Promise<void>} */
async function download({ dataset: { href, accept, name } }) {
  try {
    save(await (await ask(href, { headers: { Accept: accept } })).blob(), name);
    tell("", "");
  } catch (problem) {
    tell("", problem.message);
  }
}

function enable(button, act) {
  button.hidden = false;
  button.addEventListener("click", act);
}

// The picture shows the move that is shown at the click.
function showPicture(link, address) {
  link.addEventListener("click", () => {
    const picture = new URL(link.href);
    const version = versionInAddress(address());
    if (version !== null) picture.searchParams.set("version", String(version));
    link.href = picture.href;
  });
}

// Activate the buttons; `address()` returns the URL of the shown move.
export function offerToKeep(address) {
  enable(document.getElementById("copy-link"), () => copy(address()));
  /** @type {HTMLAnchorElement} */
  const picture = document.querySelector("#picture");
  if (picture) showPicture(picture, address);
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("[data-accept]");
  for (const button of buttons) enable(button, () => download(button));
  /** @type {HTMLTextAreaElement} */
  const text = document.querySelector("#embedding");
  if (text) enable(document.getElementById("copy-embedding"), () => copy(text.value));
}
