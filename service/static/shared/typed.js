// Fields for numbers take Latin digits only. What is typed or pasted there with Persian, Arabic or full-width digits is written with
// Latin ones.

const ZEROS = ["\u0660", "\u06f0", "\uff10"];

function latin(text) {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
    const zero = ZEROS.findLast((each) => each <= digit);
    return String(digit.charCodeAt(0) - zero.charCodeAt(0));
  });
}

// Take digits of other scripts from now on. Input methods write their text themselves, and browsers then read full-width digits.
export function takeDigits() {
  document.addEventListener("beforeinput", (/** @type {InputEvent} */ event) => {
    const { target, data, cancelable } = event;
    if (!cancelable || !(target instanceof HTMLInputElement) || target.type !== "number" || !data) return;
    if (latin(data) === data) return;
    event.preventDefault();
    document.execCommand("insertText", false, latin(data));
  });
}
