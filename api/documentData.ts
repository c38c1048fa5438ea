/**
 * What callers of the document editor need beside its calls: data as the service takes them, ids in portions, dates
 * compared.
 */
import * as l10n from "@vscode/l10n";

/**
 * Base64 of the UTF-8 bytes of document data (document 3, "Data"). XML is a whole file: a declaration that says utf-8,
 * and the root element `Data`. Throws where it is not, and where the text holds half a character, which would arrive as
 * another one.
 */
export function dataAsBase64(data: { readonly xml: string } | { readonly json: unknown }): string {
  const written = "xml" in data ? data.xml.replace(/^\uFEFF/, "") : JSON.stringify(data.json);
  if (written === undefined || !written.isWellFormed())
    throw new Error(l10n.t("The data hold half of a character, or nothing that can be written. Correct them first."));
  if ("xml" in data && !isDataXml(written))
    throw new Error(
      l10n.t(
        'The data are no XML that the service takes: it begins with <?xml version="1.0" encoding="utf-8"?> and its root element is Data.',
      ),
    );
  return Buffer.from(written, "utf8").toString("base64");
}

/** Only the beginning is looked at: a declaration that says utf-8, then comments at most, then `<Data`. */
function isDataXml(xml: string): boolean {
  const declaration = /^<\?xml\s[^?]{0,200}?encoding\s*=\s*(["'])utf-8\1[^?]{0,200}\?>/i.exec(xml);
  if (declaration === null) return false;
  let at = declaration[0].length;
  for (;;) {
    while (/\s/.test(xml[at] ?? "")) at += 1;
    if (!xml.startsWith("<!--", at)) return /^<Data[\s/>]/.test(xml.slice(at, at + 6));
    const end = xml.indexOf("-->", at + 4);
    if (end < 0) return false;
    at = end + 3;
  }
}

/** Each id once, in portions that `documents.sessions.statuses` takes: 1 to 50; none where there is no id. */
export function statusPortions(ids: readonly string[]): readonly (readonly string[])[] {
  const once = [...new Set(ids)].filter((id) => id !== "");
  return Array.from({ length: Math.ceil(once.length / 50) }, (_, index) => once.slice(index * 50, index * 50 + 50));
}

/**
 * Whether a session would end earlier than it does now, and with it the work in it. `unknown` where one of the dates
 * cannot be read.
 */
export function compareRetention(
  validTo: string | null | undefined,
  next: string,
): "earlier" | "same" | "later" | "unknown" {
  const [now, then] = [utcTime(validTo ?? ""), utcTime(next)];
  if (Number.isNaN(now) || Number.isNaN(then)) return "unknown";
  return then < now ? "earlier" : then === now ? "same" : "later";
}

/** Milliseconds. When a session ends is UTC, whether it says so or not; what is no time is NaN. */
export function utcTime(time: string): number {
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}Z`);
}

/**
 * The part of a session's start URL that `documents.sessions.jwt` asks for: the last one, after `/WebEditor/`.
 * Undefined where there is none.
 */
export function startParameterOf(startUrl: string): string | undefined {
  if (!URL.canParse(startUrl)) return undefined;
  const part = /\/WebEditor\/([^/]+)$/.exec(new URL(startUrl).pathname)?.[1];
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    // What is no percent-encoding stands for itself.
    return part;
  }
}

/**
 * Where a browser opens the editor of a new session: its start URL, with the JWT where the company asks for one.
 * Whoever has it opens the session: it belongs in no log, setting or message. Undefined where the service gave no
 * address of the web.
 */
export function editorUrl({
  StartURL,
  JWT,
}: {
  readonly StartURL?: string | null | undefined;
  readonly JWT?: string | null | undefined;
}): string | undefined {
  if (!URL.canParse(StartURL ?? "")) return undefined;
  const url = new URL(StartURL ?? "");
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (JWT) url.searchParams.set("jwt", JWT);
  return url.href;
}

/**
 * What an output, a new session and other calls mean that answer null: 204, which is no failure (document 3, "Errors").
 * There is no file then.
 */
export const documentNotProduced = (): string =>
  l10n.t("These data give no document: the logic of the MetaFile decides so. Nothing was made, and nothing is wrong.");
