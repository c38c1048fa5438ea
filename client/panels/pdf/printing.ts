/** Prints a PDF in another program on this computer, because VS Code does not let webviews print. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { window } from "../../window/window.ts";

interface ToPrint {
  /** Absent if the PDF has no file yet. */
  readonly file?: vscode.Uri;
  /** Asks for a location and saves the PDF there. Undefined if the person cancelled. */
  readonly save: () => Promise<vscode.Uri | undefined>;
}

/**
 * Offers to open the PDF in a PDF viewer. A PDF without a file is first saved where the person chooses, so that no copy
 * stays unnoticed in a temporary folder. Rejects with an error whose message is for the user.
 */
export async function print({ file, save }: ToPrint): Promise<void> {
  if (vscode.env.uiKind === vscode.UIKind.Web || vscode.env.remoteName !== undefined) {
    const message = l10n.t(
      "VS Code cannot print a panel. This window works with the files of another computer, so VS Code cannot open the PDF in a PDF viewer either.",
    );
    const answer = await window.showInformationMessage(
      message,
      {
        modal: true,
        detail: l10n.t(
          "Save the PDF, download it from the Explorer, and print it with the PDF viewer of the computer in front of you.",
        ),
      },
      l10n.t("Save…"),
    );
    if (answer !== undefined) await save();
    return;
  }
  const open = file?.scheme === "file" ? l10n.t("Open in PDF Viewer") : l10n.t("Save and Open in PDF Viewer…");
  const detail = l10n.t(
    "Open the PDF in the PDF viewer of this computer instead, and print from there. The viewer may run code that is in the PDF; this panel does not.",
  );
  if (
    (await window.showInformationMessage(l10n.t("VS Code cannot print a panel."), { modal: true, detail }, open)) !==
    open
  )
    return;
  const target = file?.scheme === "file" ? file : await save();
  if (target === undefined) return;
  if (target.scheme !== "file" || !(await vscode.env.openExternal(target)))
    throw new Error(l10n.t("No PDF viewer was opened. Open the PDF file {0} yourself to print it.", target.fsPath));
}
