// The form of a new game: choices that conflict are disabled with the reason; the others become a request.

import { Choices, labelOf } from "./choices.js";
import { setBy, settle, showVariants } from "./shortcuts.js";
import { showChosen } from "./summaries.js";
import { data } from "../shared/data.js";
import { keepBell } from "../live/bell.js";
import { going, open, present } from "../shared/seats/opening.js";
import { seek } from "../shared/seats/seeking.js";
import { Problem } from "../shared/session.js";
import { takeDigits } from "../shared/typed.js";
import { say } from "../shared/words.js";

const deal = data("deal"); // the known deal that is played again: members of the request and a key, or null
const NEAR = "near"; // the preset that looks for a player near the viewer's rating
const PERSON = ""; // the value of a person's seat; other seats have a bot's name
/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#new");
const told = document.getElementById("told");
const choices = new Choices(form);

// The seats other than the viewer's, in their order.
function seats() {
  return /** @type {HTMLSelectElement[]} */ (Array.from(form.querySelectorAll("[name=seat]")));
}

function textOf(name) {
  return form.elements[name].value;
}

// The other seats, as many as the game has.
function showSeats() {
  const players = Number(textOf("players"));
  for (const seat of seats()) {
    const place = seat.closest("label");
    place.hidden = Number(place.dataset.seat) > players;
  }
}

// Only people play rated games: no bot has a seat, and none replaces a player who ran out of time.
function showRated() {
  const [casual, rated] = choices.found("[name=rated]");
  const withBots = seats().some(({ value }, index) => index < Number(textOf("players")) - 1 && value !== PERSON);
  rated.disabled = withBots || deal !== null;
  if (rated.disabled) casual.checked = true;
  const why = deal === null ? "new.not-rated" : "new.known-deal";
  labelOf(rated).querySelector(".reason").textContent = rated.disabled ? say(why) : "";
  const [bot] = choices.found("[name=on_timeout][value=bot]");
  bot.disabled ||= rated.checked;
  if (rated.checked && bot.checked) choices.found("[name=on_timeout][value=forfeit]")[0].checked = true;
  labelOf(bot).querySelector(".reason").textContent = rated.checked ? say("new.rated") : "";
}

// The invited players, up to a maximum.
function showGuests() {
  const { most } = data("guests");
  const boxes = choices.found("[name=invited]");
  const full = boxes.filter(({ checked }) => checked).length >= most;
  for (const box of boxes) {
    box.disabled = full && !box.checked;
    labelOf(box).querySelector(".reason").textContent = box.disabled ? say("new.most-invited", { count: most }) : "";
  }
}

function rules() {
  const given = choices.inputs().filter(({ name, checked, disabled }) => name !== "players" && checked && !disabled);
  return Object.fromEntries(given.map(({ name, type, value }) => [name, type === "checkbox" ? true : value]));
}

function clock() {
  const policy = textOf("policy");
  const numbers = choices.found("[data-policies] input[type=number]:not(:disabled)");
  const unit = Number(textOf("unit"));
  const pause = policy === "none" ? {} : data("pauses")[textOf("pause")];
  const zone = { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return {
    policy,
    ...Object.fromEntries(numbers.map(({ name, value }) => [name, Number(value) * unit])),
    ...(Object.keys(pause).length && { pause: { ...zone, ...pause } }),
  };
}

// Agreements other than the rules and the clock, by their field in the API.
function agreed() {
  const meant = data("agreements").filter((name) => name !== "series" && !choices.found(`[name=${name}]`)[0].closest("[hidden]"));
  const values = meant.map((name) => [name, { true: true, false: false }[textOf(name)] ?? textOf(name)]);
  const invited = choices.found("[name=invited]:checked").map(({ value }) => value);
  return { ...Object.fromEntries(values), ...(invited.length && { invited }) };
}

async function openTable() {
  await present(form.elements.name);
  const players = Number(textOf("players"));
  const bots = seats()
    .slice(0, players - 1)
    .map(({ value }) => value);
  /** @type {Record<string, any>} */
  const body = { players, rules: rules(), clock: clock(), ...agreed(), ...deal?.body };
  if (textOf("preset") === NEAR) {
    const isEven = body.rated === true && !body.invited && textOf("visibility") === "public";
    if (!isEven || form.elements.series.checked) throw new Problem(0, "seek/not-even", say("new.near-only"));
    return seek({ players, rules: body.rules, clock: body.clock });
  }
  return open(
    form.elements.series.checked ? "dynasties" : "games",
    body,
    bots.filter((bot) => bot !== PERSON),
    deal?.key,
  );
}

// A preset sets its own fields; other choices stay.
function settleBy(preset) {
  const { seat, ...values } = data("presets")[preset];
  for (const each of seats()) each.value = seat;
  settle(form, values);
}

function show() {
  document.getElementById("seeking").hidden = textOf("preset") !== NEAR;
  document.getElementById("own-pace").hidden = textOf("pace") !== "own";
  choices.settle();
  showVariants(choices);
  choices.showClock();
  showSeats();
  showRated();
  showGuests();
  showChosen(form);
}

form.addEventListener("change", ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  if (input.name === "preset") settleBy(input.value);
  settle(form, setBy(input));
  show();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  going(told, say("lobby.opening"), form.querySelectorAll("button"), openTable);
});
form.querySelector("button").disabled = false;
for (const input of choices.found("[data-sets]:checked")) settle(form, setBy(input));
if (deal !== null) settle(form, { players: String(deal.body.players) });
show();

keepBell();
takeDigits();
