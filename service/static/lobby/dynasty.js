// A dynasty's page: taking a seat, and looking again whenever something happens in it.

import { data } from "../shared/data.js";
import { going, join, present } from "../shared/opening.js";
import { say } from "../shared/words.js";

const { dynasty, version, over } = data("dynasty");
/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#join");

let events = null;

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  going(document.getElementById("told"), say("lobby.joining"), form.querySelectorAll("button"), async () => {
    await present(form.elements.name);
    return join(dynasty, "dynasties");
  });
});
form?.removeAttribute("hidden");

// While it is looked at only: browsers allow few streams to a server, and this one is not shared between tabs.
function listen() {
  events?.close();
  if (document.hidden) return;
  const query = new URLSearchParams(location.search);
  query.set("after", version);
  events = new EventSource(`/api/v1/dynasties/${dynasty}/events?${query}`);
  events.addEventListener("message", () => location.reload());
}

if (!over) {
  listen();
  document.addEventListener("visibilitychange", listen);
}
