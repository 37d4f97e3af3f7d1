// The proof that a public log has a head of this record: the member `head.tlog-proof` of bundles of format 3.

import { checkInclusion, checkSignature, digestOf, parseProof, ProofFault } from "../../shared/transparency/proof.js";
import { say } from "../../shared/words.js";
import { text } from "../../shared/bytes.js";
import { Fault, NotShown } from "../encoding/checks.js";
import { PROOF } from "../record/bundle.js";

// `key` is the log's key that the reader holds, or "": then who signed the checkpoint is not judged.
export async function checkProof(bundle, key) {
  try {
    return await proved(bundle, key);
  } catch (problem) {
    if (!(problem instanceof ProofFault)) throw problem;
    if (problem.code === "key" || problem.code === "unknown") throw new NotShown(problem.message);
    throw new Fault(problem.message);
  }
}

async function proved({ members, manifest, events, lines }, key) {
  const proof = await parseProof(text(members.get(PROOF)));
  await checkInclusion(proof);
  const { game, head, version } = proof.leaf;
  if (game !== (await digestOf(manifest.game))) throw new Fault(say("audit.proof-other"));
  if (events.length === lines.length && events[version - 1]?.hash !== head) {
    throw new Fault(say("audit.proof-history", { version }), version);
  }
  if (key === "") return say("audit.proved-anybody", { version, origin: proof.origin });
  await checkSignature(proof.note, key);
  return say("audit.proved", { version, origin: proof.origin });
}
