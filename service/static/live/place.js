// Places in a game's log, `<version>.<first digits of the hash>`; null is the place before the first event.

function versionOf(place) {
  return Number.parseInt(place ?? "0", 10);
}

export function isAfter(one, other) {
  return versionOf(one) > versionOf(other);
}
