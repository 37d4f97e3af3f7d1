// The script of pages without a script of their own.

import { keepBell } from "./bell.js";
import { tellVisits } from "./visited.js";

tellVisits();

keepBell();
