/** Checks texts before they are moved to another folder, and reads what a drop contains. Does not import `vscode`. */
import type { Owner } from "../../connections/ownerModel.ts";
import * as l10n from "@vscode/l10n";
import type { Folder, Text } from "../../../language/index.ts";
import { codeTwin } from "../textLibraryModel.ts";

interface MoveCheck<T> {
  readonly movable: readonly T[];
  /** Whole sentences about the texts that cannot move. */
  readonly said: readonly string[];
}

/**
 * `known`: texts of any folder. Every text that is known to have the same code as a wanted text must be among them. The
 * service makes the final decision, because private texts, which this client cannot see, use codes too (T11, T12).
 */
export function checkMoves<T extends { readonly text: Text }>(
  wanted: readonly T[],
  target: Folder,
  { folders, known }: { readonly folders: readonly Folder[]; readonly known: readonly Text[] },
): MoveCheck<T> {
  const movable: T[] = [];
  const said: string[] = [];
  for (const one of wanted) {
    const { text } = one;
    const twin = codeTwin(text.code, target.id, folders, known, text);
    const rival = movable.find(
      (other) => other.text.id !== text.id && other.text.code.toLowerCase() === text.code.toLowerCase(),
    );
    const home = (id: string): string => folders.find((folder) => folder.id === id)?.name ?? l10n.t("another folder");
    if (text.folderId === target.id) said.push(l10n.t("{0} is already in {1}.", text.code, target.name));
    else if (twin !== undefined)
      said.push(
        l10n.t(
          "{0} stays in {1}, because {2} in {3} has the same code. Codes are unique within a top folder and its subfolders.",
          text.code,
          home(text.folderId),
          twin.code,
          home(twin.folderId),
        ),
      );
    else if (rival !== undefined)
      said.push(
        l10n.t(
          "{0} stays in {1}, because another text with the same code is being moved. Codes are unique within a top folder and its subfolders.",
          text.code,
          home(text.folderId),
        ),
      );
    else if (!movable.some((other) => other.text.id === text.id)) movable.push(one);
  }
  return { movable, said };
}

/** The data of a drag: the owner and ids of the texts. Any extension can put other data under the same MIME type. */
export interface Dragged {
  readonly owner: Owner;
  readonly texts: readonly { readonly id: string; readonly code: string; readonly folder: string }[];
}

export function writeDragged(dragged: Dragged): string {
  return JSON.stringify(dragged);
}

/** Returns undefined if the value does not have the shape of `Dragged`. */
export function readDragged(json: string): Dragged | undefined {
  try {
    const value = JSON.parse(json) as Partial<Dragged> | null;
    const isWhole =
      typeof value?.owner?.identity === "string" &&
      typeof value.owner.connection === "string" &&
      Array.isArray(value.texts) &&
      value.texts.every(
        (text: unknown) =>
          typeof text === "object" &&
          text !== null &&
          "id" in text &&
          typeof text.id === "string" &&
          "code" in text &&
          typeof text.code === "string" &&
          "folder" in text &&
          typeof text.folder === "string",
      );
    return isWhole ? (value as Dragged) : undefined;
  } catch {
    return undefined;
  }
}

interface Dropped {
  /** Inserted into the document literally; undefined if there is nothing to insert. */
  readonly insert: string | undefined;
  readonly problem: string | undefined;
}

/**
 * `references`: as the language server would write them, in the order of the texts; null for a text if no reference is
 * certain to find it.
 */
export function dropped({ texts }: Dragged, references: readonly (string | null)[]): Dropped {
  const written = references.flatMap((reference) => reference ?? []);
  const refused = texts.filter((_, index) => (references[index] ?? null) === null).map(({ code }) => code);
  return {
    insert: written.length === 0 ? undefined : written.join("\n"),
    problem:
      refused.length === 0
        ? undefined
        : l10n.t(
            "No reference to {0} was inserted, because a reference in this document might not lead to that text. Perhaps the text's folder is not known, or the reference leads to another text. Give the folder a code, or refresh the Text Library.",
            refused.join(", "),
          ),
  };
}
