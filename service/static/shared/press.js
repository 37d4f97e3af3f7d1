// Whether a button of the mouse or a finger is down: what is redrawn or covered between press and release swallows the click.

const LONGEST = 1000; // ms; some releases are never told, for example over a menu of the browser

let pressed = Promise.resolve(); // until the release and its click
let release = () => {};

function listen(types, listener) {
  for (const type of types) document.addEventListener(type, listener, { capture: true, passive: true });
}

listen(["pointerdown"], () => {
  release();
  pressed = new Promise((resolve) => {
    release = () => resolve();
    setTimeout(resolve, LONGEST);
  });
});

listen(["pointerup", "pointercancel"], () => setTimeout(release));

// Resolves when nothing is pressed any more.
export function released() {
  return pressed;
}
