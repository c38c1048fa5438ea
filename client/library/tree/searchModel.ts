/**
 * The rows of a search in the whole Text Library: codes and names first, then lines of contents. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { Folder, Text } from "../../../language/index.ts";
import type { FindResult, FoundPlace } from "../../../server/protocol.ts";
import { contentTypeName } from "../../../authoring/index.ts";

export interface SearchRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly folder: Folder;
  readonly text: Text;
  /** The place to open; undefined if the text itself was found. */
  readonly place: FoundPlace | undefined;
}

/** Leaves out texts of unknown folders: they could not be opened. */
export function searchRows(
  { texts, places }: FindResult,
  folders: readonly Folder[],
): { readonly texts: readonly SearchRow[]; readonly places: readonly SearchRow[] } {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const row = (text: Text, more: Pick<SearchRow, "label" | "detail" | "icon" | "place">): readonly SearchRow[] => {
    const folder = byId.get(text.folderId);
    const parent = folder && byId.get(folder.parentFolderId ?? "");
    return folder === undefined
      ? []
      : [
          {
            ...more,
            description: parent === undefined ? folder.name : `${parent.name} / ${folder.name}`,
            folder,
            text,
          },
        ];
  };
  return {
    texts: texts.flatMap((text) =>
      row(text, {
        label: text.code,
        detail: [text.name, contentTypeName(text.contentType)].filter((part) => part !== "").join(" · "),
        icon: "symbol-string",
        place: undefined,
      }),
    ),
    places: places.flatMap((place) =>
      row(place.text, {
        label: `${place.text.code} (${place.language})`,
        detail: `${place.line + 1}: ${place.excerpt}`,
        icon: "list-selection",
        place,
      }),
    ),
  };
}

/** Returns the placeholder of the box. */
export function searchPlaceholder(known: boolean): string {
  return known
    ? l10n.t("A few letters of a code, or words in any language")
    : l10n.t(
        "A few letters of a code, or words in any language. The Text Library is only partly read: there may be more.",
      );
}

/** Returns the words for an empty result; undefined if nothing was searched. */
export function nothingFound(
  { known }: Pick<FindResult, "known">,
  query: string,
): { readonly label: string; readonly detail: string } | undefined {
  if (query.trim() === "") return undefined;
  return known
    ? {
        label: l10n.t("Nothing found"),
        detail: l10n.t(
          "In the contents of texts, the search finds only whole words; only the last word that you type may be incomplete. It searches the contents as they were last read.",
        ),
      }
    : {
        label: l10n.t("Nothing found so far"),
        detail: l10n.t("The Text Library is only partly read. Wait until it is completely read, or refresh it."),
      };
}
