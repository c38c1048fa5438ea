/** Thumbnails of the pages, drawn when they scroll into view and removed when they leave it. */
import type { PDFDocumentProxy } from "pdfjs-dist";
import type { PdfWords } from "../messages.ts";
import { fill } from "../../../page/fill.ts";

export interface PageColours {
  readonly background: string;
  readonly foreground: string;
}

/** CSS pixels. */
const width = 110;

export function thumbnailsIn(
  list: HTMLElement,
  words: PdfWords,
  goTo: (page: number) => void,
): {
  show(document: PDFDocumentProxy, colours: PageColours | null): void;
  /** Counts from 1. */
  setCurrent(page: number): void;
} {
  let buttons: readonly HTMLButtonElement[] = [];
  let current = 1;
  let stop = new AbortController();

  function show(pdf: PDFDocumentProxy, colours: PageColours | null): void {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const seen = new Set<number>();
    let drawing = false;

    /**
     * Draws one page at a time, beginning with the first in view, so that pages that are scrolled past are not drawn.
     */
    async function drawNext(): Promise<void> {
      const number = [...seen]
        .sort((a, b) => a - b)
        .find((each) => buttons[each - 1]?.querySelector("canvas") === null);
      if (drawing || number === undefined || signal.aborted) return;
      drawing = true;
      const canvas = document.createElement("canvas");
      canvas.setAttribute("aria-hidden", "true");
      try {
        const page = await pdf.getPage(number);
        const [whole, sharp] = [page.getViewport({ scale: 1 }), devicePixelRatio];
        const viewport = page.getViewport({ scale: (width * sharp) / whole.width });
        [canvas.width, canvas.height] = [
          Math.ceil(viewport.width),
          Math.ceil(Math.min(viewport.height, 8 * viewport.width)),
        ];
        await page.render({ canvas, viewport, ...(colours && { pageColors: colours }) }).promise;
      } catch {
        // The main view reports what is wrong with the page. The thumbnail may stay empty, but its page number still
        // leads to the page.
        if (signal.aborted) return;
      }
      if (signal.aborted) return;
      if (seen.has(number)) buttons[number - 1]?.prepend(canvas);
      drawing = false;
      await drawNext();
    }

    const watching = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const number = Number((target as HTMLElement).dataset["page"]);
          if (isIntersecting) seen.add(number);
          else {
            seen.delete(number);
            target.querySelector("canvas")?.remove();
          }
        }
        void drawNext();
      },
      { root: list, rootMargin: "200px 0px" },
    );
    signal.addEventListener("abort", () => watching.disconnect());

    buttons = Array.from({ length: pdf.numPages }, (_, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset["page"] = String(index + 1);
      button.setAttribute("aria-label", fill(words.pageNumber, index + 1));
      button.tabIndex = -1;
      const label = document.createElement("span");
      label.textContent = String(index + 1);
      button.append(label);
      watching.observe(button);
      return button;
    });
    list.replaceChildren(...buttons);
    setCurrent(Math.min(current, buttons.length));
  }

  function setCurrent(page: number): void {
    const before = buttons[current - 1];
    before?.removeAttribute("aria-current");
    if (before) before.tabIndex = -1;
    current = page;
    const now = buttons[page - 1];
    if (now === undefined) return;
    now.setAttribute("aria-current", "page");
    now.tabIndex = 0;
    if (!list.hidden) now.scrollIntoView({ block: "nearest" });
  }

  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-page]") : null;
    if (button !== null) goTo(Number(button.dataset["page"]));
  });
  list.addEventListener("keydown", (event) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 1,
      End: buttons.length,
    };
    const wish = steps[event.key];
    if (wish === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (buttons[wish - 1] === undefined) return;
    goTo(wish);
    setCurrent(wish);
    buttons[wish - 1]?.focus();
  });
  return { show, setCurrent };
}
