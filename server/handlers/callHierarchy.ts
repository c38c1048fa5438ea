/**
 * textDocument/prepareCallHierarchy and its calls, as the include tree: a text "calls" what it puts in. A library text
 * is one item in whatever languages it is met; a file is one, too.
 */
import { basename, dirname } from "node:path";
import { SymbolKind } from "vscode-languageserver";
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Location,
  Position,
} from "vscode-languageserver";
import {
  allMentions,
  folderById,
  folderReference,
  formatOf,
  includesAmong,
  l10n,
  parse,
  placeholderAt,
  resolve,
  textTarget,
  unknown,
} from "../../language/index.ts";
import type { Context, Include, Text } from "../../language/index.ts";
import { placesInTexts } from "../jsonPlaces.ts";
import { linesOf, offsetAt, toLspRange } from "../lines.ts";
import { addressOf, occurrencesOf, readDocument } from "../occurrences.ts";
import type { Everywhere, Occurrences } from "../occurrences.ts";
import { pathOf } from "../workspace.ts";
import type { Open } from "../workspace.ts";

/** What an item is about; it comes back with the next question. */
type About = { readonly textId: string; readonly language: string } | { readonly uri: string };

interface Asked extends Everywhere {
  readonly signal: AbortSignal;
  /** What the answer leaves out, for people. */
  readonly tell: (message: string) => void;
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** On a reference the texts that it puts in; elsewhere the library text or file itself. */
export async function prepareIncludes(
  open: Open,
  position: Position,
  asked: Asked,
): Promise<CallHierarchyItem[] | null> {
  const { document, context } = open;
  const placeholder =
    document.kind === "text" ? placeholderAt(document.syntax, offsetAt(document.lines, position)) : null;
  if (placeholder?.kind === "library") {
    const found = resolve(placeholder, context);
    const texts =
      found.kind === "library" && found.text.state === "known" ? [found.text.text, ...found.text.others] : [];
    return texts.length === 0
      ? null
      : [
          ...(await textItems(
            texts.map((text) => shown(text, context)),
            asked,
          )),
        ];
  }
  const own = context.textId === undefined ? undefined : context.catalog.text(context.textId);
  if (own?.state === "known" && context.language !== undefined)
    return [...(await textItems([{ text: own.value, language: context.language }], asked))];
  return [fileItem(document.uri)];
}

export async function listOutgoing(item: CallHierarchyItem, asked: Asked): Promise<CallHierarchyOutgoingCall[] | null> {
  const about = aboutOf(item);
  if (about === null) return null;
  const { includes, context, toRanges } = "uri" in about ? await inFile(about.uri, asked) : inText(about, asked);
  const items = await textItems(
    includes.map(({ text }) => shown(text, context)),
    asked,
  );
  return items.map((to) => {
    const { textId } = to.data as { readonly textId: string };
    return { to, fromRanges: toRanges(includes.find(({ text }) => text.id === textId)!) };
  });
}

export async function listIncoming(item: CallHierarchyItem, asked: Asked): Promise<CallHierarchyIncomingCall[] | null> {
  const about = aboutOf(item);
  const text = about === null || "uri" in about ? undefined : asked.library.current.text(about.textId);
  if (text?.state !== "known") return null;
  const fileUses: Occurrences[] = [];
  const texts = new Map<string, Occurrences[]>();
  const search = occurrencesOf({ kind: "text", text: text.value }, asked, asked);
  let next = await search.next();
  for (; next.done !== true; next = await search.next()) {
    const each = next.value;
    if (each.text === null) fileUses.push(each);
    else texts.set(each.text.text.id, [...(texts.get(each.text.text.id) ?? []), each]);
  }
  if (!next.value) asked.tell(l10n.t("The Text Library is not completely read yet: more texts may include this one."));
  const files = fileUses.sort((a, b) => byName(a.uri!, b.uri!));
  const groups = [...texts.values()].sort(([a], [b]) => byName(a!.text!.text.code, b!.text!.text.code));
  const items = await textItems(
    groups.map(([first]) => first!.text!),
    asked,
  );
  return [
    ...files.map((each) => ({ from: fileItem(each.uri!), fromRanges: rangesOf(each) })),
    ...items.map((from) => {
      const group = texts.get((from.data as { readonly textId: string }).textId)!;
      const languages = group.map((each) => each.text!.language).sort();
      // In the catalog file the ranges of a content are not those of the file.
      return {
        from: { ...from, detail: `${from.detail} · ${languages.join(", ")}` },
        fromRanges: group[0]!.uri === null ? [] : rangesOf(group[0]!),
      };
    }),
  ];
}

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function rangesOf({ lines, references }: Occurrences) {
  return references.map(({ mention }) => toLspRange(lines, mention.part));
}

interface Included {
  readonly includes: readonly Include[];
  readonly context: Context;
  readonly toRanges: (include: Include) => CallHierarchyOutgoingCall["fromRanges"];
}

async function inFile(uri: string, { workspace, signal }: Asked): Promise<Included> {
  const path = pathOf(uri);
  const open = (await workspace.find(uri)) ?? (path === undefined ? undefined : await workspace.look(path, { signal }));
  if (open === undefined)
    return { includes: [], context: { catalog: workspace.catalog(), data: unknown }, toRanges: () => [] };
  const { mentions, context } = readDocument(open, open.document.kind);
  return {
    includes: includesAmong(mentions, context),
    context,
    toRanges: ({ ranges }) => ranges.map((range) => toLspRange(open.document.lines, range)),
  };
}

/** What any language of the text puts in, with places in the language that is shown. */
function inText(
  { textId, language }: { readonly textId: string; readonly language: string },
  { library }: Asked,
): Included {
  const catalog = library.current;
  const text = catalog.text(textId);
  const languages =
    text.state === "known" && text.value.languages.state === "known" ? text.value.languages.value : [language];
  const includes = new Map<string, Include>();
  for (const each of [language, ...languages.filter((other) => other !== language)]) {
    const translation = catalog.translation(textId, each);
    if (translation.state !== "known" || text.state !== "known") continue;
    const mentions = allMentions(parse(translation.value.content, formatOf(text.value.contentType)));
    for (const include of includesAmong(mentions, { catalog, textId, language: each, data: unknown })) {
      if (!includes.has(include.text.id))
        includes.set(include.text.id, each === language ? include : { ...include, ranges: [] });
    }
  }
  const shownHere = catalog.translation(textId, language);
  const lines = linesOf(shownHere.state === "known" ? shownHere.value.content : "");
  return {
    includes: [...includes.values()],
    context: { catalog, textId, language, data: unknown },
    toRanges: ({ ranges }) =>
      library.connection === undefined && !library.isShown ? [] : ranges.map((range) => toLspRange(lines, range)),
  };
}

function shown(text: Text, context: Context): { readonly text: Text; readonly language: string } {
  return { text, language: textTarget(text, context)?.language ?? text.defaultLanguage ?? "" };
}

/** Texts that the client cannot show are left out, and that is told. */
async function textItems(
  texts: readonly { readonly text: Text; readonly language: string }[],
  { library, signal, tell }: Asked,
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
      closed === 1
        ? l10n.t("1 text of the Text Library cannot be opened by this editor, and is left out.")
        : l10n.t("{0} texts of the Text Library cannot be opened by this editor, and are left out.", closed),
    );
  return items;
}

function fileItem(uri: string): CallHierarchyItem {
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

/** Items come back from the client. */
function aboutOf({ data }: CallHierarchyItem): About | null {
  if (typeof data !== "object" || data === null) return null;
  const about = data as Partial<Record<string, unknown>>;
  if (typeof about["textId"] === "string" && typeof about["language"] === "string")
    return { textId: about["textId"], language: about["language"] };
  return typeof about["uri"] === "string" ? { uri: about["uri"] } : null;
}
