/**
 * The frame of every page in a panel: only what is listed here may be loaded, run or sent. Does not import `vscode`, so
 * that plain tests can read it.
 */
import { displayLanguage } from "../../language/index.ts";

/** Where the files of a page are. */
export interface PagePlace {
  /** Origin of the webview's own resources, from `webview.cspSource`. */
  readonly origin: string;
  /** New for each page. */
  readonly nonce: string;
  /** Returns the address of a file or folder in `dist/webviews`. */
  readonly at: (path: string) => string;
}

export interface Page {
  readonly title: string;
  /** The code of a script that runs before `script`. */
  readonly library?: string;
  readonly script: string;
  readonly style: string;
  readonly body: string;
  /** What the script reads from the body's `data-` attributes. */
  readonly data?: Readonly<Record<string, string>>;
  /** Sources that this page needs in addition to those of every page, or instead of them. */
  readonly sources?: Readonly<Record<string, string>>;
}

export function pageHtml(
  { origin, nonce, at }: PagePlace,
  { title, library, script, style, body, data = {}, sources = {} }: Page,
): string {
  // Inline styles are allowed, because tables and viewers create style sheets and position their parts by `style`.
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
${library === undefined ? "" : `<script nonce="${attribute(nonce)}" src="data:text/javascript;base64,${Buffer.from(library).toString("base64")}"></script>\n`}<script type="module" nonce="${attribute(nonce)}" src="${attribute(at(script))}"></script>
</body>
</html>
`;
}

/** Escapes a string for use in an attribute or element. */
export function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
