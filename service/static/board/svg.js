// Helpers for drawing: SVG elements, and the square of a board at a point. A child that is a number is shown in the digits of the
// language.

import { readable } from "../shared/formats.js";

export const SQUARE = 40;

const NAMESPACE = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...readable(children));
  return made;
}

// One of the page's shapes, at a position in the drawing.
export function use(id, x, y, size) {
  return svg("use", { href: `#${id}`, x, y, width: size, height: size });
}

// The square of the game at a point of the window; the board may not show it.
export function squareAt(board, clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
  return { x: Math.floor(x / SQUARE), y: -Math.floor(y / SQUARE) };
}
