/**
 * A catalog in memory, from a catalog file: a part that the file has is complete; a part that it leaves out is unknown.
 * Indexes are built on first use, so that a file of 100,000 texts is usable at once.
 */
import type { CatalogFile } from "../api/index.ts";
import { absent, bisect, known, once, unknown } from "../language/index.ts";
import type { Answer, Catalog, Folder, Smartform, Text, Translation, Use } from "../language/index.ts";
import { nextRevision } from "./revision.ts";
import { distinct, mayMean, namesIn, namesOf } from "./uses.ts";
import type { Reference } from "./uses.ts";

export type FileText = NonNullable<CatalogFile["texts"]>[number];
/** Answers questions about texts. Codes and languages in a question are in lower case, except in `byCode`. */
export interface TextIndex {
  languages(): readonly string[];
  byId(id: string): Text | undefined;
  byCode(folderId: string, code: string): Text | undefined;
  byLowerCode(code: string): readonly Text[];
  inFolder(folderId: string, prefix: string, limit: number): readonly Text[];
  search(...question: Parameters<Catalog["search"]>): readonly Text[];
  saying(content: string, language: string, limit: number): readonly Text[];
  /** `folderNames`: the names by which a reference may call the folder of the text, in lower case. */
  uses(code: string, folderNames: ReadonlySet<string>): readonly Use[];
  /** The answer is `unknown` if counting would take long. */
  countUses(text: Text, folderNames: ReadonlySet<string>): Answer<number>;
  mentioning(key: string): readonly Use[];
  translation(textId: string, language: string): Answer<Translation>;
  summary?: Catalog["summary"];
}

/** Builds the catalog. `library` holds the texts if they are not in the file itself. */
export function fileCatalog(file: CatalogFile, library = file.texts && indexTexts(file.texts)): Catalog {
  const folders = file.folders && topFirst(file.folders.map(toFolder));
  const folderById = new Map(folders?.map((folder) => [folder.id, folder]));
  const smartforms = file.smartforms?.map(toSmartform);
  const smartformById = new Map(smartforms?.map((smartform) => [smartform.id, smartform]));

  return {
    revision: nextRevision(),
    folders: () => (folders ? known(folders) : unknown),
    text: (id) => (library ? answer(library.byId(id)) : unknown),
    textByCode: (folderId, code) => (library ? answer(library.byCode(folderId, code)) : unknown),
    textsByCode: (code) => (library ? known(library.byLowerCode(code.toLowerCase())) : unknown),
    textsIn(folderId, options = {}) {
      if (!library) return unknown;
      if (folders && !folderById.has(folderId)) return absent;
      return known(library.inFolder(folderId, options.prefix?.toLowerCase() ?? "", options.limit ?? Infinity));
    },
    search: (query, options) => (library ? known(library.search(query.toLowerCase(), options)) : unknown),
    translation: (textId, language) => (library ? library.translation(textId, language.toLowerCase()) : unknown),
    ...(library?.summary && { summary: (textId, language) => library.summary?.(textId, language.toLowerCase()) }),
    textsSaying: (content, language, { limit }) =>
      library ? known(library.saying(content, language.toLowerCase(), limit)) : unknown,
    usedBy(textId) {
      if (!library) return unknown;
      const used = library.byId(textId);
      return used ? known(library.uses(used.code, namesOf(folderById, used.folderId))) : absent;
    },
    useCount(textId) {
      if (!library) return unknown;
      const used = library.byId(textId);
      return used ? library.countUses(used, namesOf(folderById, used.folderId)) : absent;
    },
    mentioning: (key) => (library ? known(library.mentioning(key)) : unknown),
    languages: () => (library ? known(library.languages()) : unknown),
    smartforms: () => (smartforms ? known(smartforms) : unknown),
    smartform: (id) => (smartforms ? answer(smartformById.get(id)) : unknown),
    dataTable: () => (file.dataTable ? known(file.dataTable) : unknown),
  };
}

function answer<T>(value: T | undefined): Answer<T> {
  return value === undefined ? absent : known(value);
}

/** Puts top folders first; otherwise keeps the file's order. */
function topFirst(folders: readonly Folder[]): readonly Folder[] {
  return [
    ...folders.filter((folder) => folder.parentFolderId === null),
    ...folders.filter((folder) => folder.parentFolderId !== null),
  ];
}

/** The references of this many texts are read within a few milliseconds. */
const quicklyIndexed = 500;

