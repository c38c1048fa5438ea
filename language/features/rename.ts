/** Renames texts, folders, inputs and data: whether they can be renamed, and what to write where they are mentioned. */
import type { Catalog } from "../catalog.ts";
import type { Context } from "../context.ts";
import { folderById, folderReference, subfoldersOf } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { foreignCharacter, named } from "../lookups/codes.ts";
import { mentionKey } from "../mentions.ts";
import type { Mention } from "../mentions.ts";
import type { TextEdit } from "../range.ts";
import type { Reference, Subject } from "./references.ts";

export interface RenameEdits {
  readonly edits: readonly TextEdit[];
  /** Edits of mentions that may mean something else. */
  readonly possible: readonly TextEdit[];
  /** How many places refer to a folder by its name although it has a code. The rename does not change these places. */
  readonly byName: number;
  /**
   * How many places cannot be changed because of how the name is written: markup interrupts it or, in a request, its
   * first part is the name of an outer object.
   */
  readonly left: number;
}

/**
 * Returns the current name of the subject, which a rename asks the author to change; for data, the last part of the
 * name.
 */
export function subjectName(subject: Subject): string {
  switch (subject.kind) {
    case "text":
      return subject.text.code;
    case "folder":
      return folderReference(subject.folder);
    default:
      return subject.kind === "data" ? subject.name.slice(subject.name.lastIndexOf(".") + 1) : subject.name;
  }
}

/** Returns why the name at this mention cannot be changed from here; null if it can. */
export function cannotRename(
  subject: Subject,
  { mention, how }: Reference,
  { catalog }: Context,
  { json }: { readonly json: boolean },
): string | null {
  if (how === "possible")
    return l10n.t(
      "It is not certain what this reference means: it has several possible targets, or its folder depends on the Smartform. Start the rename at a reference that names one folder.",
    );
  if (isSplit(mention, json))
    return l10n.t(
      "This name is not written in one piece: markup or a JSON object splits it. Write it in one piece before you rename it.",
    );
  if (subject.kind === "text" && catalog.usedBy(subject.text.id).state === "unknown") return incomplete();
  if (subject.kind === "folder" && catalog.mentioning(mentionKey("folder", subjectName(subject))).state === "unknown")
    return incomplete();
  return null;
}

/**
 * Returns why the subject cannot have this name; null if nothing known prevents it. The service may still refuse the
 * name, because it knows more than this client.
 */
export function nameProblem(subject: Subject, name: string, { catalog }: Context): string | null {
  switch (subject.kind) {
    case "text":
      return codeProblem("text", name) ?? textTwin(subject.text.id, subject.text.folderId, name, catalog);
    case "folder":
      return codeProblem("folder", name) ?? folderTwin(subject.folder.id, name, catalog);
    default: {
      if (name === "" || name !== name.trim())
        return l10n.t("A name cannot be empty, and cannot begin or end with a space.");
      const forbidden =
        /[[\]|<>&\r\n]/.exec(name)?.[0] ?? (subject.kind === "data" ? /[.:]/.exec(name)?.[0] : undefined);
      return forbidden === undefined ? null : l10n.t("A name in a placeholder cannot contain {0}.", named(forbidden));
    }
  }
}

/**
 * Returns the edits that write the new name at each reference in a text or, if `json` is true, inside of the strings of
 * a JSON file.
 */
export function renameEdits(
  subject: Subject,
  references: readonly Reference[],
  name: string,
  { json }: { readonly json: boolean },
): RenameEdits {
  const newText = json ? JSON.stringify(name).slice(1, -1) : name;
  const keepsName = subject.kind === "folder" && Boolean(subject.folder.code);
  const edits: TextEdit[] = [];
  const possible: TextEdit[] = [];
  let byName = 0;
  let left = 0;
  for (const { mention, how } of references) {
    const { start, end } = mention.part;
    if (how === "name" && keepsName) byName += 1;
    else if (isSplit(mention, json)) left += 1;
    else (how === "possible" ? possible : edits).push({ start, end, newText });
  }
  return { edits, possible, byName, left };
}

/**
 * Returns the key that finds the documents that already mention the new name; null for codes, because a new code is
 * known to be free.
 */
export function newKey(subject: Subject, name: string): string | null {
  if (subject.kind === "text" || subject.kind === "folder") return null;
  return mentionKey(
    subject.kind,
    subject.kind === "data" ? subject.name.slice(0, subject.name.lastIndexOf(".") + 1) + name : name,
  );
}

const incomplete = (): string =>
  l10n.t(
    "The Text Library is not completely read yet, so the rename could miss some references. Try again when the whole library has been read.",
  );

/**
 * Whether the name cannot be replaced as a whole: in a text, because markup interrupts it; in a request, because its
 * first part is the name of an outer object.
 */
function isSplit({ kind, part, name }: Mention, json: boolean): boolean {
  return json ? kind === "input" && part.text !== name : part.end - part.start !== part.text.length;
}

function codeProblem(what: "text" | "folder", code: string): string | null {
  if (code === "") return what === "text" ? l10n.t("A text needs a code.") : l10n.t("A folder needs a code.");
  const foreign = foreignCharacter(code);
  if (foreign === null) return null;
  return what === "text"
    ? l10n.t(
        "The code of a text cannot contain {0}. Use letters, digits, dots, dashes and underscores.",
        named(foreign),
      )
    : l10n.t(
        "The code of a folder cannot contain {0}. Use letters, digits, dots, dashes and underscores.",
        named(foreign),
      );
}

/**
 * Codes are unique among a top folder and its subfolders (document 1, "Limits"); whether letter case distinguishes them
 * is not documented (N35).
 */
function textTwin(id: string, folderId: string, code: string, catalog: Catalog): string | null {
  const folder = folderById(catalog, folderId);
  const top = folder.state === "known" ? (folder.value.parentFolderId ?? folderId) : folderId;
  const family = new Set([top, ...subfoldersOf(catalog, top).map((each) => each.id)]);
  const texts = catalog.textsByCode(code);
  const twin =
    texts.state === "known" ? texts.value.find((text) => text.id !== id && family.has(text.folderId)) : undefined;
  if (twin === undefined) return null;
  const home = folderById(catalog, twin.folderId);
  if (home.state !== "known") {
    return twin.code === code
      ? l10n.t(
          'Another text already has the code "{0}", and codes must be unique under a top folder. Choose another code.',
          code,
        )
      : l10n.t('The code "{0}" would differ from "{1}" only in letter case. Choose another code.', code, twin.code);
  }
  return twin.code === code
    ? l10n.t(
        'Another text in the folder "{0}" already has the code "{1}", and codes must be unique under a top folder. Choose another code.',
        folderReference(home.value),
        code,
      )
    : l10n.t(
        'The code "{0}" would differ from "{1}" in the folder "{2}" only in letter case. Choose another code.',
        code,
        twin.code,
        folderReference(home.value),
      );
}

function folderTwin(id: string, code: string, catalog: Catalog): string | null {
  const folders = catalog.folders();
  const twin =
    folders.state === "known"
      ? folders.value.find((folder) => folder.id !== id && folder.code?.toLowerCase() === code.toLowerCase())
      : undefined;
  if (twin === undefined) return null;
  return twin.code === code
    ? l10n.t(
        'The folder "{0}" already has the code "{1}", and folder codes must be unique in the company. Choose another code.',
        twin.name,
        code,
      )
    : l10n.t(
        'The code "{0}" would differ from the code "{1}" of the folder "{2}" only in letter case. Choose another code.',
        code,
        twin.code ?? "",
        twin.name,
      );
}
