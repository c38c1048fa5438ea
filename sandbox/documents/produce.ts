/**
 * Produces the document that a data call requests (document 3, "Data call body", "Attachment"). Call `readDataCall`,
 * then `produce`; `render.ts` makes outputs of the result, and `dxml.ts` stores it.
 */
import type { Call } from "../base/call.ts";
import {
  booleanField,
  field,
  mapField,
  objectBody,
  requiredField,
  stringField,
  textOrNumberField,
} from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { readBase64, readJsonData, readUtf8, readXmlData } from "./data.ts";
import type { Attachment, PageOptions, ProducedDocument } from "./dxml.ts";
import { metaFileOf, templateOf } from "./metaFiles.ts";

export interface DataCallOptions {
  readonly data: "xml" | "json";
  /** Set if the documents require the user's name; otherwise choice N25 decides. */
  readonly userName?: "required";
  readonly attachments?: "none";
}

/** Reads the body, with the documented refusals. */
export function readDataCall(
  { state, body }: Pick<Call, "state" | "body">,
  { data, userName, attachments }: DataCallOptions,
): ProducedDocument & { readonly attributeStoreKey?: string } {
  const request = objectBody(body);
  const metaFile = requiredField(request, "MetaFile", "data-call-required", textOrNumberField);
  const document = requiredField(request, "Document", "data-call-required", textOrNumberField);
  const sent = readUtf8(readBase64(base64Field(request, "DataAsBase64"), "DataAsBase64"), "DataAsBase64");
  const user = textOrNumberField(request, "UserName") ?? "";
  if (user.trim() === "" && (userName === "required" || state.choice("N25") === "400"))
    throw new Refusal("data-call-required", "UserName");
  const key = textOrNumberField(request, "AttributeStoreKey");
  return {
    metaFile,
    document,
    values: data === "xml" ? readXmlData(sent) : readJsonData(sent),
    attachments: readAttachments(request, attachments),
    source: textOrNumberField(request, "Source") || metaFile,
    userName: user,
    ...(key ? { attributeStoreKey: key } : {}),
  };
}

/** Returns undefined if the data produce no document (204); refuses if the document's logic is missing (406). */
export function produce(
  state: State,
  company: string,
  { attributeStoreKey, ...asked }: ReturnType<typeof readDataCall>,
): ProducedDocument | undefined {
  if (templateOf(state, company, asked).producesNothing) return undefined;
  if (attributeStoreKey === undefined) return asked;
  const stored = metaFileOf(state, company, asked.metaFile).attributeStore?.[attributeStoreKey] ?? {};
  const sent = new Set(asked.values.map(([name]) => name));
  return { ...asked, values: [...asked.values, ...Object.entries(stored).filter(([name]) => !sent.has(name))] };
}

/**
 * Returns the value of the field for base64 content. The name of the field depends on the call. If the body has the
 * field of another call instead, the refusal names that field (T161).
 */
export function base64Field(body: JsonObject, name: "DataAsBase64" | "FileAsBase64" | "B64Dxml"): string {
  const value = stringField(body, name);
  if (value !== undefined) return value;
  const instead = ["DataAsBase64", "FileAsBase64", "B64Dxml", "fileContent"].find(
    (other) => field(body, other) !== undefined,
  );
  throw new Refusal(
    "bad-base64",
    instead === undefined ? `${name} is missing` : `${name} is missing; ${instead} is the name of another call`,
  );
}

/** Returns the attachments in printing order. HTML calls accept no attachments. */
export function readAttachments(request: JsonObject, taken?: "none"): readonly Attachment[] {
  const listed = field(request, "Attachments") ?? [];
  if (!Array.isArray(listed)) throw new Refusal("bad-field", "Attachments must be a list");
  if (taken === "none" && listed.length > 0) throw new Refusal("no-attachments");
  return inOrder(listed.map(readAttachment));
}

/** Accepts whatever document 3 does not forbid (E19). */
function readAttachment(attachment: unknown): Attachment & { readonly order: number | undefined } {
  if (!isObject(attachment)) throw new Refusal("bad-field", "an attachment must be an object");
  const type = field(attachment, "Type");
  if (type !== "MFL" && type !== "PDF" && type !== "AXML")
    throw new Refusal("bad-field", "the Type of an attachment must be MFL, PDF or AXML");
  const order = field(attachment, "Order");
  const named =
    type === "MFL"
      ? {
          metaFile: requiredField(attachment, "MetaFile", "data-call-required", textOrNumberField),
          document: requiredField(attachment, "Document", "data-call-required", textOrNumberField),
          file: "",
        }
      : {
          metaFile: "",
          document: "",
          file: readBase64(base64Field(attachment, "FileAsBase64"), "FileAsBase64").toString("base64"),
        };
  return {
    type,
    ...named,
    name: textOrNumberField(attachment, "Name") ?? "",
    pages: readPages(field(attachment, "PageRanges") ?? []),
    ...readOptions(attachment),
    order: typeof order === "number" ? order : undefined,
  };
}

/** Dots per inch default to 150 (document 3, "Limits"). */
function readOptions(attachment: JsonObject): { readonly options?: PageOptions } {
  const asked = mapField(attachment, "Pdf2AxmlOptions");
  if (asked === undefined) return {};
  const dpi = field(asked, "Dpi") ?? 150;
  const colorDepth = field(asked, "ColorDepth") ?? "Color";
  if (typeof dpi !== "number") throw new Refusal("bad-field", "Dpi must be a number");
  if (colorDepth !== "BW" && colorDepth !== "Color") throw new Refusal("bad-field", "ColorDepth must be BW or Color");
  const masks = field(asked, "Masks") ?? [];
  if (!Array.isArray(masks) || !masks.every(isObject)) throw new Refusal("bad-field", "Masks must be a list of boxes");
  return { options: { duplex: booleanField(asked, "Duplex") ?? false, dpi, colorDepth } };
}

/** Higher than any page number of a PDF, but low enough for JavaScript to write it without an exponent. */
const maxPage = 999_999_999;

function readPages(ranges: unknown): Attachment["pages"] {
  if (!Array.isArray(ranges)) throw new Refusal("bad-field", "PageRanges must be a list");
  return ranges.map((range: unknown) => {
    const [start, end] = isObject(range) ? [field(range, "Start") ?? 1, field(range, "End") ?? maxPage] : [];
    if (!Number.isInteger(start) || !Number.isInteger(end))
      throw new Refusal("bad-field", "a page range must have the page numbers Start and End");
    return { start: Math.min(Math.max(Number(start), 1), maxPage), end: Math.min(Math.max(Number(end), 0), maxPage) };
  });
}

/**
 * Sorts attachments by `Order`. Those without `Order` come last. Attachments of equal `Order` stay in their listed
 * order.
 */
function inOrder(attachments: readonly ReturnType<typeof readAttachment>[]): readonly Attachment[] {
  return attachments
    .toSorted((left, right) => (left.order ?? Infinity) - (right.order ?? Infinity) || 0)
    .map(({ order: _, ...attachment }) => attachment);
}
