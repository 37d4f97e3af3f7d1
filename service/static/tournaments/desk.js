// The director's desk works without this script, which tells of news instead of showing them: a form may be half filled in.

import { keepBell } from "../live/bell.js";
import { followSeries } from "../live/series.js";
import { tellTimes } from "../live/times.js";
import { data } from "../shared/data.js";
import { takeDigits } from "../shared/typed.js";

const { id, version, over } = data("tournament");
const news = document.getElementById("news");

if (!over) {
  followSeries("tournaments", id, version, () => {
    news.hidden = false;
  });
}
tellTimes();
keepBell();
takeDigits();
