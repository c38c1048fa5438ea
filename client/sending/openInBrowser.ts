/**
 * The only way to open the editor of a session. The dialog names only the origin of the address, because anybody who
 * has the address can open the session (T159).
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { carryOut } from "../calls/carryOut.ts";
import type { Session } from "../connections/session.ts";
import { visible } from "../../language/index.ts";
import { window } from "../window/window.ts";
import type { Editor } from "../records/editorsModel.ts";
import type { At } from "../connections/documentsPlaceModel.ts";

interface Opening {
  readonly session: Session;
  readonly at: At;
  /** Name of the editing session for the user. */
  readonly name: string;
  /** The person typed the address. */
  readonly typed?: boolean;
}

/** Resolves with whether the browser was opened. */
export async function openInBrowser(editor: Editor, opening: Opening): Promise<boolean> {
  const { session, at, name, typed = false } = opening;
  const chosen = await window.showInformationMessage(
    l10n.t('Open the editor of "{0}" in the browser?', visible(name)),
    {
      modal: true,
      detail: [
        l10n.t("Origin: {0}", editor.origin),
        ...(typed
          ? [
              l10n.t(
                "You typed this address. Check that its origin is the editor's origin. If the company requires a JWT, a new JWT is sent to this origin, and anyone who has that JWT can open the session.",
              ),
            ]
          : []),
        ...(editor.open
          ? [
              l10n.t(
                "The editor's address begins with http, not https. Others can intercept what you read and write there.",
              ),
            ]
          : []),
        "",
        l10n.t(
          "Anyone who has the whole address can open this session. Only the browser gets the address. It is not stored, and it is forgotten when this window closes or reloads.",
        ),
      ].join("\n"),
    },
    l10n.t("Open in Browser"),
  );
  if (chosen === undefined) return false;
  let jwt: string | null = null;
  if (editor.restart !== undefined) {
    const made = await carryOut({
      session,
      operation: "documents.sessions.jwt",
      request: { ...at, path: editor.restart },
    });
    if (made === undefined) return false;
    jwt = made.answer;
  }
  if (await vscode.env.openExternal(vscode.Uri.parse(editor.address(jwt), true))) return true;
  return (
    (await window.showWarningMessage(l10n.t("The browser was not opened."), l10n.t("Try Again"))) !== undefined &&
    openInBrowser(editor, opening)
  );
}
