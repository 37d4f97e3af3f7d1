// The viewer's turn that waits to be sent: it was confirmed without a connection. It is kept until the service has answered, and can
// be taken back before. The trial stays on the board.

import { refusedWords, sendLater } from "../../offline/here.js";
import { forgetWaiting, keepWaiting, onWaiting, sendWaiting, waitingOf } from "../../shared/kept/waiting.js";
import { me } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "./bar.js";

const AGAIN = 5000; // ms

export class Waiting {
  turn = null; // null for none

  // `changed()` is called when something waits or does not any more, `refused(words)` when it was not made, and `gone()` when the
  // game has to be requested again.
  constructor(game, { changed, refused, gone }) {
    this.game = game;
    this.changed = changed;
    this.refused = refused;
    this.gone = gone;
    onWaiting(() => this.look());
  }

  get waits() {
    return this.turn !== null;
  }

  get buttons() {
    return this.waits ? [button("take-back", say("offline.take-back"), () => forgetWaiting(this.turn))] : [];
  }

  // Read what waits. A refusal is shown once, here.
  async look() {
    const turns = me() ? await waitingOf(me().id) : [];
    const turn = turns.find(({ game }) => game === this.game) ?? null;
    const before = this.turn;
    this.turn = turn?.refused ? null : turn;
    if (before || this.turn) this.changed();
    if (this.turn) this.sendAgain();
    if (before && !this.turn && navigator.onLine) await this.gone();
    if (!turn?.refused) return;
    this.refused(refusedWords(turn.refused));
    await forgetWaiting(turn);
  }

  // A service that cannot be reached does not tell when it is back.
  sendAgain() {
    clearTimeout(this.again);
    this.again = setTimeout(async () => {
      await sendWaiting().catch(() => {});
      await this.look();
    }, AGAIN);
  }

  // Keep the rest of a turn for which no response came; another `problem`, or a browser that stores nothing, is thrown again.
  async keep(problem, seat) {
    if (problem.status !== 0 || !problem.rest || !me()) throw problem;
    await keepWaiting({ player: me().id, game: this.game, seat, ...problem.rest }).catch(() => {
      throw problem;
    });
    await this.look();
    sendLater();
  }
}
