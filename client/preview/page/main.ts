/** The page of the preview: draws a tree of known elements, with text as text. Redraws only blocks that changed. */
import type { FromPage, PreviewWords, ToPage } from "../messages.ts";
import { previewBlocks } from "../previewTree.ts";
import type { PreviewNode } from "../previewTree.ts";
import { fill } from "../../page/fill.ts";
import { element, openHost, pageWords } from "../../page/document.ts";
import { keepInOneLine } from "../../page/toolbar.ts";

const editor = openHost<FromPage>();
const say = (message: FromPage): void => editor.postMessage(message);

const text = element("text", HTMLElement);
const note = element("note", HTMLElement);
const status = element("status", HTMLElement);
const surface = element("surface", HTMLSelectElement);
const language = element("language", HTMLSelectElement);

type Shown = Extract<ToPage, { readonly type: "show" }>;
let shown: Shown | null = null;
/** The key of each drawn block. */
let drawn: readonly string[] = [];
/** The scroll position that was set to follow the editor; it must not be sent back. */
let expected = -1;

const words = pageWords<PreviewWords>();

function show(message: Shown): void {
  shown = message;
  status.hidden = true;
  note.textContent = [
    words.notes[message.surface],
    ...(message.mixed ? [words.mixed] : []),
    ...(lacksLanguage(message) ? [fill(words.instead, message.language ?? "")] : []),
  ].join(" ");
  surface.value = message.surface;
  language.replaceChildren(
    ...(message.language === null ? [new Option(words.ownLanguage, "")] : []),
    ...[...new Set([...(message.language === null ? [] : [message.language]), ...message.languages])].map(
      (code) => new Option(code, code),
    ),
  );
  language.value = message.language ?? "";
  const blocks = previewBlocks(message.pieces);
  // The key contains each piece's content instead of its index, because an edit shifts the indices of the pieces after
  // it.
  const keys = blocks.map((block) =>
    JSON.stringify(block, (name, value: unknown) =>
      name === "piece" || name === "input" ? partOf(Number(value)) : value,
    ),
  );
  let same = 0;
  while (same < Math.min(keys.length, drawn.length) && keys[same] === drawn[same]) same++;
  let end = 0;
  while (end < Math.min(keys.length, drawn.length) - same && keys.at(-1 - end) === drawn.at(-1 - end)) end++;
  const old = [...text.children].slice(same, drawn.length - end);
  const fresh = blocks.slice(same, blocks.length - end).map((block) => draw(block));
  const next = text.children[drawn.length - end] ?? null;
  for (const each of old) each.remove();
  for (const each of fresh) text.insertBefore(each, next);
  renumber(blocks);
  drawn = keys;
}

/** Whether the preview includes a text that lacks the requested language. */
function lacksLanguage({ pieces, language: asked }: Shown): boolean {
  return (
    asked !== null &&
    pieces.some(
      ({ origin }) =>
        origin.within !== undefined &&
        origin.language !== null &&
        origin.language.toLowerCase() !== asked.toLowerCase(),
    )
  );
}

/** Returns everything that is drawn for a piece, except its text: a block is drawn again if its key changes. */
function partOf(index: number): unknown {
  const piece = shown?.pieces[index];
  if (piece === undefined) return null;
  const details =
    piece.kind === "input"
      ? [piece.name, piece.value]
      : piece.kind === "data"
        ? piece.path
        : piece.kind === "missing"
          ? piece.why
          : null;
  return [piece.kind, shown?.names[index], details];
}

/** Updates the indices of pieces in the blocks that were not drawn again, because these indices may have shifted. */
function renumber(blocks: readonly PreviewNode[]): void {
  const pieces = blocks.flatMap(piecesOf);
  for (const [index, part] of [...text.querySelectorAll<HTMLElement>("[data-piece]")].entries())
    part.dataset["piece"] = String(pieces[index]);
}

function piecesOf(node: PreviewNode): readonly number[] {
  if ("text" in node) return [node.piece];
  return "input" in node ? [node.input] : node.children.flatMap(piecesOf);
}

