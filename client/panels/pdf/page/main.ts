/** The page of the PDF panel: pdf.js's own viewer with a toolbar, and no access to the outside. */
import * as pdfjs from "pdfjs-dist";
import noteIcon from "pdfjs-dist/web/images/annotation-note.svg";
import { EventBus, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from "pdfjs-dist/web/pdf_viewer.mjs";
import { messageOf } from "../../../../language/index.ts";
import type { PdfRange } from "../../../../language/index.ts";
import type { Colours, FromPage, PageState, PdfWords, ToPage } from "../messages.ts";
import { fill } from "../../../page/fill.ts";
import { readerIn } from "../../../page/reader.ts";
import { marksOf, rangeOf, wordAt } from "./places.ts";
import { thumbnailsIn } from "./thumbnails.ts";
import type { PageColours } from "./thumbnails.ts";
import { element, openHost, pageWords } from "../../../page/document.ts";
import { keepInOneLine } from "../../../page/toolbar.ts";

const editor = openHost<FromPage, PageState>();
const page = document.body;
const words = pageWords<PdfWords>();
const say = (message: FromPage): void => editor.postMessage(message);

const container = element("container", HTMLDivElement);
const pageNumber = element("page", HTMLInputElement);
const pageCount = element("pages", HTMLSpanElement);
const zoom = element("zoom", HTMLSelectElement);
const language = element("language", HTMLSelectElement);
const query = element("query", HTMLInputElement);
const found = element("found", HTMLSpanElement);
const findBar = element("find", HTMLDivElement);
const status = element("status", HTMLDivElement);
const cancel = element("cancel", HTMLButtonElement);
const colours = element("colours", HTMLSelectElement);
const showThumbnails = element("show-thumbnails", HTMLButtonElement);
const thumbnailList = element("thumbnails", HTMLElement);

const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.NONE });
const findController = new PDFFindController({ eventBus, linkService });
const viewer = new PDFViewer({
  container,
  eventBus,
  linkService,
  findController,
  annotationMode: pdfjs.AnnotationMode.ENABLE,
  annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
  // pdf.js appends a file name that the PDF dictates. Because of the `#`, that name has no effect, and every note
  // gets the same icon.
  imageResourcesPath: `${noteIcon}#`,
});
linkService.setViewer(viewer);

let shown: pdfjs.PDFDocumentProxy | null = null;
let state: PageState = editor.getState() ?? { kept: null, language: null, place: null, thumbnails: false };
/** Where to go once the pages are laid out; until then pdf.js reports the beginning as the reader's position. */
let wanted: PageState["place"] = null;
let turn = 0;
/** The word last right-clicked or Ctrl+clicked, while nothing is selected. */
let pointed: PdfRange | null = null;
const marks = marksOf(viewer);

const load = readerIn(say, words);

function keep(change: Partial<PageState>): void {
  state = { ...state, ...change };
  editor.setState(state);
}

async function show(bytes: Uint8Array): Promise<void> {
  const mine = ++turn;
  const loading = await load(bytes);
  const opened = await loading.promise;
  try {
    // Cycles in the page tree are detected only when a page is requested.
    await opened.getPage(1);
  } catch (error) {
    await loading.destroy();
    throw error;
  }
  if (mine !== turn) {
    await loading.destroy();
    return;
  }
  const before = shown;
  shown = opened;
  wanted ??= state.place;
  pointed = null;
  marks.clear();
  draw(opened);
  linkService.setDocument(opened, null);
  pageCount.textContent = fill(words.pageCount, opened.numPages);
  pageNumber.max = String(opened.numPages);
  page.classList.add("has-pdf");
  await before?.loadingTask.destroy();
}

/** Draws all pages in the chosen colours. */
function draw(opened: pdfjs.PDFDocumentProxy): void {
  const ofTheme = themeColours();
  page.dataset["colours"] = colours.value;
  viewer.pageColors = ofTheme;
  element("viewer", HTMLDivElement).style.removeProperty("--page-bg-color");
  viewer.setDocument(opened);
  thumbnails.show(opened, ofTheme);
}

