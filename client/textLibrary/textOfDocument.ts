/** Which text of the library a document shows. */
import type * as vscode from "vscode";
import { parseTextPath } from "../../language/index.ts";
import type { Connections } from "../connections/connections.ts";
import { textScheme } from "../identifiers.ts";
import { addressOf } from "../textlib/address.ts";
import type { Library } from "./library.ts";
import type { FolderOfText } from "./givenModel.ts";

/** As the catalog has it; undefined where it is none, or of another library than that of the connection. */
export async function textOfDocument(uri: vscode.Uri | undefined, { connections, library }: { readonly connections: Connections; readonly library: Library }): Promise<FolderOfText | undefined> {
  if (uri?.scheme !== textScheme || parseTextPath(uri.path) === null) return undefined;
  const { connection, textId } = addressOf(uri);
  if (connection !== connections.current) return undefined;
  const [{ folders }, { texts: [text] }] = await Promise.all([library.folders(), library.texts({ ids: [textId] })]);
  const folder = folders.find(({ id }) => id === text?.folderId);
  return text === undefined || folder === undefined ? undefined : { folder, text };
}
