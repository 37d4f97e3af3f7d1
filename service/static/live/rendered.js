// A part of a page that the server renders, kept up to date: the page is requested again when something has changed.

import { tellTimes } from "./times.js";

const GATHERING = 300; // ms: one change is often followed by another

async function requested() {
  try {
    const answer = await fetch(location.href);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null; // the next change triggers a new request
  }
}

// Finds an element again in the new contents: by its id, because several links may lead to the same page, or by its link.
function selectorOf(element) {
  return element.id ? `#${CSS.escape(element.id)}` : `a[href="${CSS.escape(element.getAttribute("href") ?? "")}"]`;
}

// The new contents replace the old ones; the focus stays on the same link, and what is unfolded stays so.
function replace(part, fresh) {
  const focused = part.contains(document.activeElement) ? selectorOf(document.activeElement) : null;
  for (const { id } of part.querySelectorAll("details[open][id]"))
    fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  part.hidden = fresh.hidden;
  part.replaceChildren(...fresh.childNodes);
  tellTimes();
  if (focused) part.querySelector(focused)?.focus();
}

// Returns a function to call when something has changed: the element with this id is rendered again a moment later.
export function renderedAgain(id) {
  let soon = null;
  let requests = 0;
  let shown = 0;

  async function renew() {
    requests += 1;
    const number = requests;
    const page = await requested();
    if (page === null || number < shown) return; // a later request was answered first
    shown = number;
    const [part, fresh] = [document, new DOMParser().parseFromString(page, "text/html")].map((where) => where.getElementById(id));
    if (part && fresh) replace(part, fresh);
  }

  return () => {
    clearTimeout(soon);
    soon = setTimeout(renew, GATHERING);
  };
}
