// The page of notices: times by the reader's clock; the server renders the list again when notices change.

import { tellTimes } from "./times.js";
import { keepBell } from "./bell.js";
import { followNotices } from "./follow.js";
import { renderedAgain } from "./rendered.js";

const renew = renderedAgain(["notices"]);

tellTimes();
keepBell();
followNotices(renew); // also when the connection opens: a notice may have come after the page was rendered
