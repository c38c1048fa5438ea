/**
 * Items of the include tree, which editors show as a call hierarchy: a text "calls" the texts that it includes. A
 * library text is one item, whatever its languages; a file is one item too.
 */
import { basename, dirname } from "node:path";
import { SymbolKind } from "vscode-languageserver";
import type { CallHierarchyItem, Location } from "vscode-languageserver";
import { folderById, folderReference, l10n, oneOrMany, textTarget } from "../../language/index.ts";
import type { Context, Text } from "../../language/index.ts";
import { pathOf } from "../places/address.ts";
import { placesInTexts } from "../places/jsonPlaces.ts";
import { addressOf } from "./occurrences.ts";
import type { Everywhere } from "./occurrences.ts";

/** The subject of an item, which the client sends back with the next request. */
type About = { readonly textId: string; readonly language: string } | { readonly uri: string };

export interface ItemOptions extends Everywhere {
  readonly signal: AbortSignal;
  /** Tells the user what the answer leaves out. */
  readonly tell: (message: string) => void;
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function shownText(text: Text, context: Context): { readonly text: Text; readonly language: string } {
  return { text, language: textTarget(text, context)?.language ?? text.defaultLanguage ?? "" };
}

/** Leaves out texts that the client cannot show, and tells the user how many. */
export async function textItems(
  texts: readonly { readonly text: Text; readonly language: string }[],
  { library, signal, tell }: ItemOptions,
): Promise<readonly CallHierarchyItem[]> {
  const addresses = texts.map(({ text, language }) => addressOf(text, language, library));
  const places = new Map<string, Location>();
  if (library.file !== undefined && texts.length > 0) {
    const wanted = texts.map(({ text, language }) => ({ textId: text.id, language, ranges: [{ start: 0, end: 0 }] }));
    for (const { textId, location } of await placesInTexts(library.file, wanted, { signal }))
      places.set(textId, location);
  }
  const items = texts.flatMap(({ text, language }, index): readonly CallHierarchyItem[] => {
    const address = addresses[index];
    const place = address ? { uri: address, range: top } : places.get(text.id);
    if (place === undefined) return [];
    const folder = folderById(library.current, text.folderId);
    const about: About = { textId: text.id, language };
    return [
      {
        name: text.code,
        kind: SymbolKind.Module,
        detail: folder.state === "known" ? folderReference(folder.value) : "",
        uri: place.uri,
        range: place.range,
        selectionRange: place.range,
        data: about,
      },
    ];
  });
  const closed = texts.length - items.length;
  if (closed > 0)
    tell(
      oneOrMany(
        closed,
        l10n.t("1 text of the Text Library cannot be opened by this editor, and is left out."),
        l10n.t("{0} texts of the Text Library cannot be opened by this editor, and are left out.", closed),
      ),
    );
  return items;
}

export function fileItem(uri: string): CallHierarchyItem {
  const path = pathOf(uri) ?? uri;
  const about: About = { uri };
  return {
    name: basename(path),
    kind: SymbolKind.File,
    detail: basename(dirname(path)),
    uri,
    range: top,
    selectionRange: top,
    data: about,
  };
}

/** Item data comes back from the client and may be anything. */
export function aboutOf({ data }: CallHierarchyItem): About | null {
  if (typeof data !== "object" || data === null) return null;
  const about = data as Partial<Record<string, unknown>>;
  if (typeof about["textId"] === "string" && typeof about["language"] === "string")
    return { textId: about["textId"], language: about["language"] };
  return typeof about["uri"] === "string" ? { uri: about["uri"] } : null;
}
