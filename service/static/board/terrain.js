// The terrains of both games: the letter on each and the colour's name in the style sheet. The shape `tile-…` of
// the page joins them with the terrain's texture.

export const LETTERS = {
  wheat: "W",
  forest: "F",
  lake: "L",
  grassland: "G",
  swamp: "S",
  mine: "M",
  desert: "D",
  jungle: "J",
  quarry: "Q",
  volcano: "V",
};

const VARIANTS = 3;

// The page's shape of a terrain; it has three drawings, so that a kingdom is not a print of one stamp.
/** @type {(terrain: string, variant?: number) => string} */
export function tileOf(terrain, variant = 0) {
  const which = variant % VARIANTS;
  return `tile-${terrain}${which ? `-${which}` : ""}`;
}
export const colourOf = (terrain) => `var(--${terrain})`;
