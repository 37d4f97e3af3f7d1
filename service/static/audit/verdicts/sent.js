// What a reader sent to take a seat, compared with the record: attempts as a browser or program kept them, one per line
// (docs/organize/audit.md).

import { say } from "../../shared/words.js";
import { HASH } from "../../shared/bytes.js";
import { Fault } from "../encoding/checks.js";
import { ofType } from "../record/types.js";

function attemptIn(line) {
  try {
    const found = JSON.parse(line);
    const texts = [found.table, found.player];
    const isAttempt = [found.entropy, found.first].every((each) => HASH.test(each)) && Array.isArray(found.requests);
    return isAttempt && texts.every((each) => typeof each === "string") ? found : null;
  } catch {
    return null;
  }
}

// The attempts among the lines of a text, and the other lines as a text.
export function parted(text) {
  const lines = text.split("\n").map((line) => [line, attemptIn(line)]);
  return {
    attempts: lines.flatMap(([, attempt]) => attempt ?? []),
    rest: lines
      .filter(([, attempt]) => !attempt)
      .map(([line]) => line)
      .join("\n"),
  };
}

// Throws a Fault if the record has a player with other entropy, or the entropy with another player, or another first event,
// than was sent. Else a sentence.
export function checkSent(events, attempts, first) {
  const seats = ofType(events, "PlayerSeated");
  const told = attempts.map((attempt) => {
    const { player, entropy, first: had } = attempt;
    if (first !== null && had !== first) throw new Fault(say("audit.first-other", { had, first }), 1);
    const own = seats.find(({ data }) => data.player === player);
    const of = attempts.filter((each) => each.player === player).map((each) => each.entropy);
    if (own && !of.includes(own.data.entropy)) {
      const stored = own.data.entropy ?? say("audit.nothing");
      throw new Fault(say("audit.sent-other", { seat: own.seat, sent: entropy, stored }), own.version);
    }
    const other = seats.find(({ data }) => data.entropy === entropy && data.player !== player);
    if (other) throw new Fault(say("audit.sent-player", { seat: other.seat, player }), other.version);
    if (own) return say("audit.sent", { seat: own.seat });
    return say("audit.unseated", { player, count: attempt.requests.length });
  });
  return [...new Set(told)].join(" ");
}
