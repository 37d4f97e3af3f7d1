// The status has room for two lines. A longer text can be expanded over the content below, so that nothing moves.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

// The place of the status, with a button that shows the whole text; the button is visible only if text is cut off.
export function foldedStatus(news, fresh) {
  const more = element("button", { class: "button more", type: "button", "data-key": "status", "aria-expanded": false });
  more.append(
    element("span", { "aria-hidden": "true" }, "…"),
    element("span", { class: "visually-hidden" }, say("table.status-whole")),
  );
  const show = (whole) => {
    news.classList.toggle("whole", whole);
    more.setAttribute("aria-expanded", whole);
  };
  const measure = () => {
    more.hidden = !news.classList.contains("whole") && news.scrollHeight <= news.clientHeight + 1;
  };
  const fold = () => {
    show(false);
    measure();
  };
  more.addEventListener("click", () => show(!news.classList.contains("whole")));
  more.addEventListener("keydown", ({ key }) => key === "Escape" && fold());
  new ResizeObserver(measure).observe(news);
  new MutationObserver(fold).observe(news, { childList: true, characterData: true, subtree: true });
  measure();
  return element("div", { class: "status" }, news, fresh, more);
}
