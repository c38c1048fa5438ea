/** Finds where a `smartform.json` sets something for a file. */
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Range } from "../language/index.ts";
import { readSettingsFile } from "./settingsFile.ts";
import type { SettingsEntry } from "./settingsFile.ts";

type Said = "smartform" | "textLibraryFolder" | "data" | "language";

/**
 * Returns the entry that wins for the file or library text of this name. With `says`, considers only entries that
 * contain this setting.
 */
export function lastEntry(entries: readonly SettingsEntry[], name: string, says?: Said): SettingsEntry | undefined {
  return entries.findLast((entry) => (says === undefined || entry[says] !== undefined) && entry.matches(name));
}

/**
 * Returns the range in `content` of the value that applies to the file of this name; null if the setting is missing.
 */
export function placeOfSetting(content: string, name: string, says: Said): Range | null {
  const entry = lastEntry(readSettingsFile(content).entries, name, says);
  const root = entry && parseTree(content, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, ["files", entry.index, says]);
  return node ? { start: node.offset, end: node.offset + node.length } : null;
}
