/** Which `smartform.json` a file belongs to: that of the nearest folder upward that has one, alone. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The answer takes the absolute path of a folder and names the folder that `smartform.json` lies in; each folder is
 * looked at once.
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
