// Passkeys: asks the browser for one, and sends its response with a form of the page.

import { api, Problem } from "../shared/session.js";
import { say } from "../shared/words.js";

const WORDS = { InvalidStateError: "passkeys.known", "password/wrong": "passkeys.password" };
const FRESH = 4 * 60 * 1000; // ms; the challenge in the options works for a minute longer

function isAble() {
  return globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined;
}

function tell(form, failure) {
  if (failure.name === "AbortError") return;
  const known = WORDS[failure.code] ?? WORDS[failure.name];
  const words = failure instanceof Problem && !known ? failure.message : say(known ?? "passkeys.none");
  form.querySelector("[role=status]").textContent = words;
}

// The service knows these members; browsers may add others.
function send(form, credential) {
  const { id, rawId, type, response } = credential.toJSON();
  const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = response;
  const told = attestationObject ? { attestationObject } : { authenticatorData, signature, userHandle };
  form.elements.credential.value = JSON.stringify({ id, rawId, type, response: { clientDataJSON, ...told } });
  form.submit();
}

async function add(form) {
  const { current } = form.elements;
  const { options } = await api("/me/passkeys/options", { method: "POST", body: { current: current?.value } });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  if (current) current.disabled = true; // the service has checked it
  send(form, credential);
}

async function signIn(form, signal, /** @type {CredentialMediationRequirement} */ mediation) {
  const { options } = await api("/session/passkey/options", { method: "POST", signal });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  send(form, await navigator.credentials.get({ publicKey, signal, mediation }));
}

function show(form, act) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act().catch((failure) => tell(form, failure));
  });
}

// Show the form that adds a passkey, if this browser has passkeys.
/** @type {(form: HTMLFormElement | null) => void} */
export function offerToAdd(form) {
  if (form && isAble()) show(form, () => add(form));
}

// Show the form that signs in with a passkey, and offer passkeys in this field too, where the browser can.
/** @type {(form: HTMLFormElement | null, field: HTMLElement) => Promise<void>} */
export async function offerToSignIn(form, field) {
  if (!form || !isAble()) return;
  let running = new AbortController(); // a page has one request for a passkey at a time
  let since = 0;

  function begin(mediation) {
    running.abort();
    running = new AbortController();
    since = Date.now();
    return signIn(form, running.signal, mediation);
  }

  function offerInField() {
    begin("conditional").catch(() => {}); // the button tells what is wrong
  }

  show(form, () => begin("optional"));
  if ("refused" in form.dataset) return; // the browser could offer the refused passkey at once again
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  field.addEventListener("focus", () => Date.now() - since > FRESH && offerInField());
  if (since === 0) offerInField(); // otherwise it would end what the button has begun
}
