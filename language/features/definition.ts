/** Finds the place that defines what a placeholder names. */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { folderById } from "../folders.ts";
import type { Range } from "../range.ts";
import { findData, resolveAt } from "../resolve.ts";
import type { DataAnswer, Resolution } from "../resolve.ts";
import type { Placeholder, Syntax } from "../syntax.ts";
import { textPath } from "../textName.ts";
import { chooseTranslation } from "../translation.ts";

export type Target =
  /** `path` is null if the folder is not known, because the path of the text's file contains the folder. */
  | { readonly kind: "text"; readonly textId: string; readonly language: string; readonly path: string | null }
  /** A name in the data sample. `path`: the names that lead to it, the outermost first. */
  | { readonly kind: "data"; readonly path: readonly string[] }
  | { readonly kind: "field"; readonly smartform: string; readonly fieldId: string }
  | { readonly kind: "smartform"; readonly smartform: string }
  /** The first input of this name in the same text. */
  | ({ readonly kind: "input" } & Range);

export interface Definition {
  /** The range of the name whose definition was requested. */
  readonly origin: Range;
  readonly targets: readonly Target[];
}

/** Returns null if nothing is named, or if what is named is not known. */
export function definition(syntax: Syntax, offset: number, context: Context): Definition | null {
  const at = resolveAt(syntax, offset, context);
  if (at === null) return null;
  const targets = targetsOf(syntax, at.placeholder, at.resolution, context);
  return targets.length === 0 ? null : { origin: at.place?.part ?? at.placeholder, targets };
}

/**
 * Returns where to open a text: in the language of the context, or else in the text's default language. Returns null if
 * neither language is given, or if it is known that the text has no translation in either.
 */
export function textTarget(text: Text, context: Context): (Target & { readonly kind: "text" }) | null {
  const chosen = chooseTranslation(context.catalog, text, context.language);
  const language = chosen.state === "known" ? chosen.value.language : (context.language ?? text.defaultLanguage);
  if (!language || chosen.state === "absent") return null;
  const folder = folderById(context.catalog, text.folderId);
  return {
    kind: "text",
    textId: text.id,
    language,
    path: folder.state === "known" ? textPath(folder.value, text, language) : null,
  };
}

function targetsOf(
  syntax: Syntax,
  placeholder: Placeholder,
  resolution: Resolution,
  context: Context,
): readonly Target[] {
  if (resolution.kind === "library" && resolution.text.state === "known") {
    return [resolution.text.text, ...resolution.text.others].flatMap((text) => textTarget(text, context) ?? []);
  }
  if (resolution.kind === "data" && placeholder.kind === "data") {
    const path = placeholder.segments.map((segment) => segment.text);
    return [...dataTarget(path, resolution.value), ...fieldTarget(placeholder.path.text, context)];
  }
  if (resolution.kind === "input" && placeholder.kind === "input") {
    const { default: byDefault, source } = resolution;
    const list = source === null || source.text === "" ? [] : source.text.split(".");
    const first = syntax.placeholders.find(
      (other) => other.kind === "input" && other.name.text === placeholder.name.text,
    );
    return [
      ...(first?.kind === "input" && first.name.text !== ""
        ? [{ kind: "input", start: first.name.start, end: first.name.end } as const]
        : []),
      ...(byDefault?.data == null ? [] : dataTarget(byDefault.written.text.slice(1).split("."), byDefault.data)),
      ...(list.length === 0 ? [] : dataTarget(list, findData(list, context.data))),
    ];
  }
  return [];
}

function dataTarget(path: readonly string[], answer: DataAnswer): readonly Target[] {
  return answer.state === "known" ? [{ kind: "data", path }] : [];
}

function fieldTarget(name: string, context: Context): readonly Target[] {
  if (context.smartform === undefined) return [];
  const smartform = context.catalog.smartform(context.smartform);
  if (smartform.state !== "known" || smartform.value.fields.state !== "known") return [];
  const field = smartform.value.fields.value.find((one) => one.name === name);
  return field === undefined ? [] : [{ kind: "field", smartform: smartform.value.id, fieldId: field.id }];
}
