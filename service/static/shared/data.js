// What the server wrote into the page for scripts: JSON blocks by their id.

export function data(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
