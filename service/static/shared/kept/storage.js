// The browser's storage for pages: `localStorage` is permanent, `sessionStorage` ends with the tab.

// The storage of this name; null in a browser that blocks it, where even reading the property throws.
/** @type {(name: "localStorage" | "sessionStorage") => Storage | null} */
export function storage(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}
