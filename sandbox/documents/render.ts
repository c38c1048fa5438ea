/**
 * Every output of a produced document (document 3, "Outputs"): its template with the data filled in, then all values,
 * as PDF, MFDX, HTML or XML. Outputs depend only on the DXML and the current MetaFile.
 */
import { absent, known } from "../../language/index.ts";
import type { Field } from "../../language/index.ts";
import type { Reply } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { companyCatalog } from "../forms/catalog.ts";
import { finishPdf, printPage, printPdf, screenPolicy } from "../print/index.ts";
import type { Print } from "../print/index.ts";
import { nest } from "./data.ts";
import { writeDocumentXml } from "./dxml.ts";
import type { Attachment, ProducedDocument } from "./dxml.ts";
import { templateOf } from "./metaFiles.ts";

export type OutputFormat = "pdf" | "pdf-simplex" | "preview" | "mfdx" | "mfdx-simplex" | "html" | "xml";

/**
 * Returns the answer with the document in a format. Refuses at once if the document's template is missing, or if HTML
 * is requested and the content template is missing. An attachment that is not a PDF is refused later, while the file is
 * made.
 */
export function outputReply(state: State, company: string, document: ProducedDocument, format: OutputFormat): Reply {
  const template = templateOf(state, company, document);
  const name = document.document;
  if (format === "xml")
    return {
      file: {
        type: "application/xml; charset=utf-8",
        name: `${name}.xml`,
        bytes: () => Buffer.from(writeDocumentXml(document)),
      },
    };
  const print = printOf(state, company, document);
  if (format === "html") {
    if (!template.hasHtml) throw new Refusal("html-missing", name);
    return {
      html: printPage(print),
      headers: { "content-security-policy": `${screenPolicy}; sandbox`, "referrer-policy": "no-referrer" },
    };
  }
  const at = new Date(state.now());
  const isMfdx = format.startsWith("mfdx");
  const { attachments } = document;
  const bytes = async () => {
    const own = await printPdf({
      ...print,
      createdAt: at,
      subject: `${format === "preview" ? "Preview of document" : "Document"} ${name} of MetaFile ${document.metaFile}`,
    });
    const append: { bytes: Uint8Array; pages: Attachment["pages"] }[] = [];
    for (const each of attachments) {
      if (each.type === "PDF") append.push({ bytes: Buffer.from(each.file, "base64"), pages: each.pages });
      if (each.type === "MFL")
        append.push({
          bytes: await printPdf({ ...printOf(state, company, { ...document, ...each }), createdAt: at }),
          pages: each.pages,
        });
    }
    const embed = [
      ...(isMfdx
        ? [{ name: "metadata.xml", type: "application/xml", bytes: Buffer.from(writeDocumentXml(document)) }]
        : []),
      ...attachments
        .filter(({ type }) => type === "AXML")
        .map(({ file, name: title }, index) => ({
          name: `${title || `attachment-${index + 1}`}.axml`,
          type: "application/octet-stream",
          bytes: Buffer.from(file, "base64"),
        })),
    ];
    return finishPdf(
      own,
      { append, embed, oneSided: format.endsWith("simplex"), at },
      () => new Refusal("bad-attachment"),
    );
  };
  return { file: { type: "application/pdf", name: `${name}.${isMfdx ? "mfdx" : "pdf"}`, bytes } };
}

/**
 * Fills in the template, then prints every value under its name. Names serve only as labels, whatever characters they
 * contain.
 */
function printOf(
  state: State,
  company: string,
  document: Pick<ProducedDocument, "metaFile" | "document" | "values">,
): Print {
  const { html, title } = templateOf(state, company, document);
  const fields = document.values.map(([, value], index): Field => ({
    id: `v${index}`,
    name: `v${index}`,
    type: value.includes("\n") ? "textarea" : "text",
  }));
  return {
    smartform: {
      id: document.document,
      name: title,
      tags: [],
      textLibraryFolder: absent,
      defaultLanguage: absent,
      environments: known([]),
      fields: known(fields),
      parties: known([]),
      steps: known([]),
      pages: known([{ blocks: [{ text: html, format: "html" }, ...fields.map(({ name }) => ({ field: name }))] }]),
    },
    formId: document.document,
    context: { catalog: companyCatalog(state, company), data: known(nest(document.values)) },
    values: new Map(
      document.values.flatMap(([name, value], index) => [
        [`v${index}`, value],
        [`v${index}.label`, name],
      ]),
    ),
    inputs: new Map(),
    submitted: false,
  };
}
