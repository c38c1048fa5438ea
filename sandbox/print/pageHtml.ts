/**
 * The common parts of every page of the sandbox: its look, its policy, and the line that says that it belongs to a
 * sandbox. No page runs a script.
 */
import { createHash } from "node:crypto";
import { cleanText, escapeHtml } from "./richText.ts";

const css = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8888; --accent: #1a5fb4; }
@media (prefers-color-scheme: dark) { :root { --accent: #78aeed; } }
body { margin: 0 auto; max-width: 46rem; padding: 0 1rem 3rem; }
.sandbox { background: #ffd24a; color: #1c1c1c; margin: 0 -1rem; padding: .4rem 1rem; font-weight: 600; }
h1 { font-size: 1.7rem; margin: 1.2rem 0 .6rem; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.steps { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding-left: 1.2rem; }
.steps [aria-current] { font-weight: 700; }
.field { margin: 0 0 1rem; }
.field > label { display: block; } .name { display: block; font-weight: 600; padding: 0; }
input, select, textarea { font: inherit; padding: .3rem .5rem; max-width: 100%; box-sizing: border-box; }
.field > label > :is(input, select, textarea):not([type=checkbox], [type=radio]) { width: 100%; }
textarea { min-height: 6rem; }
table { border-collapse: collapse; margin: .4rem 0 1rem; }
td, th { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
blockquote { border-left: 3px solid var(--line); margin-left: 0; padding-left: 1rem; } pre { overflow: auto; }
a { color: var(--accent); } button { font: inherit; font-weight: 600; padding: .5rem 1.4rem; }
.bold { font-weight: 700; } .italics { font-style: italic; }
.underline { text-decoration: underline; } .strike { text-decoration: line-through; }
.left { text-align: left; } .center { text-align: center; }
.right { text-align: right; } .justify { text-align: justify; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

/** The Content-Security-Policy header of a page. Allows only this page's own style, and posting to its own origin. */
export const screenPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The headers of every page. They forbid showing the page in a frame, and hide its address from other sites. */
export const pageHeaders = {
  "content-security-policy": screenPolicy,
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

/** `note`: everything that the reader should know. `main`: the page's own content as HTML. */
export function pageHtml({
  title,
  language,
  note,
  main,
}: {
  readonly title: string;
  readonly language?: string;
  readonly note: string;
  readonly main: string;
}): string {
  return `<!DOCTYPE html>
<html${language === undefined ? "" : ` lang="${text(language)}"`}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${text(title)} · sandbox</title>
<style>${css}</style></head>
<body>
<p class="sandbox" role="note">${text(note)}</p>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Returns HTML that shows the text literally. */
export function text(value: string): string {
  return escapeHtml(cleanText(value));
}