/** null unless the theme's colours are chosen. */
function themeColours(): PageColours | null {
  if (colours.value !== "theme") return null;
  const style = getComputedStyle(document.documentElement);
  const [background, foreground] = ["background", "foreground"].map((name) =>
    style.getPropertyValue(`--vscode-editor-${name}`).trim(),
  );
  return background && foreground ? { background, foreground } : null;
}

function drawAgain(): void {
  if (shown === null) return;
  wanted ??= state.place;
  draw(shown);
}

const thumbnails = thumbnailsIn(thumbnailList, words, (number) => (viewer.currentPageNumber = number));

function unfoldThumbnails(open: boolean): void {
  thumbnailList.hidden = !open;
  showThumbnails.setAttribute("aria-expanded", String(open));
  if (open) thumbnails.setCurrent(viewer.currentPageNumber);
}
unfoldThumbnails(state.thumbnails);
showThumbnails.addEventListener("click", () => {
  keep({ thumbnails: !state.thumbnails });
  unfoldThumbnails(state.thumbnails);
});
new ResizeObserver(() => {
  if (viewer.currentScaleValue?.startsWith("page-") === true) viewer.currentScaleValue = viewer.currentScaleValue;
}).observe(container);

colours.addEventListener("change", () => {
  say({ type: "colours", colours: colours.value as Colours });
  drawAgain();
});
// VS Code announces a change of theme through the attributes of the page.
let drawnTheme = page.dataset["vscodeThemeId"];
new MutationObserver(() => {
  if (drawnTheme === page.dataset["vscodeThemeId"]) return;
  drawnTheme = page.dataset["vscodeThemeId"];
  if (colours.value === "theme") drawAgain();
}).observe(page, { attributeFilter: ["data-vscode-theme-id"] });

eventBus.on("pagesinit", () => {
  viewer.currentScaleValue = "page-width";
  if (wanted !== null) linkService.setHash(wanted);
  wanted = null;
  showScale();
});
eventBus.on("pagechanging", (event: { pageNumber: number }) => {
  pageNumber.value = String(event.pageNumber);
  thumbnails.setCurrent(event.pageNumber);
});
eventBus.on("scalechanging", showScale);
eventBus.on("updateviewarea", (event: { location: { pdfOpenParams: string } }) => {
  if (wanted === null) keep({ place: event.location.pdfOpenParams.replace(/^#/, "") });
});
eventBus.on("updatefindmatchescount", (event: { matchesCount: { current: number; total: number } }) =>
  showFound(event.matchesCount),
);
eventBus.on("updatefindcontrolstate", (event: { matchesCount: { current: number; total: number } }) =>
  showFound(event.matchesCount),
);

function showFound(count: { readonly current: number; readonly total: number }): void {
  if (query.value === "") found.textContent = "";
  else found.textContent = count.total === 0 ? words.notFound : fill(words.found, count.current, count.total);
}

function showScale(): void {
  const value = viewer.currentScaleValue;
  const exact = zoom.querySelector<HTMLOptionElement>("option[data-exact]");
  if (exact === null) return;
  const offered = [...zoom.options].some((option) => option !== exact && option.value === value);
  exact.textContent = `${Math.round(viewer.currentScale * 100)} %`;
  exact.value = value;
  exact.hidden = offered;
  zoom.value = value;
}

function find(type: "" | "again", backwards = false): void {
  eventBus.dispatch("find", {
    source: window,
    type,
    query: query.value,
    caseSensitive: false,
    entireWord: false,
    highlightAll: true,
    findPrevious: backwards,
    matchDiacritics: false,
  });
}

function openFind(): void {
  findBar.hidden = false;
  query.focus();
  query.select();
}

function closeFind(): void {
  findBar.hidden = true;
  eventBus.dispatch("findbarclose", { source: window });
  container.focus();
}

function on(id: string, act: () => void): void {
  element(id, HTMLButtonElement).addEventListener("click", act);
}

on("previous", () => viewer.previousPage());
on("next", () => viewer.nextPage());
on("smaller", () => viewer.decreaseScale());
on("larger", () => viewer.increaseScale());
on("open-find", () => (findBar.hidden ? openFind() : closeFind()));
on("find-previous", () => find("again", true));
on("find-next", () => find("again"));
on("find-close", closeFind);
on("refresh", () => say({ type: "command", command: "refresh" }));
on("open-page", () => say({ type: "command", command: "openPage" }));
on("save", () => say({ type: "command", command: "save" }));
on("print", () => say({ type: "command", command: "print" }));
cancel.addEventListener("click", () => say({ type: "command", command: "cancel" }));
pageNumber.addEventListener("change", () => {
  const wish = Number(pageNumber.value);
  if (Number.isInteger(wish) && wish >= 1 && wish <= viewer.pagesCount) viewer.currentPageNumber = wish;
  else pageNumber.value = String(viewer.currentPageNumber);
});
zoom.addEventListener("change", () => {
  viewer.currentScaleValue = zoom.value;
});
language.addEventListener("change", () =>
  say({ type: "language", language: language.value === "" ? null : language.value }),
);
query.addEventListener("input", () => find(""));
query.addEventListener("keydown", (event) => {
  if (event.key === "Enter") find("again", event.shiftKey);
  if (event.key === "Escape") closeFind();
});
window.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const acts: Readonly<Record<string, () => void>> = {
    f: openFind,
    "+": () => viewer.increaseScale(),
    "=": () => viewer.increaseScale(),
    "-": () => viewer.decreaseScale(),
    "0": () => (viewer.currentScaleValue = "page-width"),
    Enter: askWhoPrinted,
  };
  const act = command ? acts[event.key] : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act();
});
container.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    if (event.deltaY < 0) viewer.increaseScale();
    else viewer.decreaseScale();
  },
  { passive: false },
);
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.href === "" || link.getAttribute("href")?.startsWith("#") === true) return;
  event.preventDefault();
  // VS Code's own click listener is above the document and would open the link.
  event.stopPropagation();
  say({ type: "link", url: link.href });
});

