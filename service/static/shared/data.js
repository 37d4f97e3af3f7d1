// The server's data for scripts: JSON blocks in a page, by id; null for a page without the block.

export function data(id, page = document) {
  return JSON.parse(page.getElementById(id)?.textContent ?? "null");
}
