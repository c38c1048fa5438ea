/** textDocument/signatureHelp */
import { SignatureHelpRequest } from "vscode-languageserver";
import type { SignatureHelp as LspHelp, SignatureHelpParams } from "vscode-languageserver";
import { signatureHelp } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt } from "../places/lines.ts";
import { legible } from "../markdown.ts";

export const onSignatureHelp: Handler<SignatureHelpParams, LspHelp | null> = {
  method: SignatureHelpRequest.type,
  otherwise: () => null,
  capability: () => ({ signatureHelpProvider: { triggerCharacters: ["|", "=", ":"] } }),
  work: inDocument(({ document, context }, { position }, { client }) => {
    if (document.kind !== "text") return null;
    const help = signatureHelp(document.syntax, offsetAt(document.lines, position), context);
    if (help === null) return null;
    const { signatures, activeSignature, activeParameter } = help;
    return {
      signatures: signatures.map(({ label, parameters }) => ({
        label,
        parameters: parameters.map(({ start, end, documentation }) => ({
          label: [start, end],
          documentation: { kind: "plaintext", value: legible(documentation) },
        })),
      })),
      activeSignature,
      // Some clients do not support a signature without an active parameter. They get an index past the last parameter.
      // Most of them then mark no parameter, although LSP says that they should mark the first.
      activeParameter:
        activeParameter ?? (client().marksNoParameter ? null : (signatures[activeSignature]?.parameters.length ?? 0)),
    };
  }),
};
