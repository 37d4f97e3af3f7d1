// What one seldom does at a table: what is asked before, how it is sent. When it may be done, the state's `actions` say.

import { nameOf } from "../../shared/names.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { possible } from "./actions.js";
import { button } from "../controls/bar.js";
import { command } from "../controls/sending.js";
import { sure } from "../controls/sure.js";

const post = (path) => (game) => command(`/games/${game}/${path}`);
const endVacation = (game) => api(`/games/${game}/vacation`, { method: "DELETE" });

// By the name of the action, in the order of the buttons. `urgent` ones stand beside the board, `asks` have a question.
const ACTION_BUTTONS = {
  return: { name: "return", send: post("return"), urgent: true },
  claim: { name: "claim", send: post("claim"), urgent: true, asks: true },
  end: { name: "end", send: post("end"), asks: true },
  vacation: { name: "vacation", send: post("vacation"), asks: true },
  end_vacation: { name: "vacation-over", send: endVacation },
  abort: { name: "abort", send: post("abort"), asks: true },
  resign: { name: "resign", send: post("resign"), asks: true },
};

// What the viewer can do in this state; `days` is how many of vacation are left, null where that is not known yet.
export function actionsNow(state, { days }) {
  const actions = Object.keys(ACTION_BUTTONS)
    .filter((action) => possible(state, action).length)
    .map((action) => ACTION_BUTTONS[action]);
  const agreeing = { ...ACTION_BUTTONS.end, name: "agree", urgent: true };
  return actions
    .filter((action) => action !== ACTION_BUTTONS.vacation || days !== null)
    .map((action) => (action === ACTION_BUTTONS.end && state.agreed?.length ? agreeing : action));
}

// What is asked before: what would end the game says so, and so does leaving a game that counts for the rating.
function question(state, name, values) {
  const ends = possible(state, name).some((option) => option.ends) ? "-ends" : "";
  const asked = say(`table.sure-${name}${ends}`, values);
  return name === "resign" && state.rated ? say("table.sure-rated", { question: asked }) : asked;
}

// A button for each; `act(way)` does it and shows what came of it.
export function buttonsFor(actions, state, act, days) {
  const values = { count: days, name: state.to_act ? nameOf(state.players[state.to_act.seat]) : "" };
  return actions.map(({ name, send, asks }) =>
    button(`action-${name}`, say(`table.${name}`, values), async () => {
      if (asks && !(await sure(question(state, name, values), say(`table.${name}`, values)))) return;
      act(() => send(state.id));
    }),
  );
}
