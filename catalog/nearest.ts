/** Finds the only `smartform.json` that applies to a file: the one in the nearest of the folders above the file. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns a function that takes the absolute path of a folder, and returns the path of the folder whose
 * `smartform.json` applies. Looks at each folder only once.
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
