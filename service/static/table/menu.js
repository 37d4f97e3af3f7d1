// The small menu: the game's other pages, and what one seldom does, asked once more where it cannot be undone.

import { element } from "../elements.js";
import { say } from "../words.js";
import { button } from "./bar.js";
import { confirmSwitch } from "./confirming.js";
import { deedsOf, doDeed } from "./seats.js";
import { sure } from "./sure.js";

const PAGES = [["replay", "replay"], ["audit", "audit"]];

async function confirmed({ name, asks }, game, act) {
  if (asks && !(await sure(say(`table.sure-${name}`), say(`table.${name}`)))) return;
  act(() => doDeed(game, name));
}

function entries(state, seat, act) {
  const links = PAGES.map(([name, path]) => element("a", { class: "button", href: `/games/${state.id}/${path}${location.search}` }, say(`table.${name}`)));
  const deeds = deedsOf(state, seat).map((deed) =>
    button(`deed-${deed.name}`, say(`table.${deed.name}`), () => confirmed(deed, state.id, act)));
  return [...(seat === null ? [] : [confirmSwitch()]), ...links, ...deeds];
}

export function showMenu(page, state, seat, act) {
  const open = page.menu.querySelector("details")?.open ?? false;
  const menu = element("details", {}, element("summary", { class: "button", "data-key": "menu" }, say("table.menu")),
    element("div", { class: "card menu-entries" }, ...entries(state, seat, act)));
  menu.open = open;
  page.menu.replaceChildren(menu);
}
