// A flying piece: a copy of an element flies to it from its former position, above everything and without pointer events.

import { svg } from "../../board/svg.js";

const EASING = "cubic-bezier(.3, .1, .25, 1)";
const NOT_COPIED = ["data-domino", "data-coming", "data-key"];

function middle({ left, top, width, height }) {
  return { x: left + width / 2, y: top + height / 2 };
}

function copyOf(thing) {
  const copy = thing.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("*")]) for (const name of NOT_COPIED) part.removeAttribute(name);
  if (thing.localName === "svg") return copy;
  const { x, y, width, height } = thing.getBBox();
  return svg("svg", { viewBox: [x, y, width, height].join(" ") }, copy);
}

// Let a copy of `thing` fly to its place from the box `from`; if `from` is null, it comes from above. `timing` is
// { delay, duration, endDelay } in ms. Returns the animation; at its end the copy is removed.
export function fly(layer, thing, from, timing) {
  const to = thing.getBoundingClientRect();
  const copy = copyOf(thing);
  copy.classList.add("flying");
  for (const side of ["left", "top", "width", "height"]) copy.style.setProperty(side, `${to[side]}px`);
  layer.append(copy);
  const [start, end] = [middle(from ?? to), middle(to)];
  const scale = from ? Math.max(from.width, from.height) / Math.max(to.width, to.height, 1) : 1.5;
  const way = [
    { translate: `${start.x - end.x}px ${start.y - end.y}px`, scale: String(scale), opacity: from ? 1 : 0 },
    { translate: "0 0", scale: "1", opacity: 1 },
  ];
  const animation = copy.animate(way, { easing: EASING, fill: "both", ...timing });
  animation.finished.then(() => copy.remove());
  return animation;
}
