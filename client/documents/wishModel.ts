/**
 * What a document is made of: MetaFile and document, data, names that go with it, attachments; and the body that says
 * so. Knows no `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { jsonMistake, messageOf } from "../../language/index.ts";
import { dataAsBase64, isObject, placeOfFile } from "../../api/index.ts";
import type { BodyOf, Files } from "../../api/index.ts";
import { testSource } from "../records/formRequestModel.ts";
import { inGroup } from "../connections/documentsPlaceModel.ts";

export interface DocumentData {
  /** Which of the two calls takes it: the one for XML, or its twin for JSON. */
  readonly kind: "json" | "xml";
  /** Where it comes from, for people. */
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
  /** Empty where none was given. */
  readonly userName: string;
  readonly source: string;
  readonly attachments: readonly Attached[];
  /** Name or id, for who uses environment groups; empty for none. */
  readonly environmentGroup?: string;
}

/** Why no call can name it; undefined where one can, and where nothing is given. */
export function groupProblem(text: string): string | undefined {
  return /^\.{1,2}$/.test(text.trim()) || !text.isWellFormed()
    ? l10n.t("This name cannot be part of an address.")
    : undefined;
}

/** What is made from here is told apart in statistics, which would otherwise count it under the MetaFile (T165). */
export const ownSource = testSource;

/**
 * The author's JSON as it is written, byte by byte: reading and writing it again would round large numbers. Throws
 * where it is none.
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
      l10n.t("{0} holds half of a character, which would arrive as another one. Correct it first.", label),
    );
  return { kind: "json", label, base64: Buffer.from(written, "utf8").toString("base64") };
}

/** Throws where the service would not take it. */
function xmlData(text: string, label: string): DocumentData {
  try {
    return { kind: "xml", label, base64: dataAsBase64({ xml: text }) };
  } catch (error) {
    throw new Error(`${label}: ${messageOf(error)}`, { cause: error });
  }
}

/** Data of a file, by its name. */
export function dataOfFile(name: string, text: string): DocumentData {
  return /\.xml$/i.test(name) ? xmlData(text, name) : jsonData(text, name);
}

/**
 * What was entered in a form, by the names of its fields, as the forms service gives it. Throws where it gives nothing
 * by name.
 */
export function formData(values: unknown, label: string): DocumentData {
  if (!isObject(values))
    throw new Error(l10n.t("The service gives no values by name for {0}, so that no data can be made of it.", label));
  return { kind: "json", label, base64: dataAsBase64({ json: values }) };
}

/** For documents that need nothing filled in. */
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

/** PDF or AXML by the name; undefined for what the service does not take. */
export function attachmentType(name: string): "PDF" | "AXML" | undefined {
  const extension = /\.(pdf|axml)$/i.exec(name)?.[1]?.toUpperCase();
  return extension === "PDF" || extension === "AXML" ? extension : undefined;
}

/**
 * Body, files and environment group of a data call. Files are encoded while they are sent. Throws where the data were
 * not chosen.
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
  if (data === undefined) throw new Error(l10n.t("The document has no data yet. Choose them first."));
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
