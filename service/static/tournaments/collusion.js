// The report on choices that help one other: while games are being examined, the page asks for the next ones by itself.

import { keepBell } from "../live/bell.js";

const AGAIN = 8000; // ms

/** @type {HTMLFormElement} */
const form = document.querySelector("#examine");
if (form?.dataset.again) setTimeout(() => form.requestSubmit(), AGAIN);
keepBell();
