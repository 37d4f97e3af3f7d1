// The page of running games: the server renders the large game and the small ones again when something happens in them.

import { keepBell } from "../live/bell.js";
import { renderedWithGames } from "../live/rendered.js";
import { tellVisits } from "../live/visited.js";
import { data } from "../shared/data.js";

const PERIOD = 60e3; // ms: games that began meanwhile appear, too
const renew = renderedWithGames(["stage", "friends", "running"], (page) => data("places", page) ?? {});

setInterval(() => document.hidden || renew(), PERIOD);
keepBell();
tellVisits();
