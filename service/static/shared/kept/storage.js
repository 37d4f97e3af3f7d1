// What a browser keeps for a page: `localStorage` until it is forgotten, `sessionStorage` for as long as the tab is there.

// The storage of this name; null in a browser that blocks it, which throws even when it is only read: nothing is kept then.
/** @type {(name: "localStorage" | "sessionStorage") => Storage | null} */
export function storage(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}
