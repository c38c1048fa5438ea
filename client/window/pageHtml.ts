/**
 * The frame of every page in a panel: nothing may be loaded, run or sent but what stands here. Knows no `vscode`, so
 * that plain tests read it.
 */
import { displayLanguage } from "./displayLanguage.ts";

/** Where a page lies. */
export interface PagePlace {
  /** Origin of the webview's own resources, as `webview.cspSource` gives it. */
  readonly origin: string;
  /** New for every page. */
  readonly nonce: string;
  /** The address of a file or folder of `dist/webviews`. */
  readonly at: (path: string) => string;
}

export interface Page {
  readonly title: string;
  readonly script: string;
  readonly style: string;
  readonly body: string;
  /** What the script reads of the body's `data-` attributes. */
  readonly data?: Readonly<Record<string, string>>;
  /** Sources that this page needs beside or instead of those of every page. */
  readonly sources?: Readonly<Record<string, string>>;
}

export function pageHtml(
  { origin, nonce, at }: PagePlace,
  { title, script, style, body, data = {}, sources = {} }: Page,
): string {
  // Tables and viewers write style sheets and positions of their own.
  const policy = {
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}'`,
    "style-src": `${origin} 'unsafe-inline'`,
    "img-src": "data:",
    "form-action": "'none'",
    "base-uri": "'none'",
    ...sources,
  };
  return `<!DOCTYPE html>
<html lang="${attribute(displayLanguage())}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(
    Object.entries(policy)
      .map((rule) => rule.join(" "))
      .join("; "),
  )}">
<link rel="stylesheet" href="${attribute(at(style))}">
<title>${attribute(title)}</title>
</head>
<body${Object.entries(data)
    .map(([name, value]) => ` data-${name}="${attribute(value)}"`)
    .join("")}>
${body}
<script type="module" nonce="${attribute(nonce)}" src="${attribute(at(script))}"></script>
</body>
</html>
`;
}

/** Any string as the text of an attribute or of an element. */
export function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
