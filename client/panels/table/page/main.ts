/**
 * The page of a table: fields and buttons as the extension describes them, and rows from `grid.ts`. Loads nothing from
 * the network.
 */
import type { Field, FromPage, Setup, Status, ToPage } from "../messages.ts";
import { gridOf } from "./grid.ts";
import type { Grid, RowPlace } from "./grid.ts";
import { element, openHost } from "../../../page/document.ts";
import { keepInOneLine } from "../../../page/toolbar.ts";

const editor = openHost<FromPage>();
const say = (message: FromPage): void => editor.postMessage(message);

const button = (id: string): HTMLButtonElement => element(id, HTMLButtonElement);
const open = button("open"),
  follow = button("follow"),
  readMore = button("read-more"),
  showNew = button("show-new"),
  cancel = button("cancel");
const [statusLine, busy, fresh] = ["status", "busy", "fresh"].map((id) => element(id, HTMLSpanElement)) as [
  HTMLSpanElement,
  HTMLSpanElement,
  HTMLSpanElement,
];
const toolbar = element("toolbar", HTMLDivElement);
const filterBars = { service: element("fields", HTMLDivElement), read: element("read-fields", HTMLDivElement) };
const problem = element("problem", HTMLDivElement);
const empty = element("empty", HTMLDivElement);

const controls = new Map<string, HTMLInputElement | HTMLSelectElement>();
let grid: Grid | undefined;
let focused: RowPlace | null = null;
let rowButtons: readonly HTMLButtonElement[] = [];

function build(setup: Setup): void {
  document.title = setup.title;
  for (const field of setup.fields)
    filterBars[field.within ?? "service"].querySelector(".more")?.before(fieldOf(field));
  filterBars.read.hidden = setup.fields.every(({ within }) => within === undefined);
  filterBars.service.hidden = setup.fields.every(({ within }) => within === "read");
  for (const [key, value] of setup.values) {
    const control = controls.get(key);
    if (control) control.value = value;
  }
  const note = element("note", HTMLDetailsElement);
  note.hidden = setup.note === null;
  note.querySelector("summary")?.replaceChildren(setup.note ?? "");
  empty.textContent = setup.empty;
  open.hidden = setup.open === null;
  open.textContent = setup.open;
  follow.hidden = setup.follow === null;
  follow.textContent = setup.follow;
  const made = setup.buttons.map(({ key, label, on }) => {
    const each = document.createElement("button");
    each.type = "button";
    each.textContent = label;
    each.addEventListener("click", () => say({ type: "act", action: key, row: on === "row" ? focused : null }));
    return { each, on };
  });
  open.after(...made.map(({ each }) => each));
  rowButtons = [open, ...made.flatMap(({ each, on }) => (on === "row" ? [each] : []))];
  focus(null);
  for (const bar of [toolbar, ...Object.values(filterBars)]) keepInOneLine(bar);
  grid = gridOf(element("table", HTMLDivElement), setup, {
    ask: (request) => say({ type: "page", ...request }),
    giveUp: (request) => say({ type: "cancel", request }),
    open: (row) => say({ type: "open", row }),
    copy: (row, column) => say({ type: "copy", row, column }),
    focused: focus,
    waiting: showWaiting,
  });
}

function fieldOf(field: Field): HTMLElement {
  const box = document.createElement("div");
  box.className = "field";
  const label = document.createElement("label");
  label.textContent = field.label;
  const control = field.kind === "select" ? document.createElement("select") : document.createElement("input");
  control.id = `field-${field.key}`;
  label.htmlFor = control.id;
  if (control instanceof HTMLInputElement) control.type = field.kind;
  if (field.kind === "select" && control instanceof HTMLSelectElement)
    control.append(...field.options.map(({ value, label: words }) => new Option(words, value)));
  box.append(label, control);
  if (field.hint !== undefined) {
    const hint = document.createElement("span");
    hint.id = `${control.id}-hint`;
    hint.className = "hint";
    hint.textContent = field.hint;
    control.setAttribute("aria-describedby", hint.id);
    control.title = field.hint;
    box.append(hint);
  }
  // Rows already read are filtered while the person types; the service is asked only when the field loses focus, or on
  // Enter.
  control.addEventListener(field.within === "read" ? "input" : "change", sayFilter);
  controls.set(field.key, control);
  return box;
}

function sayFilter(): void {
  say({ type: "filter", values: [...controls].map(([key, { value }]) => [key, value]) });
}

function focus(row: RowPlace | null): void {
  focused = row;
  for (const each of rowButtons) each.disabled = row === null;
}

/** Milliseconds before progress is shown, so that short readings show none. */
const brief = 500;
let late: ReturnType<typeof setTimeout> | undefined;

function showWaiting(pages: number): void {
  if (pages > 0) {
    late ??= setTimeout(() => (busy.hidden = cancel.hidden = false), brief);
    return;
  }
  clearTimeout(late);
  late = undefined;
  busy.hidden = cancel.hidden = true;
}

function showStatus({ read, problem: failure, fresh: news, following, more }: Status): void {
  statusLine.textContent = read;
  problem.hidden = failure === null;
  element("problem-text", HTMLSpanElement).textContent = failure;
  readMore.hidden = !more;
  follow.setAttribute("aria-pressed", String(following));
  showNew.hidden = news === null;
  // The announcement stays readable even when the new rows are shown automatically.
  if (news !== null || !following) fresh.textContent = news ?? "";
  // A reader who follows new rows and is at the top gets them automatically.
  if (news !== null && following && grid?.isAtTop() === true) say({ type: "command", command: "showNew" });
}

function on(id: string, act: () => void): void {
  button(id).addEventListener("click", act);
}

open.addEventListener("click", () => focused && say({ type: "open", row: focused }));
follow.addEventListener("click", () => say({ type: "follow", on: follow.getAttribute("aria-pressed") !== "true" }));
on("refresh", () => say({ type: "command", command: "refresh" }));
on("export", () => say({ type: "command", command: "export" }));
on("show-new", () => say({ type: "command", command: "showNew" }));
on("read-more", () => say({ type: "command", command: "readMore" }));
on("cancel", () => say({ type: "command", command: "stop" }));
on("try-again", () => grid?.tryAgain());
window.addEventListener("keydown", (event) => {
  if (event.key !== "f" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  [...controls.values()].find(({ type }) => type === "text")?.focus();
});

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case "setup":
      return build(data);
    case "page":
      empty.hidden = data.total !== 0;
      return grid?.answer(data.request, data);
    case "failed":
      return grid?.fail(data.request);
    case "anew":
      empty.hidden = true;
      return grid?.anew(data);
    case "status":
      return showStatus(data);
  }
});
say({ type: "ready" });
