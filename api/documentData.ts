/**
 * Helpers for callers of the document editor: data in the service's encoding, ids in batches, and comparison of dates.
 */
import * as l10n from "@vscode/l10n";

/**
 * Encodes document data as base64 of UTF-8 (document 3, "Data"). XML must be a whole file: a declaration that says
 * utf-8, and the root element `Data`. Throws if the XML is not whole, or if the text contains half a surrogate pair,
 * which would arrive as another character.
 */
export function dataAsBase64(data: { readonly xml: string } | { readonly json: unknown }): string {
  const written = "xml" in data ? data.xml.replace(/^\uFEFF/, "") : JSON.stringify(data.json);
  if (written === undefined || !written.isWellFormed())
    throw new Error(
      l10n.t("The data are missing or contain an incomplete character. Correct the data, and try again."),
    );
  if ("xml" in data && !isDataXml(written))
    throw new Error(
      l10n.t(
        'The data do not have the documented form: XML that begins with <?xml version="1.0" encoding="utf-8"?> and has the root element Data.',
      ),
    );
  return Buffer.from(written, "utf8").toString("base64");
}

/** Checks only the beginning: a declaration that says utf-8, then only comments, if any, then `<Data`. */
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

/** Returns each id once, in batches of 1 to 50 for `documents.sessions.statuses`; empty if there are no ids. */
export function statusPortions(ids: readonly string[]): readonly (readonly string[])[] {
  const once = [...new Set(ids)].filter((id) => id !== "");
  return Array.from({ length: Math.ceil(once.length / 50) }, (_, index) => once.slice(index * 50, index * 50 + 50));
}

/**
 * Compares the new end of a session with its current one. If the new end is earlier, the session is deleted earlier,
 * with the work in it. `unknown` if one of the dates cannot be read.
 */
export function compareRetention(
  validTo: string | null | undefined,
  next: string,
): "earlier" | "same" | "later" | "unknown" {
  const [now, then] = [utcTime(validTo ?? ""), utcTime(next)];
  if (Number.isNaN(now) || Number.isNaN(then)) return "unknown";
  return then < now ? "earlier" : then === now ? "same" : "later";
}

/** Returns milliseconds; NaN if `time` is not a time. The end of a session is in UTC, even if it names no zone. */
export function utcTime(time: string): number {
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}Z`);
}

/**
 * Returns the last part of a session's start URL, after `/WebEditor/`: `documents.sessions.jwt` takes it. Undefined if
 * the URL has no such part.
 */
export function startParameterOf(startUrl: string): string | undefined {
  if (!URL.canParse(startUrl)) return undefined;
  const part = /\/WebEditor\/([^/]+)$/.exec(new URL(startUrl).pathname)?.[1];
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    // Invalid percent-encoding is taken literally.
    return part;
  }
}

/**
 * Returns the browser address of a new session's editor: its start URL, with the JWT if the company requires one.
 * Anybody who has this address can open the session, so it must not be in logs, settings or messages. Undefined if the
 * service returned no web address.
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
 * Returns the message for a call that answers null, for example a call for an output or for a new session. Null stands
 * for status 204, which is not a failure (document 3, "Errors"): nothing was created.
 */
export const documentNotProduced = (): string =>
  l10n.t(
    "The logic of the MetaFile creates no document from these data. Nothing was created, and this is not an error.",
  );
