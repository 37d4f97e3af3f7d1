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

export const tileOf = (terrain) => `tile-${terrain}`;
export const colourOf = (terrain) => `var(--${terrain})`;
