/** textDocument/signatureHelp */
import type { Position, SignatureHelp as LspHelp } from "vscode-languageserver";
import { signatureHelp } from "../../language/index.ts";
import { offsetAt } from "../lines.ts";
import { visible } from "../markdown.ts";
import type { Open } from "../workspace.ts";

export const signatureTriggers = ["|", "=", ":"];

export function helpToWrite({ document, context }: Open, position: Position): LspHelp | null {
  if (document.kind !== "text") return null;
  const help = signatureHelp(document.syntax, offsetAt(document.lines, position), context);
  if (help === null) return null;
  const { signatures, activeSignature, activeParameter } = help;
  return {
    signatures: signatures.map(({ label, parameters }) => ({
      label,
      parameters: parameters.map(({ start, end, documentation }) => ({ label: [start, end], documentation: { kind: "plaintext", value: visible(documentation) } })),
    })),
    activeSignature,
    // Behind the last one: clients then mark none.
    activeParameter: activeParameter ?? signatures[activeSignature]?.parameters.length ?? 0,
  };
}
