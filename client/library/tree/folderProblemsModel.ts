/** How many errors and warnings the texts of a folder have, as far as they were checked. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { folderReference, oneOrMany, parseTextPath } from "../../../language/index.ts";
import type { Folder } from "../../../language/index.ts";

export interface Problems {
  readonly errors: number;
  readonly warnings: number;
}

/**
 * Returns the sums by the ids of the folders, which include their subfolders. `found`: by the path of a text's address.
 * A folder without problems is absent: its texts have none, or were not checked. So is one whose texts have the same
 * addresses as those of another folder.
 */
export function problemsByFolder(
  folders: readonly Folder[],
  found: Iterable<readonly [path: string, problems: Problems]>,
): ReadonlyMap<string, Problems> {
  const named = Map.groupBy(folders, folderReference);
  const sums = new Map<string, Problems>();
  for (const [path, { errors, warnings }] of found) {
    const [folder, ...others] = named.get(parseTextPath(path)?.folder ?? "") ?? [];
    if (folder === undefined || others.length > 0) continue;
    for (const id of [folder.id, folder.parentFolderId]) {
      if (id === null) continue;
      const before = sums.get(id) ?? { errors: 0, warnings: 0 };
      sums.set(id, { errors: before.errors + errors, warnings: before.warnings + warnings });
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
    ...(errors === 0 ? [] : [oneOrMany(errors, l10n.t("1 error"), l10n.t("{0} errors", errors))]),
    ...(warnings === 0 ? [] : [oneOrMany(warnings, l10n.t("1 warning"), l10n.t("{0} warnings", warnings))]),
  ].join(", ");
}
