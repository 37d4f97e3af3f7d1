// The page of all games: the fields of its form take digits of other scripts, and its list counts new events.

import { keepBell } from "../live/bell.js";
import { tellVisits } from "../live/visited.js";
import { takeDigits } from "../shared/typed.js";

keepBell();
takeDigits();
tellVisits();
