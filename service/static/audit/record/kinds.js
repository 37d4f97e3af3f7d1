// The kinds of series (docs/organize/audit.md): their bundles have those of their games in them, and each game has its place in
// its options. A test compares the table with the server's.

const MIB = 2 ** 20;

// By kind: the most bytes of a bundle; whether its games are written one by one, so that `manifest.json` is the last member; and
// the verdicts that it has beside the six.
export const SERIES = {
  dynasty: { largest: 64 * MIB, oneByOne: false, own: [] },
  tournament: { largest: 2048 * MIB, oneByOne: true, own: ["pairing", "standings", "acts"] },
};

// A game's place in a series, by its options; undefined for a game that is in none.
export function seriesOf(options) {
  return Object.keys(SERIES)
    .map((kind) => options[kind])
    .find((place) => place !== undefined);
}
