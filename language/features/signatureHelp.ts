/**
 * Shows, part by part, what can be written in a placeholder that is being typed. The parts have the names that the
 * documents give them.
 */
import type { Context } from "../context.ts";
import { folderReference } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { placeholderAt } from "../parse.ts";
import type { Range } from "../range.ts";
import { contextFolder } from "../resolve.ts";
import type { Syntax } from "../syntax.ts";
import { said } from "../words/sentences.ts";
import { beforeCursor } from "./beforeCursor.ts";

interface SignatureHelp {
  readonly signatures: readonly Signature[];
  /** Index of the signature that is being typed. */
  readonly activeSignature: number;
  /** Index of the part that contains the cursor; null in an option that the documents do not name. */
  readonly activeParameter: number | null;
}

interface Signature {
  readonly label: string;
  readonly parameters: readonly Parameter[];
}

/** A part of the placeholder. Its range counts from the start of the signature's label. */
interface Parameter extends Range {
  /** Plain text, which may name a folder of the service. */
  readonly documentation: string;
}

/** Returns null outside of brackets, and if no keyword follows them. */
export function signatureHelp(syntax: Syntax, offset: number, context: Context): SignatureHelp | null {
  const cursor = beforeCursor(syntax, offset);
  const colon = cursor?.before.indexOf(":") ?? -1;
  if (cursor === null || colon < 0) return null;
  const keyword = cursor.before.slice(0, colon).trim();
  const typed = cursor.before.slice(colon + 1);
  if (/^input$/i.test(keyword)) return inputHelp(typed.split("|"));
  return /^lib$/i.test(keyword) ? referenceHelp(syntax, cursor.open, typed.split(":"), context) : null;
}

const options = ["type", "default", "source"] as const;

const inputSignature = (): Signature =>
  signature("INPUT : ", " | ", [
    [
      "name",
      l10n.t(
        "Name of the input. An answer of this name in the form's values fills in the input, but the person can still change the answer.",
      ),
    ],
    [
      "type=date",
      l10n.t("The API documents mention only the types date and select. Without a type, the input is text."),
    ],
    [
      "default=$Data",
      l10n.t(
        "Value of the input before anybody answers. $Name takes a value from the data table, $address.street a nested value.",
      ),
    ],
    ["source=name", l10n.t("For type=select: name of the option list in the form's values.")],
  ]);

/** If no word follows the last bar, the active part is the first option that the placeholder does not have yet. */
function inputHelp(parts: readonly string[]): SignatureHelp {
  const used = parts.slice(1).map((part) => part.split("=", 1)[0]?.trim() ?? "");
  const current = used.at(-1);
  const isNamed = parts.at(-1)?.includes("=") === true;
  const option = options.findIndex((name) =>
    isNamed ? name === current : name.startsWith(current ?? "") && !used.slice(0, -1).includes(name),
  );
  return {
    signatures: [inputSignature()],
    activeSignature: 0,
    activeParameter: current === undefined ? 0 : option < 0 ? null : option + 1,
  };
}

const fullSignature = (): Signature =>
  signature("LIB : ", " : ", [
    ["folder", l10n.t("Code of the folder, or its name where it has no code.")],
    ["text", l10n.t("Code of a text in the folder or in one of its subfolders.")],
  ]);

function referenceHelp(syntax: Syntax, open: number, parts: readonly string[], context: Context): SignatureHelp | null {
  if (parts.length > 2) return null;
  const shortSignature = signature("LIB : ", " : ", [
    ["text", said(l10n.t("Code of a text in the folder that the form or its Smartform sets."), namedFolder(context))],
  ]);
  const placeholder = placeholderAt(syntax, open + 1);
  const isShort =
    parts.length === 1 &&
    placeholder?.kind === "library" &&
    placeholder.start === open &&
    placeholder.parts.length === 1 &&
    placeholder.code.text !== "";
  return {
    signatures: [fullSignature(), shortSignature],
    activeSignature: isShort ? 1 : 0,
    activeParameter: parts.length - 1,
  };
}

function namedFolder(context: Context): string {
  const folder = contextFolder(context);
  switch (folder.state) {
    case "known":
      return l10n.t(
        'Here, the folder "{0}" is set.',
        folderReference(folder.value.folders[0] ?? { code: folder.named, name: "" }),
      );
    case "absent":
      return l10n.t('Here, the folder "{0}" is set, but it is not in the Text Library.', folder.named ?? "");
    case "unnamed":
      return l10n.t("Here, no folder is set.");
    case "unknown":
      return l10n.t("It is not known yet which folder is set here.");
  }
}

function signature(
  keyword: string,
  separator: string,
  parts: readonly (readonly [label: string, documentation: string])[],
): Signature {
  const parameters: Parameter[] = [];
  let label = keyword;
  for (const [index, [part, documentation]] of parts.entries()) {
    if (index > 0) label += separator;
    parameters.push({ start: label.length, end: label.length + part.length, documentation });
    label += part;
  }
  return { label, parameters };
}
