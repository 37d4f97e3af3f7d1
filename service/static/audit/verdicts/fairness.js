// Fairness: does every draw follow from the committed seed and the players' entropies? (docs/organize/randomness.md)

import { say, sequence } from "../../shared/words.js";
import { checkDerived } from "../record/bundle.js";
import { fromHex, HASH, hex, sha256 } from "../../shared/bytes.js";
import { canonical } from "../encoding/canonical.js";
import { checkStack } from "../draws/cavemen.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { deckOf, digestOf, digestOfRecord, firstChoice, words } from "../draws/draws.js";
import { seriesOf } from "../record/kinds.js";
import { dealing } from "../rules/setup.js";
import { checkKnown } from "../record/record.js";
import { drawsOf, ofType } from "../record/types.js";
import { checkSent } from "./sent.js";

const NOTHING = "0".repeat(64); // counts in the digest the same as no entropy

const NONE = { seen: () => null, sent: async () => [] };

/** @type {(bundle: any, known?: { seen?: (id: string) => string | null, sent?: (id: string) => Promise<any[]> }) => Promise<any>} */
export async function fairness(bundle, { seen = NONE.seen, sent = NONE.sent } = {}) {
  const { drawn: events, manifest, revealed } = bundle;
  const drawn = once(() => draws(events, revealed, manifest.game));
  const table = seriesOf(events[0]?.data.options ?? {})?.id ?? manifest.game;
  const attempts = events.length > 0 ? await sent(table) : [];
  const had = attempts[0]?.first ?? (events.length > 0 ? seen(table) : null);
  const checks = [
    await check(say("audit.check.events"), () => checkKnown(bundle)),
    await check(say("audit.check.commitment"), async () => checkCommitment(events, drawn)),
    await check(say("audit.check.entropy"), () => checkEntropy(events, had !== null)),
    await check(say("audit.check.dominoes"), async () => checkLines(events, await drawn())),
    await check(say("audit.check.first-choice"), async () => checkKings(events, await drawn())),
  ];
  if (had !== null && firstOf(events) !== null)
    checks.push(await check(say("audit.check.first-event"), () => checkSeen(events, had)));
  if (attempts.length > 0) checks.push(await check(say("audit.check.sent"), () => checkSent(events, attempts, firstOf(events))));
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

// The entropies of the seats taken so far, in order: hex, or null without one, as for bots. A player who takes over a seat
// later sends none; that of the first player stays.
function entropiesOf(events) {
  const seated = ofType(events, "PlayerSeated", "BotSeated");
  return seated.map(({ type, data }) => (type === "BotSeated" ? null : data.entropy));
}

// The digest, by the version of the draws.
function digestOfEvents(events) {
  const [{ schema, data }] = events;
  if (dealOf(events)) return fromHex(dealOf(events).digest);
  if (drawsOf({ schema, data }) === 1) return digestOf(entropiesOf(events).map((entropy) => entropy && fromHex(entropy)));
  const seats = ofType(events, "PlayerSeated", "BotSeated").map(({ data: { player, entropy } }) =>
    entropy ? [player, entropy] : null,
  );
  return digestOfRecord(firstOf(events), data, seats);
}

// The known deal that is played again, or undefined: the game that drew it, its seed and its digest.
const dealOf = ([opening]) => opening?.data.options.deal;

// The hash of the event that first published the commitment; in a series' game that of the series' first event. Null if there
// is none, as in a dynasty with draws of version 1.
function firstOf([opening]) {
  if (opening === undefined) return null;
  return seriesOf(opening.data.options) ? (opening.data.founding ?? null) : opening.hash;
}

// All draws, repeated from the record.
async function draws(events, revealed, game) {
  if (revealed === null) throw new NotShown(say("audit.seed-later"));
  const { rules, players, commitment } = events[0].data;
  const seed = fromHex(revealed.data.seed);
  const digest = await digestOfEvents(events);
  const draw = (purpose) => words(seed, purpose, dealOf(events)?.game ?? game, digest);
  const [deck, kings] = [await deckOf(draw("deck")), await firstChoice(rules, players, draw)];
  return { seed, commitment, revealed, dealing: dealing(rules, players), deck, kings, draw };
}

async function checkCommitment(events, drawn) {
  const deal = dealOf(events);
  if (deal && hex(await sha256(fromHex(deal.seed))) !== events[0].data.commitment) throw new Fault(say("audit.seed-other"), 1);
  const { seed, commitment, revealed } = await drawn();
  if (hex(await sha256(seed)) !== commitment) {
    throw new Fault(say("audit.seed-other"), revealed.version);
  }
  return say("audit.seed");
}

function checkEntropy(events, isHeld) {
  const seated = ofType(events, "PlayerSeated");
  const wrong = seated.find(({ data }) => data.entropy !== null && !HASH.test(data.entropy));
  if (wrong) throw new Fault(say("audit.entropy-digits"), wrong.version);
  const first = firstOf(events);
  const other = first && seated.find(({ data: { seen = null } }) => seen !== null && seen !== first);
  if (other) throw new Fault(say("audit.entropy-other", { seen: other.data.seen, first }), other.version);
  const deal = dealOf(events);
  if (deal) throw new NotShown(say("audit.deal-known", { game: deal.game }));
  const isSent = ({ data }) => data.entropy !== null && data.entropy !== NOTHING;
  const seats = (chosen) => named(seated.filter(chosen).map(({ seat }) => seat));
  const sent = seats(isSent);
  const said = seated.every(isSent)
    ? say("audit.entropy", { sent })
    : say("audit.entropy-not", { sent, silent: seats((event) => !isSent(event)) });
  const isKnown = (event) => isSent(event) && wasKnown(event, events[0]);
  if (seated.some(isKnown)) return `${said} ${say(whyKnown(events[0]), { known: seats(isKnown) })}`;
  return seated.length > 0 && seated.every(isSent) ? [said, ...unshown(events[0], isHeld)].join(" ") : said;
}

// What is not shown although all sent entropy that looks unforeseen.
function unshown(opening, isHeld) {
  if (drawsOf(opening) === 1) return [say("audit.entropy-draws")];
  return isHeld ? [] : [say("audit.entropy-unheld")];
}

// Checks that the first event (of a series' game: the series') is the one that this browser had before it sent entropy.
function checkSeen(events, had) {
  const first = firstOf(events);
  if (had !== first) throw new Fault(say("audit.first-other", { had, first }), 1);
  return say("audit.first-same");
}

// True if the service could know this entropy before it drew the seed. With draws of version 1 this holds in a dynasty, and
// for the opener; with later ones unless the player named the first event. A series' commitments are not in this record.
function wasKnown({ seat, data }, opening) {
  if (seriesOf(opening.data.options)) return true;
  return drawsOf(opening) === 1 ? seat === 0 && data.player === opening.actor : (data.seen ?? null) === null;
}

function whyKnown(opening) {
  if (drawsOf(opening) === 1) return "audit.entropy-known";
  return seriesOf(opening.data.options) ? "audit.entropy-apart" : "audit.entropy-unseen";
}

function named(seats) {
  if (seats.length === 0) return say("audit.no-seat");
  return say("audit.seats", { count: seats.length, seats: sequence(seats) });
}

function checkLines(events, { deck, dealing: { deck: size, line } }) {
  const lines = ofType(events, "LineDealt");
  if (lines.length === 0) return say("audit.no-line");
  const dealt = deck.slice(0, size);
  lines.forEach(({ data, version }, index) => {
    const due = dealt.slice(line * index, line * (index + 1)).sort((a, b) => a - b);
    if (due.length === 0) throw new Fault(say("audit.line-late"), version);
    if (canonical(data.dominoes) !== canonical(due)) {
      throw new Fault(say("audit.line", { line: sequence(data.dominoes), due: sequence(due) }), version);
    }
  });
  return say("audit.lines", { count: lines.length, size });
}

function checkKings(events, { kings }) {
  const drawn = ofType(events, "KingDrawn");
  if (drawn.length === 0) return say("audit.no-king");
  const wrong = drawn.find(({ seat }, index) => seat !== kings[index]);
  if (wrong) {
    throw new Fault(say("audit.king", { seat: wrong.seat, kings: sequence(kings) }), wrong.version);
  }
  return say("audit.kings", { kings: sequence(kings) });
}

// True if a bot had a seat, also one that was left, unless the game ended with that.
function hasBots(events) {
  return events.some(({ type, data }, index) => {
    if (type !== "SeatLeft") return type === "BotSeated" || type === "SeatAway";
    return data?.policy !== null && events[index + 1]?.type !== "GameEnded";
  });
}

function checkBots() {
  throw new NotShown(say("audit.bots-unknown"));
}

// Checks that the member with the draws has the same values; null if there is none yet.
async function checkAll(bundle, drawn) {
  checkKnown(bundle);
  const { events } = bundle;
  const revealed = ofType(events, "SeedRevealed").length > 0;
  const { seed, deck, kings } = revealed ? await drawn() : { seed: null, deck: null, kings: null };
  const { commitment, players } = events[0].data;
  const entropies = entropiesOf(events);
  const drawnFrom = { deck, digest: hex(await digestOfEvents(events)), kings };
  const undrawn = { deck: null, digest: null, kings: null }; // the game was called off before all seats were taken
  const full = entropies.length === players;
  const all = { commitment, entropies, seed: seed && hex(seed), ...(full ? drawnFrom : undrawn) };
  return checkDerived(bundle, "randomness.json", all);
}
