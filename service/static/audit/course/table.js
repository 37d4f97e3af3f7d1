// Who sits at a table, who plays each seat, and how seats are left and taken over (docs/organize/audit.md, "Attendance").

import { rule } from "../rules/broken.js";
import { STAND_IN } from "./opening.js";

export class Table {
  constructor({ options, players }) {
    this.options = options;
    this.players = players;
    this.seats = []; // by seat: { player, bot, standIn, left, idle }; a bot's own seat has no player
    this.agreed = new Set(); // the seats that would end the game in this position
  }

  get isFull() {
    return this.seats.length === this.players;
  }

  get standIn() {
    return this.options.stand_in ?? STAND_IN;
  }

  sit(seat) {
    this.seats.push({ player: null, bot: null, standIn: null, left: null, ...seat });
  }

  // True if the player has a seat, and has it still.
  has(player) {
    return this.seats.some((seat) => seat.player === player);
  }

  // The seat of a player, who must have one.
  seatOf(player) {
    const seat = this.seats.findIndex((each) => each.player === player && player !== null);
    rule(seat !== -1, "seat/not-seated");
    return seat;
  }

  // The bot that plays a seat now, or null.
  botOn(seat) {
    const { bot, standIn } = this.seats[seat];
    return bot ?? standIn;
  }

  isInPerson(seat) {
    const { player, left } = this.seats[seat];
    return player !== null && left === null && this.botOn(seat) === null;
  }

  // The seats of which this holds.
  those(holds) {
    return this.seats.flatMap((each, seat) => (holds(each, seat) ? [seat] : []));
  }

  get left() {
    return this.those(({ left }) => left !== null);
  }

  get idle() {
    return this.those(({ left, standIn }) => left !== null && standIn === null);
  }

  // True if too few have stayed and the game ends for it.
  get isDeserted() {
    const stayed = this.seats.filter(({ left }) => left === null);
    const ends = this.options.absent === "end" && this.left.length > 0;
    return ends && (stayed.length < 2 || stayed.every(({ bot }) => bot !== null));
  }

  get isAgreed() {
    return this.agreed.size > 0 && this.those((_, seat) => this.isInPerson(seat)).every((seat) => this.agreed.has(seat));
  }

  // The seat's player, who must be a person that has not left.
  stays(seat) {
    rule(seat < this.seats.length && this.seats[seat].player !== null, "seat/not-seated");
    rule(this.seats[seat].left === null, "seat/left");
    return this.seats[seat].player;
  }

  away(seat) {
    this.seats[seat].standIn = this.standIn;
  }

  back(seat) {
    this.seats[seat].standIn = null;
  }

  leave(seat, reason) {
    Object.assign(this.seats[seat], { left: reason, standIn: this.policyOfLeft });
    this.agreed.clear();
  }

  // The bot for seats that are left, or null if nobody plays them.
  get policyOfLeft() {
    return this.options.absent === "discard" ? null : this.standIn;
  }

  takeOver(seat, player) {
    rule(seat < this.seats.length && this.seats[seat].left !== null, "seat/not-left");
    rule(!this.has(player), "seat/taken-by-you");
    rule(!this.options.rated, "rated/no-takeover");
    rule(this.options.invited?.includes(player) ?? true, "seat/not-invited");
    Object.assign(this.seats[seat], { player, left: null, standIn: null });
    this.agreed.clear();
  }
}
