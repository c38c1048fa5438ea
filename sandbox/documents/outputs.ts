/** Outputs of documents, made from an editing session or without one (document 3, "Outputs"). */
import type { OperationId } from "../../api/index.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { textOrNumberField } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { readBase64 } from "./data.ts";
import { readDxml } from "./dxml.ts";
import type { ProducedDocument } from "./dxml.ts";
import { takeTurn } from "./limits.ts";
import { base64Field, produce, readAttachments, readDataCall } from "./produce.ts";
import type { DataCallOptions } from "./produce.ts";
import { recordDocument } from "./record.ts";
import { outputReply } from "./render.ts";
import type { OutputFormat } from "./render.ts";

/** `limited`: whether document 3 names the call as rate-limited (T144). */
function fromData(format: OutputFormat, options: DataCallOptions & { readonly limited?: true }): Handler {
  return (call) => {
    const asked = readDataCall(call, options);
    const document = produce(call.state, call.company, asked);
    if (options.limited) takeTurn(call);
    return document === undefined ? { status: 204 } : output(call, document, format);
  };
}

function fromDxml(format: OutputFormat): Handler {
  return (call) => output(call, sentDxml(call, format === "html" ? "none" : undefined), format);
}

function output(call: Call, document: ProducedDocument, format: OutputFormat): Reply {
  const reply = outputReply(call.state, call.company, document, format);
  recordDocument(call, { name: events[format], document });
  return reply;
}

const events: Readonly<Record<OutputFormat, string>> = {
  pdf: "PdfCreated",
  "pdf-simplex": "PdfCreated",
  preview: "PreviewCreated",
  mfdx: "MfdxCreated",
  "mfdx-simplex": "MfdxCreated",
  html: "HtmlCreated",
  xml: "XmlCreated",
};

/**
 * Returns the DXML of the body. The whole body may be the DXML (E6), or the body may have the same fields as in calls
 * of the store. In that case, the body's attachments follow those of the DXML.
 */
export function sentDxml({ body, rawBody }: Call, taken?: "none"): ProducedDocument {
  if (body === undefined && rawBody.length > 0) return readDxml(rawBody, "The body");
  if (!isObject(body)) throw new Refusal("bad-base64", "B64Dxml is missing");
  const sent = readDxml(readBase64(base64Field(body, "B64Dxml"), "B64Dxml"), "B64Dxml");
  return {
    ...sent,
    metaFile: textOrNumberField(body, "MetaFile") || sent.metaFile,
    document: textOrNumberField(body, "Document") || sent.document,
    attachments: [...sent.attachments, ...readAttachments(body, taken)],
  };
}

const xml = { data: "xml" } as const;
const json = { data: "json" } as const;
const limited = { limited: true } as const;
const html = { attachments: "none" } as const;

export const outputHandlers = {
  "documents.pdf.create": fromData("pdf", { ...xml, ...limited }),
  "documents.pdf.createJson": fromData("pdf", json),
  "documents.pdf.createSimplex": fromData("pdf-simplex", { ...xml, ...limited }),
  "documents.pdf.createSimplexJson": fromData("pdf-simplex", json),
  "documents.pdf.preview": fromData("preview", xml),
  "documents.pdf.previewJson": fromData("preview", json),
  "documents.mfdx.create": fromData("mfdx", { ...xml, ...limited }),
  "documents.mfdx.createJson": fromData("mfdx", { ...json, ...limited }),
  "documents.mfdx.createSimplex": fromData("mfdx-simplex", { ...xml, ...limited }),
  "documents.mfdx.createSimplexJson": fromData("mfdx-simplex", { ...json, ...limited }),
  "documents.html.create": fromData("html", { ...xml, ...html }),
  "documents.html.createJson": fromData("html", { ...json, ...html }),
  "documents.xml.create": fromData("xml", xml),
  "documents.xml.createJson": fromData("xml", json),
  "documents.pdf.fromDxml": fromDxml("pdf"),
  "documents.pdf.fromDxmlSimplex": fromDxml("pdf-simplex"),
  "documents.html.fromDxml": fromDxml("html"),
} as const satisfies Partial<Record<OperationId, Handler>>;
