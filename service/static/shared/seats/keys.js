// Addresses of private tables.

// The path, with the key of a private table if there is one.
export function withKey(path, key) {
  if (key === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ invitation: key })}`;
}
