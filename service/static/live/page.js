// The script of pages that have none of their own.

import { keepBell } from "./bell.js";

keepBell();
