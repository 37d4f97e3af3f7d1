// Parts of a page that the server renders, kept up to date: the page is requested again when something has changed.

import { follow, unfollow } from "./follow.js";
import { tellTimes } from "./times.js";
import { tellVisits } from "./visited.js";

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
  tellVisits();
  if (focused) part.querySelector(focused)?.focus();
}

// A part that the new page lacks is hidden. One with `data-lasting`, such as a form that is being filled in, keeps its contents.
function renewed(part, fresh) {
  if (!fresh || "lasting" in part.dataset) part.hidden = !fresh || fresh.hidden;
  else replace(part, fresh);
}

// Returns a function to call when something has changed: the elements with these ids are rendered again a moment later.
// `shown(page)` is called with each new page.
export function renderedAgain(ids, shown = (/** @type {Document} */ _page) => {}) {
  let soon = null;
  let requests = 0;
  let latest = 0;

  async function renew() {
    requests += 1;
    const number = requests;
    const page = await requested();
    if (page === null || number < latest) return; // a later request was answered first
    latest = number;
    const fresh = new DOMParser().parseFromString(page, "text/html");
    for (const part of ids.map((id) => document.getElementById(id)).filter(Boolean)) renewed(part, fresh.getElementById(part.id));
    shown(fresh);
  }

  return () => {
    clearTimeout(soon);
    soon = setTimeout(renew, GATHERING);
  };
}

// The same for a page of games: what happens in one of them renders the page again. `places(page)` returns the places in the logs of
// the games on a page, by id: the games of a new page are followed, and no others.
export function renderedWithGames(ids, places) {
  const known = new Set();
  const renew = renderedAgain(ids, followNew);

  function followNew(page) {
    const here = places(page);
    for (const game of [...known].filter((each) => !(each in here))) {
      known.delete(game);
      unfollow(game);
    }
    for (const [game, place] of Object.entries(here).filter(([game]) => !known.has(game))) {
      known.add(game);
      follow(game, place, { events: renew, reset: renew, hidden: renew, here: renew, away: () => {} });
    }
  }

  followNew(document);
  return renew;
}
