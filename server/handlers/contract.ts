/** The data contract of a Smartform, a library text or an open document, as VS Code shows it. */
import { posix } from "node:path";
import { URI } from "vscode-uri";
import { contractTypes, formSchema, requestedSmartform, textSchema, textTitle, unknown } from "../../language/index.ts";
import type { Catalog, Contract } from "../../language/index.ts";
import { requestOf } from "../workspace/documents.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { contractRequest } from "../protocol.ts";
import type { ContractParams, ContractResult, Meant } from "../protocol.ts";
import type { Open } from "../workspace/workspace.ts";

export const onContract: Handler<ContractParams & Meant, ContractResult> = {
  method: contractRequest,
  otherwise: () => null,
  /** null if the subject is unknown, or the document has no contract. */
  work: inMeantLibrary(({ of, format }, { library, documents }) => {
    const found = find(library().current, of, documents());
    if (found === null) return null;
    const { schema, complete } = found;
    return {
      title: schema.title ?? "",
      content: format === "typescript" ? contractTypes(schema) : `${JSON.stringify(schema, undefined, 2)}\n`,
      complete,
    };
  }),
};

function find(catalog: Catalog, of: ContractParams["of"], documents: readonly Open[]): Contract | null {
  if ("smartformId" in of) return ofSmartform(catalog, of.smartformId);
  if ("textId" in of) {
    const text = catalog.text(of.textId);
    return text.state === "known"
      ? textSchema({ text: text.value }, textTitle(text.value, { catalog }), { catalog, data: unknown })
      : null;
  }
  const open = documents.find(({ document }) => document.uri === of.uri);
  return open === undefined ? null : ofDocument(catalog, open);
}

/** A request has the contract of its Smartform; a text has the contract of its current content, saved or not. */
function ofDocument(catalog: Catalog, { document, context }: Open): Contract | null {
  const request = requestOf(document);
  if (request !== null) return ofSmartform(catalog, requestedSmartform(request) ?? "");
  if (document.kind !== "text") return null;
  const { text: content, format } = document.syntax;
  return textSchema({ content, format }, posix.basename(URI.parse(document.uri).path).replace(/\..*$/s, ""), context);
}

function ofSmartform(catalog: Catalog, id: string): Contract | null {
  const smartform = catalog.smartform(id);
  return smartform.state === "known" ? formSchema(smartform.value, { catalog, data: unknown }) : null;
}
