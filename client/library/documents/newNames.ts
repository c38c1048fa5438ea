/**
 * "Save As" of a library text keeps the id in the address and changes the rest, so VS Code would overwrite the text
 * itself. Such an address belongs to no text, so nothing is read or written there.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isApiError } from "../../../api/index.ts";
import { documentPath, parseTextPath, textPath } from "../../../language/index.ts";
import type { Session } from "../../connections/session.ts";
import { textScheme } from "../../identifiers.ts";
import type { LibraryText } from "../../../authoring/index.ts";

interface NewNameOptions {
  /** Resolves with whether the text was opened at this address before, in this window or in a window that has ended. */
  readonly wasOpened: (uri: vscode.Uri) => Promise<boolean>;
  /** Resolves with undefined if nobody is signed in. */
  readonly session: (uri: vscode.Uri) => Promise<Session | undefined>;
}

interface NewNames {
  /** Rejects if an open text is requested at an address that it never had. `text`: as the service has it. */
  check(uri: vscode.Uri, text: LibraryText): Promise<void>;
  /** Throws if `check` has found that this address belongs to no text. */
  refuse(uri: vscode.Uri): void;
}

export function createNewNames({ wasOpened, session }: NewNameOptions): NewNames {
  /** By address: the code of the text whose id is in the address. */
  const found = new Map<string, string>();

  async function isNewName(uri: vscode.Uri, text: LibraryText): Promise<boolean> {
    const named = parseTextPath(uri.path);
    const open = vscode.workspace.textDocuments.filter(
      (document) =>
        document.uri.scheme === textScheme &&
        document.uri.authority === uri.authority &&
        document.uri.query === uri.query,
    );
    if (open.length === 0 || open.some((document) => document.uri.toString() === uri.toString())) return false;
    // Languages are in lower case: an address with another letter case is a second name for the open document.
    if (named === null || named.language !== named.language.toLowerCase()) return true;
    const openNames = open.map((document) => parseTextPath(document.uri.path));
    // An address that differs from an open one only in the language shows another language of the same text.
    if (openNames.some((each) => isSameName(each, named)) || (await wasOpened(uri))) return false;
    if (named.code !== text.code) return true;
    const folder = await folderOf(uri, text);
    return folder === undefined
      ? openNames.every((each) => each?.folder !== named.folder)
      : documentPath(textPath(folder, text, named.language)) !== uri.path;
  }

  /** Resolves with undefined if the service's folders cannot be read, or the text's folder is not among them. */
  async function folderOf(
    uri: vscode.Uri,
    { folderId }: LibraryText,
  ): Promise<{ readonly name: string; readonly code: string } | undefined> {
    try {
      const folders = await (await session(uri))?.api.call("textlibrary.folders.list", {});
      const folder = folders?.find(({ id }) => id === folderId);
      return folder && { name: folder.name, code: folder.code ?? "" };
    } catch (error) {
      if (isApiError(error)) return undefined;
      throw error;
    }
  }

  return {
    async check(uri, text) {
      const key = uri.toString();
      if (!(await isNewName(uri, text))) return void found.delete(key);
      found.set(key, text.code);
      throw vscode.FileSystemError.FileNotFound(
        l10n.t("No text has this address. The id in the address belongs to {0}, which is already open.", text.code),
      );
    },
    refuse(uri) {
      const code = found.get(uri.toString());
      if (code === undefined) return;
      throw vscode.FileSystemError.NoPermissions(
        l10n.t(
          'Nothing was written: "Save As" cannot create a text in the library. It would have replaced {0} with what you wrote, at once and for everyone. To create a new text, choose "Duplicate Text…" or "New Text…" in the Text Library view.',
          code,
        ),
      );
    },
  };
}

type Name = ReturnType<typeof parseTextPath>;

function isSameName(one: Name, other: Name): boolean {
  return one?.folder === other?.folder && one?.code === other?.code && one?.extension === other?.extension;
}
