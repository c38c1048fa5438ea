/** Edits `smartform.json` when files or folders are renamed. */
import { stringPart } from "../jsonMentions.ts";
import type { TextEdit } from "../range.ts";
import { readJson } from "../requests/json.ts";
import type { JsonNode } from "../requests/json.ts";

/**
 * Paths relative to the folder of `smartform.json`, with forward slashes. `to` is null if the file leaves that folder.
 */
export interface RenamedPath {
  readonly from: string;
  readonly to: string | null;
}

interface SettingsEdits {
  readonly edits: readonly TextEdit[];
  /** Paths in `smartform.json` that will lead nowhere, because their target leaves the folder of that file. */
  readonly lost: readonly string[];
}

/** Edits the paths of data samples and of the baseline, and globs that begin with a renamed path. */
export function settingsEdits(content: string, renamed: readonly RenamedPath[]): SettingsEdits {
  const { root } = readJson(content);
  const edits: TextEdit[] = [];
  const lost: string[] = [];
  for (const { node, glob } of pathsIn(root)) {
    const part = stringPart(content, node);
    if (part === null) continue;
    const [change] = renamed
      .filter(({ from }) => part.text === from || part.text.startsWith(`${from}/`))
      .sort((a, b) => b.from.length - a.from.length);
    if (change === undefined) continue;
    if (change.to === null) {
      lost.push(part.text);
      continue;
    }
    const newText = JSON.stringify(glob ? change.to.replace(/[*?[\]{}()!+@\\]/g, "\\$&") : change.to).slice(1, -1);
    edits.push({
      start: part.start,
      end: part.offsets?.[change.from.length] ?? part.start + change.from.length,
      newText,
    });
  }
  return { edits, lost };
}

function pathsIn(root: JsonNode | null): readonly { readonly node: JsonNode; readonly glob: boolean }[] {
  const strings = (object: JsonNode | null, name: string, glob: boolean) =>
    (object?.kind === "object" ? object.properties : []).flatMap((each) =>
      each.name.text === name && each.value?.kind === "plain" && typeof each.value.value === "string"
        ? [{ node: each.value, glob }]
        : [],
    );
  const files = root?.kind === "object" ? root.properties.find(({ name }) => name.text === "files")?.value : undefined;
  const entries = files?.kind === "list" ? files.items : [];
  return [
    ...strings(root, "baseline", false),
    ...entries.flatMap((entry) => [...strings(entry, "include", true), ...strings(entry, "data", false)]),
  ];
}
