// Parts of a page that the server renders, kept up to date: the page is requested again when something has changed.

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

// A part that the new page lacks is hidden. One with `data-lasting`, such as a form that is being filled in, keeps its contents.
function renewed(part, fresh) {
  if (!fresh || "lasting" in part.dataset) part.hidden = !fresh || fresh.hidden;
  else replace(part, fresh);
}

// Returns a function to call when something has changed: the elements with these ids are rendered again a moment later.
export function renderedAgain(...ids) {
  let soon = null;
  let requests = 0;
  let shown = 0;

  async function renew() {
    requests += 1;
    const number = requests;
    const page = await requested();
    if (page === null || number < shown) return; // a later request was answered first
    shown = number;
    const fresh = new DOMParser().parseFromString(page, "text/html");
    for (const part of ids.map((id) => document.getElementById(id)).filter(Boolean)) renewed(part, fresh.getElementById(part.id));
  }

  return () => {
    clearTimeout(soon);
    soon = setTimeout(renew, GATHERING);
  };
}