function draw(node: PreviewNode): HTMLElement {
  if ("text" in node) return drawText(node.text, node.piece);
  if ("input" in node) return drawInput(node.input);
  const made = document.createElement(node.tag);
  made.classList.add(...node.look);
  if (made instanceof HTMLTableCellElement) {
    made.colSpan = node.columns ?? 1;
    made.rowSpan = node.rows ?? 1;
  }
  made.append(...node.children.map(draw));
  return made;
}

function drawText(said: string, index: number): HTMLElement {
  const made = document.createElement("span");
  const piece = shown?.pieces[index];
  const name = shown?.names[index] ?? "";
  made.textContent = said;
  made.dataset["piece"] = String(index);
  if (piece?.kind === "data")
    describe(made, "data", name === "" ? fill(words.data, piece.path) : fill(words.dataIn, piece.path, name));
  else if (piece?.kind === "missing") describe(made, "missing", words.reasons[piece.why]);
  else if (name !== "") describe(made, "included", fill(words.from, name));
  if (name !== "") {
    made.tabIndex = 0;
    made.setAttribute("role", "link");
  }
  return made;
}

function drawInput(index: number): HTMLElement {
  const piece = shown?.pieces[index];
  const made = document.createElement("input");
  made.readOnly = true;
  made.dataset["piece"] = String(index);
  if (piece?.kind !== "input") return made;
  made.value = piece.value;
  made.placeholder = piece.name;
  made.size = Math.min(40, Math.max(6, piece.value.length, piece.name.length));
  made.title = fill(words.input, piece.name);
  made.setAttribute("aria-label", made.title);
  return made;
}

function describe(made: HTMLElement, kind: string, title: string): void {
  made.classList.add(kind);
  made.title = title;
}

function partAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-piece]") : null;
}

function openAt(target: EventTarget | null): void {
  const part = partAt(target);
  if (part !== null) say({ type: "open", piece: Number(part.dataset["piece"]) });
}

/**
 * Returns the offset, in the document, of the content that a part prints; undefined if the piece is unknown. For
 * included text, this is the offset of the outermost placeholder.
 */
function offsetOf(part: HTMLElement): number | undefined {
  const piece = shown?.pieces[Number(part.dataset["piece"])];
  if (piece === undefined) return undefined;
  let { origin } = piece;
  while (origin.within !== undefined) origin = origin.within;
  return origin.start;
}

function reveal(offset: number): void {
  let best: HTMLElement | undefined;
  for (const part of text.querySelectorAll<HTMLElement>("[data-piece]")) {
    if ((offsetOf(part) ?? Infinity) > offset) break;
    best = part;
  }
  const before = text.scrollTop;
  if (offset === 0 || best === undefined) text.scrollTop = 0;
  else best.scrollIntoView({ block: "start" });
  expected = text.scrollTop === before ? -1 : text.scrollTop;
}

text.addEventListener("scroll", () => {
  const isAnswer = Math.abs(text.scrollTop - expected) < 2;
  expected = -1;
  if (isAnswer || shown?.own !== true) return;
  const { top } = text.getBoundingClientRect();
  const first = [...text.querySelectorAll<HTMLElement>("[data-piece]")].find(
    (part) => part.getBoundingClientRect().bottom > top,
  );
  const offset = first === undefined ? undefined : offsetOf(first);
  if (offset !== undefined) say({ type: "scrolled", offset });
});
text.addEventListener("click", (event) => {
  if (partAt(event.target)?.getAttribute("role") === "link" || event.altKey) openAt(event.target);
});
text.addEventListener("dblclick", (event) => openAt(event.target));
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter") openAt(event.target);
});
surface.addEventListener("change", () =>
  say({ type: "surface", surface: surface.value === "screen" ? "screen" : "pdf" }),
);
language.addEventListener("change", () =>
  say({ type: "language", language: language.value === "" ? null : language.value }),
);

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case "show":
      return show(data);
    case "reveal":
      return reveal(data.offset);
    case "problem":
      status.hidden = false;
      status.textContent = data.text;
  }
});
keepInOneLine(element("toolbar", HTMLDivElement));
say({ type: "ready" });