export function indexTexts(texts: readonly FileText[]): TextIndex {
  const made: (Text | undefined)[] = [];
  const at = (index: number): Text => (made[index] ??= toText(texts[index]!));
  const textsAt = (indexes: readonly number[]): readonly Text[] => indexes.map(at);

  const indexById = once(() => new Map(texts.map((text, index) => [text.id, index])));
  const lowerCodes = once(() => texts.map((text) => text.code.toLowerCase()));
  const haystacks: string[] = [];
  /** Made on first use: a search in one folder needs only a few of these strings. */
  const haystack = (index: number): string => {
    const { code, name, description } = texts[index]!;
    return (haystacks[index] ??= `${code}\n${name}\n${description}`.toLowerCase());
  };
  const byCode = (a: number, b: number): number =>
    compare(lowerCodes()[a]!, lowerCodes()[b]!) || compare(texts[a]!.code, texts[b]!.code);
  const order = once(() => [...texts.keys()].sort(byCode));
  const byFolder = once(() => Map.groupBy(texts.keys(), (index) => texts[index]!.folderId));
  const sorted = new Map<string, readonly number[]>();
  /** Sorted on first use: most folders are never asked for. */
  const folder = (id: string): readonly number[] => {
    const indexes = sorted.get(id) ?? byFolder().get(id)?.sort(byCode) ?? [];
    sorted.set(id, indexes);
    return indexes;
  };
  const inFolders = (folderIds: readonly string[]): readonly number[] => {
    const [first, ...others] = new Set(folderIds);
    return first === undefined
      ? []
      : others.length === 0
        ? folder(first)
        : [first, ...others].flatMap(folder).sort(byCode);
  };
  const byLowerCode = once(() => Map.groupBy(texts.keys(), (index) => lowerCodes()[index]!));
  const byLength = once(() => indexLengths(texts));
  const languages = once(() => languagesByFrequency(texts));
  let isIndexed = texts.length <= quicklyIndexed;
  const names = once(() => {
    isIndexed = true;
    return indexNames(texts);
  });

  return {
    languages,
    byId(id) {
      const index = indexById().get(id);
      return index === undefined ? undefined : at(index);
    },
    byCode(folderId, code) {
      const index = byLowerCode()
        .get(code.toLowerCase())
        ?.find((each) => texts[each]!.folderId === folderId && texts[each]!.code === code);
      return index === undefined ? undefined : at(index);
    },
    byLowerCode(code) {
      return textsAt((byLowerCode().get(code) ?? []).toSorted(byCode));
    },
    inFolder(folderId, prefix, limit) {
      const indexes = folder(folderId);
      const lower = lowerCodes();
      const first = bisect(indexes.length, (place) => lower[indexes[place]!]! >= prefix);
      const found: number[] = [];
      for (let place = first; place < indexes.length && found.length < limit; place++) {
        if (!lower[indexes[place]!]!.startsWith(prefix)) break;
        found.push(indexes[place]!);
      }
      return textsAt(found);
    },
    search(query, { limit, folderIds, contents }) {
      const ranked: number[][] = [[], [], [], []];
      const isLabelled = (index: number): boolean => haystack(index).includes(query);
      for (const index of (folderIds ? inFolders(folderIds) : order()).filter(isLabelled)) {
        const same = ranked[rank(lowerCodes()[index]!, texts[index]!.name.toLowerCase(), query)]!;
        if (same.length < limit) same.push(index);
      }
      const found = ranked.flat().slice(0, limit);
      if (!contents) return textsAt(found);
      const isSaid = (index: number): boolean =>
        Object.values(texts[index]!.translations).some(({ content }) => content.toLowerCase().includes(query));
      for (const index of folderIds ? inFolders(folderIds) : texts.keys()) {
        if (found.length >= limit) break;
        if (!isLabelled(index) && isSaid(index)) found.push(index);
      }
      return textsAt(found);
    },
    saying(content, language, limit) {
      const found: number[] = [];
      for (const index of byLength().get(content.length) ?? []) {
        if (found.length >= limit) break;
        if (contentIn(texts[index]!, language)?.content === content) found.push(index);
      }
      return textsAt(found.sort(byCode));
    },
    uses(code, folderNames) {
      const referring = names().references.get(code.toLowerCase()) ?? [];
      return distinct(
        referring.filter(({ reference }) => mayMean(reference.folder, folderNames)).map(({ use }) => use),
      );
    },
    /** Counts the uses if no text has to be read for that; otherwise returns unknown. */
    countUses({ id, code }, folderNames) {
      if (!isIndexed) return unknown;
      const others = new Set<string>();
      for (const { reference, use } of names().references.get(code.toLowerCase()) ?? [])
        if (mayMean(reference.folder, folderNames)) others.add(use.textId);
      others.delete(id);
      return known(others.size);
    },
    mentioning: (key) => names().mentions.get(key) ?? [],
    translation(textId, language) {
      const index = indexById().get(textId);
      return index === undefined ? absent : answer(contentIn(texts[index]!, language));
    },
  };
}

