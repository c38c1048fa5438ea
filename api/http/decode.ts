/**
 * Validates the service's answers. All other code relies on this, and does not validate them again. Unknown fields
 * pass; wrong ones are reported with their path.
 */
import * as l10n from "@vscode/l10n";
import type { File } from "./client.ts";
import type { ApiErrorCode, Outcome } from "../error.ts";
import type { ResponseKind } from "../operation.ts";
import { isObject } from "../operations/schema.ts";
import { failure, outcomeOf, statusFailure } from "./failure.ts";
import { problemsOf } from "./prepare.ts";
import type { Prepared } from "./prepare.ts";
import type { Subject } from "./failure.ts";
import { largestFileAnswer } from "./wire.ts";
import type { Reply } from "./wire.ts";

/** Decodes the answer as its row describes it. `secrets` never appear in an error, whatever the service echoes. */
export function decode(
  { row, subject }: Prepared,
  reply: Reply,
  { secrets }: { readonly secrets: readonly string[] },
): unknown {
  if (row.absence !== undefined && reply.status === row.absence.status && messageOf(reply) === row.absence.message)
    return row.absence.answer;
  assertAccepted(reply, subject, { secrets });
  if (
    "nothing" in row &&
    reply.cut === undefined &&
    reply.bytes.length === 0 &&
    (row.nothingStatus ?? reply.status) === reply.status
  )
    return row.nothing;
  const type = typeOf(reply);
  const unusable = (code: ApiErrorCode, happened?: string, outcome: Outcome = outcomeOf(subject)) =>
    failure(code, subject, outcome, { status: reply.status, happened });
  const isEmpty = reply.cut === undefined && reply.bytes.length === 0;
  // A file or a text may be empty with status 200. Status 204 means that there is no file or text.
  if (
    isEmpty &&
    row.response !== "empty" &&
    (reply.status === 204 || row.response === "bare" || row.nothingStatus !== undefined)
  )
    throw unusable("invalid-answer", l10n.t("the answer is empty"));
  if (row.response === "empty") {
    if (type === "text/html") throw unusable("wrong-type");
    return undefined;
  }
  const fits = (row.service === "documents" ? typesOfDocuments : types)[row.response].test(type);
  const isPage = row.response === "file" && type === "text/html" && header(reply, "content-disposition") === "";
  if (!fits || isPage) throw unusable("wrong-type");
  if (!/^(identity)?$/i.test(header(reply, "content-encoding")))
    throw unusable("wrong-type", l10n.t("the answer is compressed, although no compression was requested"));
  // If the answer is not JSON but, for example, a file, the call has taken effect as soon as the transfer begins. If it
  // is JSON, only the id in the complete answer proves that something was created.
  const begun = row.response !== "json" && outcomeOf(subject) === "unknown" ? "done" : outcomeOf(subject);
  if (reply.cut === "answer-too-large" && isFile(row.response)) {
    throw failure(reply.cut, subject, begun, {
      status: reply.status,
      happened: l10n.t("the file is larger than {0} MB, which is the limit here", largestFileAnswer / 1024 / 1024),
      advice: l10n.t("Download it in the application of the service."),
    });
  }
  if (reply.cut !== undefined) throw unusable(reply.cut, undefined, begun);
  if (isFile(row.response)) {
    if (row.response === "pdf" && reply.bytes.subarray(0, 1024).indexOf("%PDF-") < 0)
      throw unusable("invalid-answer", l10n.t("the answer is not a PDF"));
    if (row.response === "pdf" && reply.bytes.subarray(-1024).indexOf("%%EOF") < 0)
      throw unusable("truncated", undefined, begun);
    if (
      row.response === "html" &&
      type !== "text/html" &&
      type !== "" &&
      !/^\s*<[a-z!?]/i.test(
        reply.bytes
          .subarray(0, 1024)
          .toString()
          .replace(/^\ufeff/, ""),
      )
    )
      throw unusable("invalid-answer", l10n.t("the answer is not HTML"));
    return {
      bytes: bytesOf(reply),
      contentType: type === "" ? undefined : type,
      name: fileNameOf(header(reply, "content-disposition")),
    } satisfies File;
  }
  const written = readText(reply.bytes);
  if (written === undefined) throw unusable("invalid-answer", l10n.t("the answer is not UTF-8"));
  if (row.response === "text") return written;
  const parsed = parseJson(written) ?? (row.response === "bare" ? { value: written.trim() } : undefined);
  if (parsed === undefined)
    throw looksCut(written)
      ? unusable("truncated")
      : unusable(
          "invalid-answer",
          written.trim() === "" ? l10n.t("the answer is empty") : l10n.t("the answer is not JSON"),
        );
  const checked = row.schema?.safeParse(parsed.value);
  if (checked === undefined) return parsed.value;
  if (!checked.success)
    throw unusable(
      "invalid-answer",
      l10n.t("the answer is not as documented: {0}", problemsOf(checked.error, "answer")),
    );
  return checked.data;
}

