/** Shows the data contract of a Smartform or a text, of the tree or in the editor, as a document of its own. */
import * as vscode from "vscode";
import { contractRequest, type ContractParams, type ContractResult } from "../server/protocol.ts";
import { registerCommand } from "./commands.ts";
import { contractSubject } from "./contractModel.ts";
import { commands } from "./identifiers.ts";
import type { Services } from "./services.ts";

const formats: readonly (vscode.QuickPickItem & { readonly format: ContractParams["format"]; readonly language: string })[] = [
  { label: "JSON Schema", format: "json-schema", language: "json" },
  { label: "TypeScript", format: "typescript", language: "typescript" },
];

export function registerContract({ log, server }: Services): vscode.Disposable {
  return registerCommand(log, commands.showContract, async (argument) => {
    const of = contractSubject(argument, vscode.window.activeTextEditor?.document.uri.toString());
    if (of === null) {
      await vscode.window.showInformationMessage("Open a text or a request file, or choose a text or a Smartform in the views.");
      return;
    }
    const picked = await vscode.window.showQuickPick(formats, { title: "Show the data contract as" });
    if (picked === undefined) return;
    const contract = await server.request<ContractResult>(contractRequest, { of, format: picked.format } satisfies ContractParams);
    if (contract === null) throw new Error("There is no data contract: what was chosen is no text and no Smartform that is known here. Refresh the views, or wait until they are read.");
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: picked.language, content: contract.content }), { preview: false });
    if (!contract.complete) await vscode.window.showWarningMessage("Not everything that is printed is known yet, so that more data may be needed than this contract says.");
  });
}
