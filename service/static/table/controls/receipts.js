// Shows at the table that the last move was recorded and signed. The tooltip has the event's number and the first digits of its
// hash, which an audit shows, too.

import { me } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { onReceipt, receiptsOf } from "../../shared/kept/receipts.js";

const FIGURES = 8;

// Show in `place` the newest receipt of the game in this browser, and each new one.
export async function showReceipts(place, game) {
  let newest = 0;
  const show = ({ version, hash }) => {
    if (version < newest) return;
    newest = version;
    place.textContent = say("receipts.signed");
    place.title = `${version}:${hash.slice(0, FIGURES)}`;
  };
  onReceipt((receipt) => receipt.game === game && show(receipt));
  if (me()) (await receiptsOf(me().id, game)).forEach(show);
}
