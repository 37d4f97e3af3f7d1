// The server's data for scripts: JSON blocks in the page, by id.

export function data(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
