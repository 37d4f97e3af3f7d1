// The page for signing in: passkeys.

import { offerToSignIn } from "./passkeys.js";

offerToSignIn(document.querySelector("#passkey"), document.querySelector("#sign-in-email"));