const types: Readonly<Record<Exclude<ResponseKind, "empty">, RegExp>> = {
  json: /^$|^text\/plain$|[/+]json$/,
  bare: /^$|^text\/plain$|[/+]json$/,
  pdf: /^application\/pdf$/,
  text: /^$|^text\/plain$/,
  html: /^$|^text\/html$/,
  file: /^/,
};

/** Document 3 names the formats of its files, but no media types, so the files are recognised by their bytes. */
const typesOfDocuments: typeof types = {
  ...types,
  pdf: /^(?!text\/html$|.*json$)/,
  html: /^$|^text\/(html|plain|xml)$|^application\/(octet-stream|(xhtml\+)?xml)$/,
};

/** Whether an answer of this kind is a file. */
export function isFile(response: ResponseKind): boolean {
  return response === "pdf" || response === "file" || response === "html";
}

/** Does not copy a large file. */
function bytesOf({ bytes }: Reply): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}

/** Returns `Message` of a JSON body, in either letter case. */
function messageOf({ bytes }: Reply): unknown {
  const value = parseJson(readText(bytes) ?? "")?.value;
  return isObject(value) ? (value["Message"] ?? value["message"]) : undefined;
}

/** Throws a refusal if the status is outside 2xx. */
export function assertAccepted(
  reply: Reply,
  subject: Subject,
  { secrets }: { readonly secrets: readonly string[] },
): void {
  if (reply.status >= 200 && reply.status < 300) return;
  throw statusFailure(reply.status, subject, { detail: detailOf(reply, secrets), retryAfter: retryAfterOf(reply) });
}

/**
 * Parses JSON of the service: `__proto__` stays an ordinary key, and integers beyond 2^53, which a number would round,
 * are kept as strings. Returns undefined if the text is not valid JSON.
 */
export function parseJson(written: string): { readonly value: unknown } | undefined {
  try {
    // Visiting every value is slow, so only content that may have such a key or number is visited.
    return { value: /proto|\\u|\d{16}/i.test(written) ? JSON.parse(written, keepWhole) : JSON.parse(written) };
  } catch {
    return undefined;
  }
}

function keepWhole(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (
    typeof value === "number" &&
    !Number.isSafeInteger(value) &&
    context?.source !== undefined &&
    /^-?\d+$/.test(context.source)
  )
    return context.source;
  if (isObject(value) && Object.hasOwn(value, "__proto__")) return Object.assign(Object.create(null), value);
  return value;
}

/** Decodes UTF-8 without its byte order mark; returns undefined for other bytes. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function looksCut(written: string): boolean {
  const trimmed = written.trim();
  const end = { "{": "}", "[": "]" }[trimmed[0] ?? ""];
  return end !== undefined && !trimmed.endsWith(end);
}

function header({ headers }: Reply, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : (value?.[0] ?? "");
}

/** Returns the media type in lower case, without parameters. */
function typeOf(reply: Reply): string {
  return (header(reply, "content-type").split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Returns the seconds to wait. If the service names a date, the date is compared with the time of the answer, or with
 * this machine's clock if the answer has no time.
 */
function retryAfterOf(reply: Reply): number | undefined {
  const value = header(reply, "retry-after").trim();
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const now = Date.parse(header(reply, "date"));
  return Math.max(0, Math.ceil((at - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}

/** Returns the service's words about a refusal, as plain text for the user. A web page is ignored. */
function detailOf(reply: Reply, secrets: readonly string[]): string | undefined {
  const written = /html|xml/.test(typeOf(reply)) ? undefined : readText(reply.bytes);
  if (written === undefined) return undefined;
  const value = parseJson(written)?.value;
  const sentence = isObject(value)
    ? ["detail", "message", "title", "error_description", "error"]
        .map((name) => value[name])
        .find((entry) => typeof entry === "string")
    : written;
  if (typeof sentence !== "string") return undefined;
  const safe = secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), sentence);
  const plain = safe.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return plain === "" ? undefined : plain.slice(0, 500);
}

/** Returns the name in Content-Disposition, for display: it is never used as a path. */
function fileNameOf(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1] ?? /filename=([^;"]+)/i.exec(disposition)?.[1];
  const name = (extended === undefined ? undefined : decoded(extended)) ?? plain;
  const shown = name
    ?.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim()
    .slice(0, 255);
  return shown === "" ? undefined : shown;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}
