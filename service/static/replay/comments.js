// Comments on the moves of a finished game: those on the shown move, links to the others, and a form for a new one.

import { element } from "../shared/elements.js";
import { moment } from "../shared/formats.js";
import { nameLink } from "../shared/names.js";
import { api, me } from "../shared/session.js";
import { button } from "../table/controls/bar.js";
import { command } from "../table/controls/sending.js";
import { sure } from "../table/controls/sure.js";
import { say } from "../shared/words.js";

const PAGE = 200;
const LONGEST = 2000;
const SAID = {
  "request/invalid": "comments.empty",
  "comment/too-many": "comments.full",
  "limit/storage": "comments.no-room",
  "comment/unknown": "comments.gone",
  "game/not-over": "comments.not-over",
};

function wordsOf({ code, message }) {
  return SAID[code] ? say(SAID[code], { most: LONGEST }) : message;
}

// A form for a text, which `send(text)` submits.
function writing(label, verb, text, send) {
  const field = element("textarea", { name: "text", rows: 3, maxlength: LONGEST, required: "", dir: "auto" });
  field.value = text;
  const form = element(
    "form",
    { class: "comment-form stack-tight" },
    element("label", { class: "field" }, element("span", {}, label), field),
    element("div", { class: "row" }, element("button", { class: "button primary" }, verb)),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(field.value);
  });
  return form;
}

function time(at) {
  return element("time", { datetime: new Date(at).toISOString() }, moment(at));
}

function said({ text, hidden }) {
  if (hidden) return element("p", { class: "muted" }, say("comments.hidden", { reason: hidden.reason }));
  return element("p", { class: "comment-text", dir: "auto" }, text);
}

// The link for reporting another player's comment; it includes the key of a private game.
function reporting({ id, hidden }, game) {
  if (hidden) return [];
  const key = new URLSearchParams(location.search).get("invitation");
  const href = `/report/comment/${id}/${game}${key ? `?invitation=${encodeURIComponent(key)}` : ""}`;
  return [element("p", { class: "deeds" }, element("a", { href }, say("comments.report")))];
}

// The comments on the moves of `game`, in `section`.
export class Comments {
  comments = [];
  version = 0;
  drafts = new Map(); // unsent texts by move
  editing = null; // the comment that is being changed, and its text so far: { id, text }
  busy = false;
  known = false; // true once the comments were requested; only then is there a form

  constructor(section, { game }) {
    this.section = section;
    this.game = game;
    this.path = `/games/${game}/comments`;
    this.title = element("h2", { tabindex: -1 }, say("comments.title"));
    this.list = element("ol", { class: "comments" });
    this.none = element("p", { class: "muted", hidden: "" }, say("comments.none"));
    this.own = element("div", {});
    this.told = element("p", { class: "told", role: "status" });
    this.others = element("ul", { class: "row others-commented" });
    this.elsewhere = element(
      "nav",
      { hidden: "", "aria-labelledby": "comments-others" },
      element("h3", { id: "comments-others" }, say("comments.others")),
      this.others,
    );
    section.hidden = false;
    section.replaceChildren(this.title, this.list, this.none, this.own, this.told, this.elsewhere);
    this.act(() => this.load(), "");
  }

  // The number of comments on each version that has some.
  counts() {
    const counts = new Map();
    for (const { version } of this.comments) counts.set(version, (counts.get(version) ?? 0) + 1);
    return counts;
  }

  // Show the comments on this version of the game.
  show(version) {
    if (version === this.version) return;
    this.keepDraft();
    this.version = version;
    this.editing = null;
    this.told.textContent = "";
    this.draw();
  }

