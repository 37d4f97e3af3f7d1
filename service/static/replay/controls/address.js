// The move in the address: `#m17`; while no script had run, it was `?version=17`.

// The version that an address names, null for none.
export function versionInAddress(address = location.href) {
  const { hash, searchParams } = new URL(address);
  const found = /^#m(\d+)$/.exec(hash)?.[1] ?? searchParams.get("version");
  return found === null ? null : Number(found);
}

// The address of this page at a version.
export function addressOf(version) {
  const address = new URL(location.href);
  address.searchParams.delete("version");
  address.hash = `m${version}`;
  return address.href;
}
