/** textDocument/signatureHelp */
import { SignatureHelpRequest } from "vscode-languageserver";
import type { Position, SignatureHelp as LspHelp, SignatureHelpParams } from "vscode-languageserver";
import { signatureHelp } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt } from "../places/lines.ts";
import { legible } from "../markdown.ts";
import type { Open } from "../workspace/workspace.ts";

export const onSignatureHelp: Handler<SignatureHelpParams, LspHelp | null> = {
  method: SignatureHelpRequest.type,
  otherwise: () => null,
  capability: () => ({ signatureHelpProvider: { triggerCharacters: ["|", "=", ":"] } }),
  work: inDocument((open, { position }, { client }) =>
    helpToWrite(open, position, { marksNone: client().marksNoParameter }),
  ),
};

/**
 * `marksNone`: the client can mark no parameter. Without it one behind the last is named, of which LSP would make the
 * first; most clients mark none.
 */
function helpToWrite(
  { document, context }: Open,
  position: Position,
  { marksNone }: { readonly marksNone: boolean },
): LspHelp | null {
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
    activeParameter: activeParameter ?? (marksNone ? null : (signatures[activeSignature]?.parameters.length ?? 0)),
  };
}
