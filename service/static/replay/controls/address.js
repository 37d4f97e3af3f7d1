// The move in the URL: `#m17`, or `?version=17` without scripts.

// The version in a URL, null for none.
export function versionInAddress(address = location.href) {
  const { hash, searchParams } = new URL(address);
  const found = /^#m(\d+)$/.exec(hash)?.[1] ?? searchParams.get("version");
  return found === null ? null : Number(found);
}

// The URL of this page at a version.
export function addressOf(version) {
  const address = new URL(location.href);
  address.searchParams.delete("version");
  address.hash = `m${version}`;
  return address.href;
}
