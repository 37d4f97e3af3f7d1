// Does every draw follow from the seed that was committed to, and from what the players sent? (docs/organize/randomness.md)

import { say } from "../../shared/words.js";
import { checkDerived } from "../record/bundle.js";
import { fromHex, HASH, hex, sha256 } from "../encoding/bytes.js";
import { canonical } from "../encoding/canonical.js";
import { checkStack } from "../draws/cavemen.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { dealing, deckOf, digestOf, firstChoice, words } from "../draws/draws.js";
import { checkKnown } from "../record/record.js";
import { ofType } from "../record/types.js";

const NOTHING = "0".repeat(64); // counts in the digest as what sent nothing does

export async function fairness(bundle) {
  const { known: events, manifest } = bundle;
  const drawn = once(() => draws(events, manifest.game));
  const checks = [
    await check(say("audit.check.events"), () => checkKnown(bundle)),
    await check(say("audit.check.commitment"), async () => checkCommitment(await drawn())),
    await check(say("audit.check.entropy"), () => checkEntropy(events)),
    await check(say("audit.check.dominoes"), async () => checkLines(events, await drawn())),
    await check(say("audit.check.first-choice"), async () => checkKings(events, await drawn())),
  ];
  if (events[0]?.data?.rules?.mode === "tribe") {
    checks.push(await check(say("audit.check.cavemen"), async () => checkStack(events, (await drawn()).draw)));
  }
  if (hasBots(events)) checks.push(await check(say("audit.check.bots"), () => checkBots()));
  checks.push(await check(say("audit.check.all-draws"), () => checkAll(bundle, drawn)));
  return verdict(say("audit.verdict.fairness"), checks);
}

function once(work) {
  let answer;
  return () => (answer ??= work());
}

// What the seats taken so far sent, in order: hex, or null where one sent nothing, as bots do. Who takes over a seat
// later sends nothing, and what its first player sent stays.
function entropiesOf(events) {
  const seated = ofType(events, "PlayerSeated", "BotSeated");
  return seated.map(({ type, data }) => (type === "BotSeated" ? null : data.entropy));
}

function digestOfSent(events) {
  return digestOf(entropiesOf(events).map((entropy) => entropy && fromHex(entropy)));
}

// Everything that is drawn again from the record.
async function draws(events, game) {
  const revealed = ofType(events, "SeedRevealed")[0];
  if (!revealed) throw new NotShown(say("audit.seed-later"));
  if (!HASH.test(revealed.data.seed)) throw new Fault(say("audit.seed-digits"), revealed.version);
  const { rules, players, commitment } = events[0].data;
  const seed = fromHex(revealed.data.seed);
  const digest = await digestOfSent(events);
  const draw = (purpose) => words(seed, purpose, game, digest);
  const [deck, kings] = [await deckOf(draw("deck")), await firstChoice(rules, players, draw)];
  return { seed, commitment, revealed, dealing: dealing(rules, players), deck, kings, draw };
}

async function checkCommitment({ seed, commitment, revealed }) {
  if (hex(await sha256(seed)) !== commitment) {
    throw new Fault(say("audit.seed-other"), revealed.version);
  }
  return say("audit.seed");
}

function checkEntropy(events) {
  const seated = ofType(events, "PlayerSeated");
  const wrong = seated.find(({ data }) => data.entropy !== null && !HASH.test(data.entropy));
  if (wrong) throw new Fault(say("audit.entropy-digits"), wrong.version);
  const isSent = ({ data }) => data.entropy !== null && data.entropy !== NOTHING;
  const seats = (chosen) => named(seated.filter(chosen).map(({ seat }) => seat));
  const sent = seats(isSent);
  const said = seated.every(isSent)
    ? say("audit.entropy", { sent })
    : say("audit.entropy-not", { sent, silent: seats((event) => !isSent(event)) });
  const isKnown = (event) => isSent(event) && wasKnown(event, events[0]);
  return seated.some(isKnown) ? `${said} ${say("audit.entropy-known", { known: seats(isKnown) })}` : said;
}

// The seeds of a dynasty's games are drawn when all entropy is known, and any other seed when that of the opener may be.
function wasKnown({ seat, data }, { actor, data: { options } }) {
  return Boolean(options?.dynasty) || (seat === 0 && data.player === actor);
}

function named(seats) {
  if (seats.length === 0) return say("audit.no-seat");
  return say("audit.seats", { count: seats.length, seats: seats.join(", ") });
}

function checkLines(events, { deck, dealing: { deck: size, line } }) {
  const lines = ofType(events, "LineDealt");
  if (lines.length === 0) return say("audit.no-line");
  const dealt = deck.slice(0, size);
  lines.forEach(({ data, version }, index) => {
    const due = dealt.slice(line * index, line * (index + 1)).sort((a, b) => a - b);
    if (due.length === 0) throw new Fault(say("audit.line-late"), version);
    if (canonical(data.dominoes) !== canonical(due)) {
      throw new Fault(say("audit.line", { line: data.dominoes.join(", "), due: due.join(", ") }), version);
    }
  });
  return say("audit.lines", { lines: lines.length, size });
}

function checkKings(events, { kings }) {
  const drawn = ofType(events, "KingDrawn");
  if (drawn.length === 0) return say("audit.no-king");
  const wrong = drawn.find(({ seat }, index) => seat !== kings[index]);
  if (wrong) {
    throw new Fault(say("audit.king", { seat: wrong.seat, kings: kings.join(", ") }), wrong.version);
  }
  return say("audit.kings", { kings: kings.join(", ") });
}

// Whether a bot had a seat, also one that was left, unless the game ended with that.
function hasBots(events) {
  return events.some(({ type, data }, index) => {
    if (type !== "SeatLeft") return type === "BotSeated" || type === "SeatAway";
    return data?.policy !== null && events[index + 1]?.type !== "GameEnded";
  });
}

function checkBots() {
  throw new NotShown(say("audit.bots-unknown"));
}

// The member that has the draws says the same; null where there is none yet.
async function checkAll(bundle, drawn) {
  checkKnown(bundle);
  const { events } = bundle;
  const revealed = ofType(events, "SeedRevealed").length > 0;
  const { seed, deck, kings } = revealed ? await drawn() : { seed: null, deck: null, kings: null };
  const { commitment, players } = events[0].data;
  const entropies = entropiesOf(events);
  const drawnFrom = { deck, digest: hex(await digestOfSent(events)), kings };
  const undrawn = { deck: null, digest: null, kings: null }; // called off before all seats were taken
  const full = entropies.length === players;
  const all = { commitment, entropies, seed: seed && hex(seed), ...(full ? drawnFrom : undrawn) };
  return checkDerived(bundle, "randomness.json", all);
}