/** The status line is a live region, so that screen readers announce progress and failures. */
function showStatus(text: string | null, kind: "busy" | "problem"): void {
  status.textContent = text ?? "";
  status.dataset["kind"] = kind;
  status.hidden = text === null;
  cancel.hidden = text === null || kind !== "busy";
}

function showLanguages(languages: readonly string[], current: string | null): void {
  const choice = (value: string, label: string): HTMLOptionElement => {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = label;
    return option;
  };
  language.replaceChildren(choice("", words.defaultLanguage), ...languages.map((code) => choice(code, code)));
  language.value = current ?? "";
}

on("printed-by", askWhoPrinted);

function askWhoPrinted(): void {
  say({ type: "printedBy", range: selectedRange() });
}
document.addEventListener("click", (event) => {
  // As in other viewers of typeset documents, Ctrl+click (Command on a Mac) goes to the source.
  if (
    !(event.altKey || event.ctrlKey || event.metaKey) ||
    !(event.target instanceof Element) ||
    event.target.closest(".textLayer") === null
  )
    return;
  event.preventDefault();
  pointed = wordAt(viewer, event);
  getSelection()?.removeAllRanges();
  askWhoPrinted();
});
document.addEventListener("contextmenu", (event) => (pointed = wordAt(viewer, event)));
document.addEventListener("selectionchange", () => {
  if (getSelection()?.isCollapsed === false) pointed = null;
});

/** Returns the selection, or else the word last pointed at. */
function selectedRange(): PdfRange | null {
  return rangeOf(viewer, getSelection()) ?? pointed;
}
eventBus.on("textlayerrendered", (event: { pageNumber: number }) => marks.draw(event.pageNumber));

window.addEventListener("message", (event: MessageEvent<ToPage>) => {
  const message = event.data;
  switch (message.type) {
    case "show":
      showStatus(null, "busy");
      document.title = message.title;
      keep({ kept: message.kept, language: message.language });
      show(message.bytes).catch((error: unknown) => say({ type: "unreadable", reason: messageOf(error) }));
      return;
    case "languages":
      return showLanguages(message.languages, message.current);
    case "busy":
      return showStatus(message.text, "busy");
    case "problem":
      return showStatus(message.text, "problem");
    case "mark":
      return marks.show(message.ranges);
    case "askSelection":
      return askWhoPrinted();
  }
});
keepInOneLine(element("toolbar", HTMLDivElement));
say({ type: "ready" });
