// The receipts section of the account page: the number of receipts in this browser, and all of them as one file.

import { keepBell } from "../live/bell.js";
import { me } from "../shared/session.js";
import { say } from "../shared/words.js";
import { forgetReceipts, receiptsOf } from "../shared/kept/receipts.js";

const place = document.getElementById("receipts");

function save(texts) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${texts.join("\n")}\n`], { type: "text/plain" }));
  link.download = "kingdomino-receipts.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

async function show() {
  const texts = await receiptsOf(me().id);
  const [count, button] = [place.querySelector("[data-count]"), place.querySelector("button")];
  count.textContent = say("receipts.count", { count: texts.length });
  button.hidden = texts.length === 0;
  button.addEventListener("click", () => save(texts));
}

show();
keepBell();

// Erasing the account erases its receipts in this browser, too. The service refuses any other text than the player's name.
/** @type {HTMLFormElement & { elements: any }} */
const erasing = document.querySelector("#erase");
erasing?.addEventListener("submit", () => {
  if (erasing.elements.confirm.value === me().name) forgetReceipts(me().id).catch(() => {});
});
