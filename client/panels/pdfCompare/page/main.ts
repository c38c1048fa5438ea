/**
 * The page that shows two PDFs side by side: its column heads, keyboard shortcuts and zoom. `comparison.ts` compares
 * the PDFs.
 */
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from "pdfjs-dist";
import { messageOf } from "../../../../language/index.ts";
import type { CompareWords, FromPage, SideHead, SideName, ToPage } from "../messages.ts";
import { fill } from "../../../page/fill.ts";
import { readerIn } from "../../../page/reader.ts";
import { compare, mostPages } from "./comparison.ts";
import type { ComparisonView, Pictures } from "./comparison.ts";
import { element, openHost, pageWords } from "../../../page/document.ts";
import { keepInOneLine } from "../../../page/toolbar.ts";

const editor = openHost<FromPage>();
const words = pageWords<CompareWords>();
const load = readerIn((message) => editor.postMessage(message), words);

const container = element("container", HTMLDivElement);
const list = element("rows", HTMLDivElement);
const summary = element("summary", HTMLDivElement);
const place = element("place", HTMLDivElement);
const work = element("work", HTMLDivElement);
const progress = element("progress", HTMLProgressElement);
const zoom = element("zoom", HTMLSelectElement);
const pictures = element("pictures", HTMLSelectElement);

/** CSS pixels per point at 100 %. */
const whole = 96 / 72;
const [smallest, largest] = [0.1 * whole, 8 * whole];

/** Space around a page in its column, in CSS pixels. */
const around = 28;

let comparison: ComparisonView | null = null;
let loading: readonly PDFDocumentLoadingTask[] = [];
let arrived: Partial<Record<SideName, PDFDocumentProxy | null>> = {};
let turn = 0;
let scale = whole;

function part(side: SideName, selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#head-${side} ${selector}`);
  if (found === null) throw new Error(`The head of the ${side} column lacks ${selector}.`);
  return found;
}

function showHead(side: SideName, { name, detail }: SideHead): void {
  part(side, "h2").textContent = name;
  part(side, ".detail").textContent = detail;
}

function showProgress(done: { readonly value: number; readonly max: number } | null): void {
  work.hidden = done === null;
  if (done !== null) [progress.max, progress.value] = [Math.max(done.max, 1), done.value];
}

function begin(heads: Readonly<Record<SideName, SideHead>>): void {
  turn += 1;
  comparison?.dispose();
  comparison = null;
  for (const task of loading) void task.destroy();
  loading = [];
  arrived = {};
  for (const side of ["left", "right"] as const) {
    showHead(side, heads[side]);
    part(side, ".problem").textContent = "";
  }
  place.textContent = "";
  summary.textContent = words.reading;
  progress.removeAttribute("value");
  work.hidden = false;
}

async function open(side: SideName, bytes: Uint8Array): Promise<void> {
  const mine = turn;
  try {
    const task = await load(bytes);
    loading = [...loading, task];
    const pdf = await task.promise;
    if (mine !== turn) return void (await task.destroy());
    if (pdf.numPages > mostPages) part(side, ".problem").textContent = fill(words.tooLong, mostPages);
    arrive(side, pdf);
  } catch (error) {
    if (mine === turn) fail(side, fill(words.unreadable, messageOf(error)));
  }
}

function fail(side: SideName, problem: string): void {
  part(side, ".problem").textContent = problem;
  arrive(side, null);
}

function arrive(side: SideName, pdf: PDFDocumentProxy | null): void {
  arrived = { ...arrived, [side]: pdf };
  const { left, right } = arrived;
  if (left === undefined || right === undefined) return;
  if (left === null || right === null) {
    summary.textContent = [
      ...(left === null ? [words.noneLeft] : []),
      ...(right === null ? [words.noneRight] : []),
    ].join(" ");
    return showProgress(null);
  }
  comparison = compare(
    { left, right },
    {
      container,
      list,
      words,
      scale: (widest) => (scale = zoom.value === "fit" ? fitting(widest) : scale),
      pictures: pictures.value as Pictures,
      tell: {
        summary: (text) => (summary.textContent = text),
        place: (text) => (place.textContent = text),
        progress: showProgress,
      },
    },
  );
}

function fitting(widest: number): number {
  return Math.min(Math.max((container.clientWidth / 2 - around) / widest, smallest), largest);
}

/** Keeps the middle of the view in place. */
function setScale(wish: number): void {
  const next = Math.min(Math.max(wish, smallest), largest);
  if (next === scale) return;
  const middle = container.scrollTop + container.clientHeight / 2;
  const ratio = next / scale;
  scale = next;
  comparison?.setScale(next);
  container.scrollTop = middle * ratio - container.clientHeight / 2;
}

function zoomBy(factor: number): void {
  const next = Math.min(Math.max(scale * factor, smallest), largest);
  const exact =
    zoom.querySelector<HTMLOptionElement>("option[data-exact]") ??
    zoom.appendChild(Object.assign(document.createElement("option"), { hidden: true }));
  exact.dataset["exact"] = "";
  exact.value = String(next / whole);
  exact.textContent = `${Math.round((100 * next) / whole)} %`;
  zoom.value = exact.value;
  setScale(next);
}

function fit(): void {
  zoom.value = "fit";
  if (comparison !== null) setScale(fitting(comparison.widest));
}

const larger = (): void => zoomBy(1.25);
const smaller = (): void => zoomBy(1 / 1.25);
const next = (): void => comparison?.step(1);
const previous = (): void => comparison?.step(-1);

zoom.addEventListener("change", () => (zoom.value === "fit" ? fit() : setScale(Number(zoom.value) * whole)));
pictures.addEventListener("change", () => comparison?.setPictures(pictures.value as Pictures));
for (const [id, act] of Object.entries({
  next,
  previous,
  larger,
  smaller,
  again: () => editor.postMessage({ type: "again" }),
}))
  element(id, HTMLButtonElement).addEventListener("click", act);
element("stop", HTMLButtonElement).addEventListener("click", () => {
  if (comparison === null) editor.postMessage({ type: "stop" });
  comparison?.stop();
});
window.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const acts: Readonly<Record<string, () => void>> = command
    ? { "+": larger, "=": larger, "-": smaller, "0": fit }
    : { F7: event.shiftKey ? previous : next };
  const act = acts[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});
container.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    (event.deltaY < 0 ? larger : smaller)();
  },
  { passive: false },
);
new ResizeObserver(() => {
  if (zoom.value === "fit") fit();
}).observe(container);

window.addEventListener("message", ({ data: message }: MessageEvent<ToPage>) => {
  switch (message.type) {
    case "reading":
      return begin(message);
    case "side":
      showHead(message.side, message.head);
      return void open(message.side, message.bytes);
    case "noSide":
      return fail(message.side, message.problem);
  }
});
keepInOneLine(element("toolbar", HTMLDivElement));
editor.postMessage({ type: "ready" });