  async load() {
    const found = [];
    let cursor = "";
    while (cursor !== null) {
      const page = await api(`${this.path}?limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      found.push(...page.comments);
      cursor = page.next;
    }
    this.comments = found;
  }

  // Run a request and report its outcome; one at a time.
  async act(way, done) {
    if (this.busy) return;
    this.busy = true;
    this.section.setAttribute("aria-busy", true);
    try {
      await way();
      this.told.textContent = done;
    } catch (problem) {
      this.told.textContent = wordsOf(problem);
    }
    this.busy = false;
    this.known = true;
    this.section.setAttribute("aria-busy", false);
    this.keepDraft();
    this.draw();
  }

  write(text) {
    const { version } = this;
    return this.act(async () => {
      this.comments.push(await command(this.path, { version, text }));
      this.drafts.delete(version);
      const field = this.own.querySelector("textarea");
      if (this.version === version && field.value === text) field.value = "";
    }, say("comments.written"));
  }

  async edit(id, text) {
    this.editing = { id, text };
    await this.act(async () => {
      const edited = await api(`${this.path}/${id}`, { method: "PUT", body: { text } });
      this.comments = this.comments.map((comment) => (comment.id === id ? edited : comment));
      this.editing = null;
    }, say("comments.saved"));
    this.focus(`edit-${id}`);
  }

  async remove({ id }) {
    if (!(await sure(say("comments.sure"), say("comments.delete")))) return;
    await this.act(async () => {
      await api(`${this.path}/${id}`, { method: "DELETE" });
      this.comments = this.comments.filter((comment) => comment.id !== id);
    }, say("comments.deleted"));
    this.title.focus();
  }

  keepDraft() {
    const field = this.own.querySelector("textarea");
    if (field) this.drafts.set(this.version, field.value);
    const editor = this.list.querySelector("textarea");
    if (editor && this.editing) this.editing.text = editor.value;
  }

  focus(key) {
    this.section.querySelector(`[data-key="${key}"]`)?.focus();
  }

  draw() {
    const here = this.comments.filter(({ version }) => version === this.version);
    const focused = this.own.contains(document.activeElement);
    this.list.replaceChildren(...here.map((comment) => this.item(comment)));
    this.none.hidden = here.length > 0 || !this.known;
    this.own.replaceChildren(...(this.known ? [this.form()] : []));
    if (focused) this.own.querySelector("textarea")?.focus();
    this.drawOthers();
  }

  form() {
    if (!me()) return element("p", {}, element("a", { href: "/sign-in" }, say("comments.sign-in")));
    const { version } = this;
    const label = say("comments.label", { version });
    return writing(label, say("comments.write"), this.drafts.get(version) ?? "", (text) => this.write(text));
  }

  drawOthers() {
    const counts = [...this.counts()].filter(([version]) => version !== this.version).sort(([a], [b]) => a - b);
    this.elsewhere.hidden = counts.length === 0;
    this.others.replaceChildren(
      ...counts.map(([version, count]) =>
        element("li", {}, element("a", { href: `#m${version}` }, say("comments.move", { version, count }))),
      ),
    );
  }

  item(comment) {
    const { edited_at: edited } = comment;
    const head = element(
      "p",
      { class: "comment-head" },
      element("strong", {}, nameLink(comment)),
      time(comment.created_at),
      ...(edited ? [element("span", {}, say("comments.edited", { time: moment(edited) }))] : []),
    );
    const mine = comment.player === me()?.id;
    const body =
      mine && this.editing?.id === comment.id
        ? [this.editor(this.editing)]
        : [said(comment), ...(mine ? [this.deeds(comment)] : reporting(comment, this.game))];
    return element("li", {}, head, ...body);
  }

  deeds(comment) {
    return element(
      "div",
      { class: "deeds" },
      button(`edit-${comment.id}`, say("comments.edit"), () => this.startEditing(comment)),
      button(`delete-${comment.id}`, say("comments.delete"), () => this.remove(comment)),
    );
  }

  startEditing({ id, text }) {
    this.keepDraft();
    this.editing = { id, text };
    this.draw();
    this.list.querySelector("textarea").focus();
  }

  stopEditing(id) {
    this.keepDraft();
    this.editing = null;
    this.draw();
    this.focus(`edit-${id}`);
  }

  editor({ id, text }) {
    const form = writing(say("comments.edit-label"), say("comments.save"), text, (changed) => this.edit(id, changed));
    form.querySelector(".row").append(button("cancel", say("comments.cancel"), () => this.stopEditing(id)));
    return form;
  }
}
