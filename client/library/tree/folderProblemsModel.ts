/** How many errors and warnings the texts of a folder have, as far as they were checked. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { oneOrMany, parseTextPath } from "../../../language/index.ts";
import type { Folder, Text } from "../../../language/index.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";

export interface Problems {
  readonly errors: number;
  readonly warnings: number;
}

/** Where the problems of a document were found. */
export interface Found {
  /** The path of the document's address. It names a folder that the text may have left. */
  readonly path: string;
  readonly textId: string;
  readonly problems: Problems;
}

/**
 * Returns the sums by folder id; each sum includes the subfolders. `texts`: the texts of the library. A folder without
 * problems is absent: its texts have none, or were not checked. A language that is open at two addresses counts once,
 * with the problems that were found last.
 */
export function problemsByFolder(
  { folders, texts }: { readonly folders: readonly Folder[]; readonly texts: readonly Pick<Text, "id" | "folderId">[] },
  found: readonly Found[],
): ReadonlyMap<string, Problems> {
  const folderOf = new Map(texts.map(({ id, folderId }) => [id, folderId]));
  const parents = new Map(folders.map(({ id, parentFolderId }) => [id, parentFolderId]));
  const sums = new Map<string, Problems>();
  const last = new Map(
    found.map((each) => [JSON.stringify([each.textId, parseTextPath(each.path)?.language.toLowerCase()]), each]),
  );
  for (const { textId, problems } of last.values()) {
    const within = new Set<string>();
    // In the service's data, a folder may be inside itself.
    for (let id = folderOf.get(textId) ?? null; id !== null && parents.has(id) && !within.has(id);) {
      within.add(id);
      id = parents.get(id) ?? null;
    }
    for (const id of within) {
      const before = sums.get(id) ?? { errors: 0, warnings: 0 };
      sums.set(id, { errors: before.errors + problems.errors, warnings: before.warnings + problems.warnings });
    }
  }
  return new Map([...sums].filter(([, { errors, warnings }]) => errors + warnings > 0));
}

/** Returns the ids whose problems differ. */
export function changedIn(
  before: ReadonlyMap<string, Problems>,
  after: ReadonlyMap<string, Problems>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => {
    const [one, other] = [before.get(id), after.get(id)];
    return one?.errors !== other?.errors || one?.warnings !== other?.warnings;
  });
}

/** Returns the badge of a row; VS Code shows at most two characters. */
export function badgeOf({ errors, warnings }: Problems): string {
  return errors + warnings > 9 ? "9+" : String(errors + warnings);
}

export function problemWords({ errors, warnings }: Problems): string {
  return [
    ...(errors === 0 ? [] : [oneOrMany(errors, l10n.t("1 error"), l10n.t("{0} errors", grouped(errors)))]),
    ...(warnings === 0 ? [] : [oneOrMany(warnings, l10n.t("1 warning"), l10n.t("{0} warnings", grouped(warnings)))]),
  ].join(", ");
}
