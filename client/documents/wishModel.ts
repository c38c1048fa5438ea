/**
 * What a document is made of: MetaFile and document, data, attachments, and the names sent along (user name, source and
 * environment group). Also builds the request body. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { jsonMistake, messageOf } from "../../language/index.ts";
import { dataAsBase64, isObject, placeOfFile } from "../../api/index.ts";
import type { BodyOf, Files } from "../../api/index.ts";
import { testSource } from "../records/formRequestModel.ts";
import { inGroup } from "../connections/documentsPlaceModel.ts";

export interface DocumentData {
  /** Which of the two calls takes the data: the call for XML or the call for JSON. */
  readonly kind: "json" | "xml";
  /** Where the data come from, in words for the user. */
  readonly label: string;
  readonly base64: string;
}

export type Attached =
  | { readonly kind: "file"; readonly name: string; readonly type: "PDF" | "AXML"; readonly bytes: Uint8Array }
  | { readonly kind: "document"; readonly metaFile: string; readonly document: string };

export interface DocumentWish {
  readonly metaFile: string;
  readonly document: string;
  readonly data: DocumentData | undefined;
  /** Empty if none was given. */
  readonly userName: string;
  readonly source: string;
  readonly attachments: readonly Attached[];
  /** Name or id, if the company uses environment groups; empty for none. */
  readonly environmentGroup?: string;
}

/** Returns why the text cannot name an environment group in a call; undefined if it can, or if it is empty. */
export function groupProblem(text: string): string | undefined {
  return /^\.{1,2}$/.test(text.trim()) || !text.isWellFormed()
    ? l10n.t("This name cannot be part of an address. Enter the group's name or id.")
    : undefined;
}

/**
 * The source under which statistics count the documents that are made from here. Without a source, statistics count a
 * document under its MetaFile (T165).
 */
export const ownSource = testSource;

/**
 * Encodes the author's JSON byte by byte: parsing and serialising it would round large numbers. Throws if it is not
 * JSON.
 */
function jsonData(text: string, label: string): DocumentData {
  const written = text.replace(/^\uFEFF/, "");
  try {
    JSON.parse(written);
  } catch (error) {
    throw new Error(l10n.t("{0} is not JSON. {1}", label, jsonMistake(written)), { cause: error });
  }
  if (!written.isWellFormed())
    throw new Error(
      l10n.t(
        "{0} contains an incomplete character, which the service would receive as another character. Correct the character, and try again.",
        label,
      ),
    );
  return { kind: "json", label, base64: Buffer.from(written, "utf8").toString("base64") };
}

/** Throws if the service would not accept the text as XML data. */
function xmlData(text: string, label: string): DocumentData {
  try {
    return { kind: "xml", label, base64: dataAsBase64({ xml: text }) };
  } catch (error) {
    throw new Error(`${label}: ${messageOf(error)}`, { cause: error });
  }
}

/** Data of a file, whose extension decides between XML and JSON. */
export function dataOfFile(name: string, text: string): DocumentData {
  return /\.xml$/i.test(name) ? xmlData(text, name) : jsonData(text, name);
}

/**
 * The values of a form, by field name, as the forms service returns them. Throws if the service returned no values by
 * name.
 */
export function formData(values: unknown, label: string): DocumentData {
  if (!isObject(values))
    throw new Error(l10n.t("The service gives no named values for {0}, so no data can be created from it.", label));
  return { kind: "json", label, base64: dataAsBase64({ json: values }) };
}

/** For documents that need no data. */
export const noData: DocumentData = { kind: "json", label: l10n.t("no data"), base64: dataAsBase64({ json: {} }) };

export function attachedWords(attached: Attached): string {
  return attached.kind === "file"
    ? `${attached.name} (${attached.type})`
    : l10n.t({
        message: "{0} of {1}",
        args: [attached.document, attached.metaFile],
        comment: ["A document of a MetaFile."],
      });
}

/** PDF or AXML by extension; undefined if the service does not accept the file. */
export function attachmentType(name: string): "PDF" | "AXML" | undefined {
  const extension = /\.(pdf|axml)$/i.exec(name)?.[1]?.toUpperCase();
  return extension === "PDF" || extension === "AXML" ? extension : undefined;
}

/**
 * Body, files and environment group of a data call. Files are encoded while they are sent. Throws if no data were
 * chosen.
 */
export function dataCallOf({
  metaFile,
  document,
  data,
  userName,
  source,
  attachments,
  environmentGroup,
}: DocumentWish): {
  readonly environmentGroup?: string;
  readonly body: BodyOf<"documents.pdf.create">;
  readonly files: Files;
} {
  if (data === undefined) throw new Error(l10n.t("The document has no data yet. Choose the data first."));
  const files = new Map<string, Uint8Array>();
  const attached = attachments.map((each, index) => {
    if (each.kind === "document")
      return { Type: "MFL" as const, MetaFile: each.metaFile, Document: each.document, Order: index + 1 };
    const place = placeOfFile();
    files.set(place, each.bytes);
    return { Type: each.type, FileAsBase64: place, Name: each.name, Order: index + 1 };
  });
  return {
    ...inGroup(environmentGroup),
    body: {
      MetaFile: metaFile,
      Document: document,
      DataAsBase64: data.base64,
      Source: source,
      ...(userName !== "" && { UserName: userName }),
      ...(attached.length > 0 && { Attachments: attached }),
    },
    files,
  };
}
