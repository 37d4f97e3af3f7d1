// The form for a message, and the phrases, which each player reads in their language.

import { element } from "../../shared/elements.js";
import { me } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "../controls/bar.js";

export const LONGEST = 300;
export const PHRASES = ["hello", "good-luck", "nice-move", "oops", "tomorrow", "take-your-time", "thanks", "good-game", "again"];

function phrases(send) {
  return element(
    "div",
    { class: "talk-phrases", role: "group", "aria-label": say("talk.phrases") },
    ...PHRASES.map((phrase) => button(`phrase-${phrase}`, say(`phrase.${phrase}`), () => send({ phrase }))),
  );
}

// Sends one message at a time: a second press during a request is ignored.
function oneAtATime(send) {
  let busy = false;
  return async (message) => {
    if (busy) return false;
    busy = true;
    const done = await send(message);
    busy = false;
    return done;
  };
}

// The form; `post(message)` returns true if the message was stored. Enter sends it, Shift+Enter inserts a line feed.
export function writing(post) {
  if (!me()) return element("p", {}, element("a", { href: "/sign-in" }, say("talk.sign-in")));
  const send = oneAtATime(post);
  const label = say("talk.label");
  const limits = { rows: 2, maxlength: LONGEST, required: "", placeholder: label };
  const field = element("textarea", { name: "text", dir: "auto", enterkeyhint: "send", ...limits });
  const form = element(
    "form",
    { class: "talk-form" },
    element("label", {}, element("span", { class: "visually-hidden" }, label), field),
    element("button", { class: "button primary" }, say("talk.send")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value;
    if ((await send({ text })) && field.value === text) field.value = "";
  });
  field.addEventListener("keydown", (press) => {
    if (press.key !== "Enter" || press.shiftKey || press.isComposing) return;
    press.preventDefault();
    form.requestSubmit();
  });
  return element("div", { class: "talk-writing" }, phrases(send), form);
}
