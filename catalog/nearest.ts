/** Finds the `smartform.json` of a file: the one in the nearest ancestor folder that has one. No other applies. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns a function from the absolute path of a folder to that of the folder whose `smartform.json` applies. Each
 * folder is looked at once.
 */
export function nearestSettings(): (folder: string) => string | undefined {
  const roots = new Map<string, string | undefined>();
  const rootOf = (folder: string): string | undefined => {
    if (roots.has(folder)) return roots.get(folder);
    const parent = dirname(folder);
    const root = existsSync(join(folder, "smartform.json")) ? folder : parent === folder ? undefined : rootOf(parent);
    roots.set(folder, root);
    return root;
  };
  return rootOf;
}
