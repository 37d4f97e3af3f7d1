// A saved audit page, opened from disk: checks the bundle that it has with it, or a chosen file, and asks nobody.

import { data } from "../shared/data.js";
import { form, keepChecking } from "./checking.js";
import { parted } from "./verdicts/sent.js";

const { game } = document.getElementById("audit").dataset;
const { bundle, listed } = data("saved"); // the bundle as base64, or null; the keys that the service listed, or null

function bundleHere() {
  if (bundle === null) return null;
  return new Blob([Uint8Array.from(atob(bundle), (character) => character.charCodeAt(0))]);
}

async function comparing(chosen) {
  const { attempts, rest } = parted(form.elements.held.value.trim());
  const sent = async (id) => attempts.filter(({ table }) => table === id);
  const [own, log] = [form.elements.own, form.elements.log].map(({ value }) => value.trim());
  return { game: chosen || bundle === null ? null : game, held: rest, own, log, listed, sent };
}

keepChecking({ bundleHere, comparing });
