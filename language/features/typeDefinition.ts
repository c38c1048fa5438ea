/**
 * Finds where a name in a placeholder belongs. Data belongs to the object of the data sample that contains, or should
 * contain, the name. A text belongs to its folder. A short reference also leads to the setting that names the folder.
 * The list that `source=` names comes with the values of a form, so nothing is known about it here.
 */
import type { Answer } from "../answer.ts";
import type { JsonObject } from "../catalog.ts";
import type { Context } from "../context.ts";
import type { Range } from "../range.ts";
import { findData, isObject, resolveAt } from "../resolve.ts";
import type { LibraryResolution, Resolved } from "../resolve.ts";
import type { Syntax } from "../syntax.ts";

export type TypeTarget =
  /** An object in the data sample; an empty path is the sample itself. */
  | { readonly kind: "data"; readonly path: readonly string[] }
  | { readonly kind: "folder"; readonly folderId: string }
  /** The place where the Smartform names the folder that short references look in. */
  | { readonly kind: "setting"; readonly smartform: string }
  /** The place where `smartform.json` names the folder that short references look in, if it names one. */
  | { readonly kind: "settings" };

interface TypeDefinition {
  /** The range of the name whose type definition was requested. */
  readonly origin: Range;
  readonly targets: readonly TypeTarget[];
}

/** Returns null if nothing is named at the offset, or if it is not known where the name belongs. */
export function typeDefinition(syntax: Syntax, offset: number, context: Context): TypeDefinition | null {
  const at = resolveAt(syntax, offset, context);
  if (at?.place == null) return null;
  const targets =
    at.resolution.kind === "library" ? folderTargets(at.resolution, context) : dataTargets(at, offset, context.data);
  return targets.length === 0 ? null : { origin: at.place.part, targets };
}

function folderTargets({ folder, text }: LibraryResolution, context: Context): readonly TypeTarget[] {
  const setting: readonly TypeTarget[] =
    folder.namedBy === "context"
      ? [{ kind: "settings" }]
      : folder.namedBy === "smartform" && context.smartform !== undefined
        ? [{ kind: "setting", smartform: context.smartform }]
        : [];
  const ids =
    text.state === "known"
      ? [text.text, ...text.others].map(({ folderId }) => folderId)
      : folder.state === "known"
        ? folder.value.folders.map(({ id }) => id)
        : [];
  return [...new Set(ids)].map((folderId): TypeTarget => ({ kind: "folder", folderId })).concat(setting);
}

function dataTargets(
  { placeholder, place }: Resolved,
  offset: number,
  data: Answer<JsonObject>,
): readonly TypeTarget[] {
  if (placeholder.kind === "data" && place?.role === "segment")
    return objectAt(
      placeholder.segments.slice(0, place.segment).map(({ text }) => text),
      data,
    );
  if (placeholder.kind !== "input" || place?.role !== "option-value" || placeholder.markup.length > 0) return [];
  const { text, start } = place.part;
  if (placeholder.options[place.option]?.name.text !== "default" || !text.startsWith("$")) return [];
  return objectAt(
    text
      .slice(1, Math.max(1, offset - start))
      .split(".")
      .slice(0, -1),
    data,
  );
}

function objectAt(path: readonly string[], data: Answer<JsonObject>): readonly TypeTarget[] {
  const found = findData(path, data);
  return found.state === "known" && isObject(found.value) ? [{ kind: "data", path }] : [];
}
