// Rare actions at a table: their questions and their requests. The state's `actions` decide when they are allowed.

import { nameOf } from "../../shared/names.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { possible } from "./actions.js";
import { button } from "../controls/bar.js";
import { command } from "../controls/sending.js";
import { sure } from "../controls/sure.js";

const post = (path) => (game) => command(`/games/${game}/${path}`);
const endVacation = (game) => api(`/games/${game}/vacation`, { method: "DELETE" });

// By the name of the action, in the order of the buttons. `urgent` ones are next to the board, `isMain` is the one to
// press, `asks` have a question.
const ACTION_BUTTONS = {
  return: { name: "return", send: post("return"), urgent: true, isMain: true },
  claim: { name: "claim", send: post("claim"), urgent: true, asks: true },
  end: { name: "end", send: post("end"), asks: true },
  vacation: { name: "vacation", send: post("vacation"), asks: true },
  end_vacation: { name: "vacation-over", send: endVacation },
  abort: { name: "abort", send: post("abort"), asks: true },
  resign: { name: "resign", send: post("resign"), asks: true },
};

// The viewer's actions in this state; `days` is the number of vacation days left, null while unknown.
export function actionsNow(state, { days }) {
  const actions = Object.keys(ACTION_BUTTONS)
    .filter((action) => possible(state, action).length)
    .map((action) => ACTION_BUTTONS[action]);
  const agreeing = { ...ACTION_BUTTONS.end, name: "agree", urgent: true };
  return actions
    .filter((action) => action !== ACTION_BUTTONS.vacation || days !== null)
    .map((action) => (action === ACTION_BUTTONS.end && state.agreed?.length ? agreeing : action));
}

// The question before the action; it warns if the action ends the game, or leaves a game that counts for the rating.
function question(state, name, values) {
  const ends = possible(state, name).some((option) => option.ends) ? "-ends" : "";
  const asked = say(`table.sure-${name}${ends}`, values);
  return name === "resign" && state.rated ? say("table.sure-rated", { question: asked }) : asked;
}

// A button for each; `act(way)` runs the action and shows its outcome.
export function buttonsFor(actions, state, act, days) {
  const values = { count: days, name: state.to_act ? nameOf(state.players[state.to_act.seat]) : "" };
  return actions.map(({ name, send, asks, isMain }) =>
    button(
      `action-${name}`,
      say(`table.${name}`, values),
      async () => {
        if (asks && !(await sure(question(state, name, values), say(`table.${name}`, values)))) return;
        act(() => send(state.id));
      },
      { kind: isMain ? "button primary" : "button" },
    ),
  );
}
