/**
 * Shows the data contract of a Smartform or a text, from the tree or the editor, as a document. The document is
 * read-only and named after its subject: closing it discards nothing, and saving it asks where to save it.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { contractRequest } from "../../server/protocol.ts";
import type { ContractParams, ContractResult } from "../../server/protocol.ts";
import { registerCommand } from "../calls/commands.ts";
import { givenOwner, ownerInUse } from "../connections/ownerModel.ts";
import { contractName, contractSubject } from "./contractModel.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { window } from "../window/window.ts";

const formats: readonly (vscode.QuickPickItem & { readonly format: ContractParams["format"] })[] = [
  { label: l10n.t("JSON Schema"), format: "json-schema" },
  { label: "TypeScript", format: "typescript" },
];

export function registerContract({ connections, log, server }: Services, sides: Sides): vscode.Disposable {
  return registerCommand(log, commands.showContract, async (argument) => {
    const of = contractSubject(argument, vscode.window.activeTextEditor?.document.uri.toString());
    if (of === null)
      return void (await window.showInformationMessage(
        l10n.t("Open a text or a request file, or choose a text or a Smartform in the views."),
      ));
    const owner = givenOwner(argument).owner ?? (await ownerInUse(connections));
    const picked = await window.showQuickPick(formats, { title: l10n.t("Show the data contract as") });
    if (picked === undefined) return;
    const contract = await server.request<ContractResult>(
      contractRequest,
      { of, format: picked.format } satisfies ContractParams,
      { of: owner },
    );
    if (contract === null)
      throw new Error(
        l10n.t(
          "There is no data contract, because what you chose is neither a known text nor a known Smartform. Refresh the views, or wait until they have been read.",
        ),
      );
    await sides.open(contract.content, contractName(contract.title, picked.format), { preview: false });
    if (!contract.complete)
      await window.showWarningMessage(
        l10n.t("Part of the printed content is not known, so the data contract may be incomplete."),
      );
  });
}