export function contentIn(text: FileText, language: string): Translation | undefined {
  return Object.entries(text.translations).find(([name]) => name.toLowerCase() === language)?.[1];
}

/** Returns, for each length of a content, the indexes of the texts that have a content of this length. */
function indexLengths(texts: readonly FileText[]): ReadonlyMap<number, readonly number[]> {
  const indexes = new Map<number, number[]>();
  for (const [index, { translations }] of texts.entries()) {
    for (const language in translations) {
      const length = translations[language]?.content.length ?? 0;
      const same = indexes.get(length);
      if (same === undefined) indexes.set(length, [index]);
      else if (same.at(-1) !== index) same.push(index);
    }
  }
  return indexes;
}

function indexNames(texts: readonly FileText[]) {
  const references = new Map<string, { readonly reference: Reference; readonly use: Use }[]>();
  const mentions = new Map<string, Use[]>();
  const put = <T>(into: Map<string, T[]>, key: string, value: T): void => {
    const list = into.get(key);
    if (list) list.push(value);
    else into.set(key, [value]);
  };
  for (const text of texts) {
    for (const [language, { content }] of Object.entries(text.translations)) {
      const use = { textId: text.id, language: language.toLowerCase() };
      const names = namesIn(content, text.contentType);
      for (const reference of names.references) put(references, reference.code, { reference, use });
      for (const key of names.keys) put(mentions, key, use);
    }
  }
  return { references, mentions };
}

/** Ranks a text that contains the query: 0 is best. */
export function rank(lowerCode: string, lowerName: string, query: string): 0 | 1 | 2 | 3 {
  if (lowerCode.startsWith(query)) return 0;
  if (lowerCode.includes(query)) return 1;
  return lowerName.includes(query) ? 2 : 3;
}

function languagesByFrequency(texts: readonly FileText[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const name of Object.keys(text.translations))
      counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  }
  return byFrequency(counts);
}

export function byFrequency(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort(([a, often], [b, oftener]) => oftener - often || compare(a, b)).map(([name]) => name);
}

function toFolder(folder: NonNullable<CatalogFile["folders"]>[number]): Folder {
  const { id, name, parentFolderId, isDefault, code } = folder;
  return { id, name, parentFolderId, isDefault, code };
}

export function toText(text: FileText): Text {
  const { id, folderId, code, name, description, contentType, isPublic } = text;
  const languages = known(
    Object.keys(text.translations)
      .map((language) => language.toLowerCase())
      .sort(),
  );
  const dates = { ...dateField("createdDate", text["createdDate"]), ...dateField("updatedDate", text["updatedDate"]) };
  return {
    id,
    folderId,
    code,
    name,
    description,
    contentType,
    isPublic,
    defaultLanguage: text.defaultLanguage?.toLowerCase() || null,
    languages,
    ...dates,
  };
}

function dateField(name: "createdDate" | "updatedDate", value: unknown): { readonly [name: string]: string } {
  return typeof value === "string" ? { [name]: value } : {};
}

function toSmartform(smartform: NonNullable<CatalogFile["smartforms"]>[number]): Smartform {
  const said = <T>(value: T | undefined): Answer<T> => (value === undefined ? unknown : known(value));
  return {
    id: smartform.id,
    name: smartform.name,
    ...(smartform.process === undefined ? {} : { process: smartform.process }),
    tags: smartform.tags ?? [],
    // If the file names no folder, the Smartform has no folder. Most other missing values are unknown.
    textLibraryFolder: smartform.textLibraryFolder ? known(smartform.textLibraryFolder) : absent,
    defaultLanguage: said(smartform.defaultLanguage?.toLowerCase()),
    environments: said(smartform.environments),
    fields: said(smartform.fields),
    parties: said(
      smartform.parties?.map((party) => ({
        id: party.id,
        name: party.name,
        defaultLanguage: party.defaultLanguage ?? null,
      })),
    ),
    steps: said(smartform.steps),
    pages: said(smartform.pages),
  };
}

/** Compares by UTF-16 code units: the order does not depend on a locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
