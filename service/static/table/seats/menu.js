// The small menu: the game's other pages, and rare actions.

import { data } from "../../shared/data.js";
import { element } from "../../shared/elements.js";
import { onPreference, PREFERENCES } from "../../shared/preferences.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "../controls/bar.js";
import { showKeys } from "../controls/keys.js";
import { buttonsFor, actionsNow } from "./action_buttons.js";
import { Mute } from "./mute.js";
import { preferenceBoxes } from "./preference_boxes.js";
import { keepingFocus } from "../showing/page.js";
import { onVacation, vacationWords } from "../showing/turns/vacations.js";

const { series } = data("table");

function links({ id }) {
  const pages = [
    ["replay", `/games/${id}/replay`],
    ["audit", `/games/${id}/audit`],
    ["dynasty", `/dynasties/${series?.id}`],
  ];
  return pages
    .filter(([name]) => name !== "dynasty" || series)
    .map(([name, path]) => element("a", { class: "button", href: path + location.search }, say(`table.${name}`)));
}

export class Menu {
  days = null; // the viewer's remaining vacation days, null before they are requested
  state = null; // null until the table is shown; other parts of the page may come earlier
  seat = null;

  // `act(way)` runs an action and shows its outcome; `more()` returns buttons of other parts of the table.
  constructor(place, act, more) {
    this.act = act;
    this.more = more;
    this.mute = new Mute(() => this.showEntries());
    this.entries = element("div", { class: "card menu-entries" });
    const summary = element("summary", { class: "button", "data-key": "menu" }, say("table.menu"));
    this.menu = element("details", {}, summary, this.entries);
    this.menu.addEventListener("toggle", () => this.look().catch(() => {}));
    this.menu.addEventListener("keydown", (press) => this.closeBy(press));
    place.replaceChildren(this.menu);
    for (const name of PREFERENCES) onPreference(name, () => this.showEntries()); // also when changed in another tab
  }

  // Escape closes the menu, without undoing anything on the board.
  closeBy(press) {
    if (press.key !== "Escape" || !this.menu.open) return;
    press.stopPropagation();
    this.close();
  }

  close() {
    const inside = this.menu.contains(document.activeElement);
    this.menu.open = false;
    if (inside) this.menu.querySelector("summary").focus();
  }

  // When the menu is opened, request the data of its choices: muted notices, and vacation days in games with a clock.
  async look() {
    const { state, seat } = this;
    if (!this.menu.open || seat === null) return;
    const timed = state.status === "active" && "clock" in state;
    const [clock] = await Promise.all([timed ? api(`/games/${state.id}/clock`) : null, this.mute.look(state.id)]);
    if (!clock) return;
    this.days = clock.seats[seat].vacation_days;
    this.showEntries();
  }

  get vacation() {
    if (this.seat === null || this.days === null || this.state.status !== "active") return [];
    const player = this.state.players[this.seat];
    const now = onVacation(player) ? [element("p", {}, vacationWords(player))] : [];
    return [...now, element("p", { class: "muted" }, say("table.vacation-days", { count: this.days }))];
  }

  show(state, seat) {
    const before = this.state?.players[seat]?.vacation;
    const ends = this.state?.status === "active" && state.status !== "active";
    this.state = state;
    this.seat = seat;
    if (ends && this.menu.open) this.close(); // the result is below the menu
    this.showEntries();
    if (before !== state.players[seat]?.vacation) this.look().catch(() => {});
  }

  showEntries() {
    const { state, seat, days } = this;
    if (state === null) return;
    const actions = actionsNow(state, { days }).filter(({ urgent }) => !urgent);
    keepingFocus(this.entries, () =>
      this.entries.replaceChildren(
        preferenceBoxes(seat !== null),
        button("keys", say("table.keys-title"), showKeys),
        ...links(state),
        ...this.vacation,
        ...buttonsFor(actions, state, this.act, days),
        ...this.more(),
        ...(seat === null ? [] : this.mute.entries(state.id)), // last, because it arrives later and must not move the others
      ),
    );
  }
}
