/**
 * The DXML: a document made from data, which can be edited, stored, and turned into every output later. The format of a
 * DXML is the sandbox's own, because the API documents do not show a format.
 */
import { Refusal } from "../base/refusal.ts";
import { readUtf8, readXml } from "./data.ts";
import type { Values } from "./data.ts";

/**
 * One document, made from its data (document 3, "What the service does"). A document is plain data, and is stored as
 * its DXML.
 */
export interface ProducedDocument {
  readonly metaFile: string;
  readonly document: string;
  readonly values: Values;
  /** In printing order. */
  readonly attachments: readonly Attachment[];
  /** As statistics show it. */
  readonly source: string;
  /** Empty if the caller named no user. */
  readonly userName: string;
}

export interface Attachment {
  readonly type: "MFL" | "PDF" | "AXML";
  readonly metaFile: string;
  readonly document: string;
  /** Base64; empty for MFL. */
  readonly file: string;
  readonly name: string;
  /** From 1, both ends included; empty for all pages. */
  readonly pages: readonly { readonly start: number; readonly end: number }[];
  /** How to turn a PDF into pages of the document; stored, but without effect here (E16). */
  readonly options?: PageOptions;
}

export interface PageOptions {
  readonly duplex: boolean;
  readonly dpi: number;
  readonly colorDepth: "BW" | "Color";
}

export function writeDxml({ metaFile, document, values, attachments, source, userName }: ProducedDocument): string {
  const value = ([name, text]: Values[number]) => `<Value${attribute("Name", name)}>${escapeXml(text)}</Value>`;
  const attachment = ({ type, file, pages, options, ...named }: Attachment) =>
    `<Attachment${attribute("Type", type)}${attribute("MetaFile", named.metaFile)}${attribute("Document", named.document)}${attribute("Name", named.name)}` +
    `${attribute("Pages", pages.map(({ start, end }) => `${start}-${end}`).join(" "))}` +
    `${options === undefined ? "" : attribute("Duplex", String(options.duplex)) + attribute("Dpi", String(options.dpi)) + attribute("ColorDepth", options.colorDepth)}>${file}</Attachment>`;
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<Dxml${attribute("MetaFile", metaFile)}${attribute("Document", document)}${attribute("Source", source)}${attribute("UserName", userName)}>\n` +
    `<Values>\n${values.map((each) => `${value(each)}\n`).join("")}</Values>\n<Attachments>\n${attachments.map((each) => `${attachment(each)}\n`).join("")}</Attachments>\n</Dxml>\n`
  );
}

/** Refuses what is not a DXML of the sandbox. `name`: the field that contained it. */
export function readDxml(bytes: Uint8Array, name: string): ProducedDocument {
  const { root } = readXml(readUtf8(bytes, name), name);
  const list = (group: string) => root.children.find((child) => child.name === group)?.children ?? [];
  const { MetaFile: metaFile, Document: document, Source: source = "", UserName: userName = "" } = root.attributes;
  if (root.name !== "Dxml" || metaFile === undefined || document === undefined)
    throw new Refusal("bad-data", `${name} is not a DXML`);
  return {
    metaFile,
    document,
    source,
    userName,
    values: list("Values").map((each) => [each.attributes["Name"] ?? "", each.text] as const),
    attachments: list("Attachments").map(({ attributes, text }) => ({
      type: attributes["Type"] === "PDF" || attributes["Type"] === "AXML" ? attributes["Type"] : "MFL",
      metaFile: attributes["MetaFile"] ?? "",
      document: attributes["Document"] ?? "",
      name: attributes["Name"] ?? "",
      file: text,
      pages: [...(attributes["Pages"] ?? "").matchAll(/(\d{1,9})-(\d{1,9})/g)].map(([, start, end]) => ({
        start: Number(start),
        end: Number(end),
      })),
      ...(attributes["Dpi"] === undefined
        ? {}
        : {
            options: {
              duplex: attributes["Duplex"] === "true",
              dpi: Number(attributes["Dpi"]),
              colorDepth: attributes["ColorDepth"] === "BW" ? "BW" : "Color",
            },
          }),
    })),
  };
}

/**
 * Returns XML with only the values and the names of the document. It is the XML output, and the metadata of an MFDX
 * file.
 */
export function writeDocumentXml({ metaFile, document, values, source }: ProducedDocument): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<Document${attribute("MetaFile", metaFile)}${attribute("Name", document)}${attribute("Source", source)}>\n` +
    `${values.map(([name, text]) => `<Value${attribute("Name", name)}>${escapeXml(text)}</Value>\n`).join("")}</Document>\n`
  );
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeXml(value)}"`;
}

/** Also escapes line breaks and tabs, which XML readers would otherwise change or turn into spaces. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
