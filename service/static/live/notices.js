// The page of notices: times by the reader's clock; the server renders the list again when notices change.

import { tellTimes } from "./times.js";
import { keepBell } from "./bell.js";
import { followNotices } from "./follow.js";
import { renderedAgain } from "./rendered.js";

const renew = renderedAgain("notices");

tellTimes();
keepBell();
followNotices((told) => {
  if (told === null || told.game !== null) renew(); // otherwise the connection has just opened, and the page is new
});
