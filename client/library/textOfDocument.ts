/** Finds the library's text that a document shows. */
import type * as vscode from "vscode";
import { parseTextPath } from "../../language/index.ts";
import type { Session } from "../connections/session.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import { textScheme } from "../identifiers.ts";
import { addressOf } from "../connections/textAddress.ts";
import type { Library } from "./library.ts";
import type { FolderOfText } from "./givenModel.ts";

/**
 * Resolves with the text from the catalog; undefined for a document that is not a text, or whose text is not in the
 * session's library. Rejects with OtherLibrary.
 */
export async function textOfDocument(
  uri: vscode.Uri | undefined,
  session: Pick<Session, "name" | "identity">,
  library: Library,
): Promise<FolderOfText | undefined> {
  if (uri?.scheme !== textScheme || parseTextPath(uri.path) === null) return undefined;
  const { connection, textId } = addressOf(uri);
  if (connection !== session.name) return undefined;
  const owner = ownerOf(session);
  const asked = library.of(owner);
  const [
    { folders },
    {
      texts: [text],
    },
  ] = await Promise.all([asked.folders(), asked.texts({ ids: [textId] })]);
  const folder = folders.find(({ id }) => id === text?.folderId);
  return text === undefined || folder === undefined ? undefined : { folder, text, owner };
}
