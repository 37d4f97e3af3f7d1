// A part of a page that the server renders, kept up to date: the page is requested again when something has changed.

import { tellTimes } from "../shared/times.js";

const GATHERING = 300; // ms: one change is often followed by another

async function requested() {
  const answer = await fetch(location.href).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

// Finds the link again in the new contents; several links may lead to the same page.
function selectorOf(link) {
  return link.id ? `#${CSS.escape(link.id)}` : `a[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`;
}

// The new contents replace the old ones; the focus stays on the same link.
function replace(part, fresh) {
  const focused = part.contains(document.activeElement) ? selectorOf(document.activeElement) : null;
  part.hidden = fresh.hidden;
  part.replaceChildren(...fresh.childNodes);
  tellTimes();
  if (focused) part.querySelector(focused)?.focus();
}

// Returns a function to call when something has changed: the element with this id is rendered again a moment later.
export function renderedAgain(id) {
  let soon = null;
  let latest = 0;

  async function renew() {
    latest += 1;
    const number = latest;
    const page = await requested();
    if (page === null || number !== latest) return; // a later request may be answered first
    const [part, fresh] = [document, new DOMParser().parseFromString(page, "text/html")].map((where) => where.getElementById(id));
    if (part && fresh) replace(part, fresh);
  }

  return () => {
    clearTimeout(soon);
    soon = setTimeout(renew, GATHERING);
  };
}
