// Who is here, in the header of every page.

import { me } from "./session.js";

const account = document.getElementById("account");
const who = me();

if (who) {
  const link = account.querySelector("a");
  link.textContent = who.name;
  link.href = `/players/${who.id}`;
  account.hidden = false;
}
