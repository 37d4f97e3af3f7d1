// A broken rule, by the code that the API and docs/organize/audit.md have for it; or, by a code of `unknown/`, something that these
// rules do not know and cannot judge, such as an option of a later release.

export class Broken extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

// Throws the code of a broken rule unless the condition holds.
export function rule(holds, code) {
  if (!holds) throw new Broken(code);
}
