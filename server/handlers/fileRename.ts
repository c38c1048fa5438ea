/** workspace/willRenameFiles: updates the paths in every `smartform.json` that names a renamed file. */
import { basename, dirname, isAbsolute, relative, sep } from "node:path";
import { WillRenameFilesRequest } from "vscode-languageserver";
import type { RenameFilesParams, TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { l10n, settingsEdits } from "../../language/index.ts";
import type { RenamedPath } from "../../language/index.ts";
import { pathOf } from "../places/address.ts";
import type { Handler } from "../handler.ts";
import { toLspRange } from "../places/lines.ts";

export const onFileRename: Handler<RenameFilesParams, WorkspaceEdit | null> = {
  method: WillRenameFilesRequest.type,
  otherwise: () => null,
  capability: ({ asksBeforeRenaming }) =>
    asksBeforeRenaming
      ? { workspace: { fileOperations: { willRename: { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] } } } }
      : {},
  work: async ({ files }, surroundings) => {
    const { signal, tell } = surroundings;
    const [workspace, client] = [surroundings.workspace(), surroundings.client()];
    const moves = files.flatMap(({ oldUri, newUri }) => {
      const [from, to] = [pathOf(oldUri), pathOf(newUri)];
      return from === undefined || to === undefined ? [] : [{ from, to }];
    });
    const changed: { readonly textDocument: TextDocumentEdit["textDocument"]; readonly edits: TextEdit[] }[] = [];
    for (const { path, kind } of await workspace.files.list({ signal })) {
      if (kind !== "settings") continue;
      const folder = dirname(path);
      const renamed = moves.flatMap(({ from, to }): readonly RenamedPath[] => {
        const old = inside(folder, from);
        return old === null ? [] : [{ from: old, to: inside(folder, to) }];
      });
      const open = renamed.length === 0 ? undefined : await workspace.look(path, { signal });
      if (open === undefined) continue;
      const { document } = open;
      const { edits, lost } = settingsEdits(document.syntax.text, renamed);
      for (const each of lost)
        tell(
          l10n.t(
            "A setting in {0} refers to {1}. The setting stops working, because {1} moves out of the folder that contains {0}.",
            `${basename(folder)}/${basename(path)}`,
            each,
          ),
        );
      if (edits.length === 0) continue;
      changed.push({
        textDocument: { uri: document.uri, version: document.version > 0 ? document.version : null },
        edits: edits.map((edit) => ({ range: toLspRange(document.lines, edit), newText: edit.newText })),
      });
    }
    if (changed.length === 0) return null;
    return client.documentChanges
      ? { documentChanges: changed }
      : { changes: Object.fromEntries(changed.map(({ textDocument, edits }) => [textDocument.uri, edits])) };
  },
};

/** Returns the relative path with forward slashes; null if the path is outside the folder. */
function inside(folder: string, path: string): string | null {
  const name = relative(folder, path);
  return name === "" || name.startsWith("..") || isAbsolute(name) ? null : name.split(sep).join("/");
}
