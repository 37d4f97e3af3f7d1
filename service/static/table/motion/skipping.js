// How motion is skipped, in words: by a finger, or by mouse and keys.

import { say } from "../../shared/words.js";

export function skipWords() {
  return say(matchMedia("(pointer: coarse)").matches ? "table.skip-tap" : "table.skip");
}
