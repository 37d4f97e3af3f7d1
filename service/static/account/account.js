// The account page: the receipts section has the number of receipts in this browser, and all of them as one file, with what was
// sent to take seats; the passkeys section adds passkeys.

import { keepBell } from "../live/bell.js";
import { me } from "../shared/session.js";
import { say } from "../shared/words.js";
import { attemptsOf, forgetAttempts } from "../shared/kept/attempts.js";
import { forgetOpenings } from "../shared/kept/openings.js";
import { forgetReceipts, receiptsOf } from "../shared/kept/receipts.js";
import { linesOf, save, showSent } from "../shared/seats/sent.js";
import { offerToAdd } from "./passkeys.js";

const FORGETTING = [forgetReceipts, forgetAttempts, forgetOpenings];
const place = document.getElementById("receipts");

async function show() {
  const [receipts, attempts] = [await receiptsOf(me().id), await attemptsOf(me().id)];
  showSent(attempts);
  const [count, button] = [place.querySelector("[data-count]"), place.querySelector("button")];
  count.textContent = say("receipts.count", { count: receipts.length });
  button.hidden = receipts.length === 0;
  button.addEventListener("click", () =>
    save([...receipts.map(({ line }) => line), ...linesOf(attempts)], "kingdomino-receipts.txt"),
  );
}

show();
offerToAdd(document.querySelector("#passkeys form[hidden]"));
keepBell();

// Erasing the account erases what this browser stores for it, too. The service refuses any other text than the player's name.
/** @type {HTMLFormElement & { elements: any }} */
const erasing = document.querySelector("#erase");
erasing?.addEventListener("submit", () => {
  if (erasing.elements.confirm.value === me().name) for (const forget of FORGETTING) forget(me().id).catch(() => {});
});
