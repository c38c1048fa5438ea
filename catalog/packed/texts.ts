/**
 * Answers questions about texts from a packed index. A question reads the records of the texts in its answer, and
 * contents only if it is about contents. The answers are the same as those of `indexTexts`.
 */
import { crc32 } from "node:zlib";
import { absent, bisect, known, once, unknown } from "../../language/index.ts";
import type { Answer, Text, Translation, Use, WrittenReference } from "../../language/index.ts";
import { compare, contentIn, rank } from "../fileCatalog.ts";
import type { FileText, TextIndex } from "../fileCatalog.ts";
import { quickCatalog, quickText } from "../quickCatalog.ts";
import { remember } from "../remember.ts";
import { distinct, mayMean } from "../uses.ts";
import type { Facts } from "./build.ts";
import { contentKey, hashOf } from "./format.ts";
import type { SectionName } from "./format.ts";
import { placesOf } from "./hashTable.ts";
import { canScan, placesOfContent } from "./contentScan.ts";
import { HeldFile } from "./heldFile.ts";
import { Labels } from "./labels.ts";
import type { LabelSource } from "./labels.ts";
import { DamagedIndex, isOfTheFile, Pages } from "./pages.ts";
import { summaryIn, unpackRecord } from "./record.ts";
import type { PackedText } from "./record.ts";

/** How many records stay in memory. */
const mostRecords = 5_000;
/** How many texts stay in memory with their contents. */
const mostWhole = 500;
/** In bytes. The contents of a larger catalog file take long to search: a second for a million texts. */
const quicklyScanned = 50 << 20;
/**
 * A search for more texts than this does not use the labels but reads the records in their order, because every text
 * that it returns needs its record anyway.
 */
const mostLabelled = 10_000;
/** If there are more possible uses than this, they are not counted: the count is only for display. */
const mostCounted = 20_000;

export interface PackedIndex {
  readonly facts: Facts;
  /** Everything but `mentioning`, for which all contents would have to be read. */
  readonly texts: Omit<TextIndex, "mentioning">;
  readonly labels: LabelSource;
  /**
   * Searches with these labels from now on, which makes a search in all texts much faster. Returns whether it can. If
   * a later search finds that the labels are damaged, it calls `damaged` and goes on without them.
   */
  readonly useLabels: (path: string, damaged: () => void) => boolean;
  /**
   * Yields every text with its contents, in the order of the file. Throws DamagedIndex if the catalog file has changed.
   */
  readonly wholeTexts: () => Iterable<FileText>;
}

/**
 * Opens the file `index`, which is the packed index of the catalog file `path`. Throws DamagedIndex, or the system's
 * errors. A question to the index throws the same errors if a part of the index turns out to be damaged.
 */
export function openIndex(index: string, path: string): PackedIndex {
  const pages = new Pages(index);
  const catalog = new HeldFile(path);
  const kept = JSON.parse(pages.record(pages.head.sections.facts.start)) as Facts;
  const file = quickCatalog(kept.file);
  if (file === undefined) throw new DamagedIndex();
  const facts = { ...kept, file };
  return { facts, ...readTexts(pages, facts, catalog) };
}

function readTexts(pages: Pages, facts: Facts, catalog: HeldFile): Omit<PackedIndex, "facts"> {
  const { sections, seed } = pages.head;
  const recent = new Map<string, PackedText>();
  const at = (place: number): PackedText => {
    const record = unpackRecord(pages.record(place));
    if (recent.size >= mostRecords) recent.clear();
    recent.set(record.text.id, record);
    return record;
  };
  const found = (table: SectionName, key: string): readonly PackedText[] =>
    placesOf(hashOf(key, seed), sections[table], pages).map(at);
  const byId = (id: string): PackedText | undefined =>
    recent.get(id) ?? found("ids", id).find(({ text }) => text.id === id);

  /** Returns undefined if the catalog file has changed since the index was made. */
  const read = ({ start, length, checksum }: PackedText): FileText | undefined => {
    const bytes = catalog.read(start, length);
    return bytes && crc32(bytes) === checksum ? quickText(JSON.parse(bytes.toString("utf8"))) : undefined;
  };
  const whole = remember(mostWhole, (id): FileText | undefined => {
    const record = byId(id);
    return record && read(record);
  });
  const translation = (id: string, language: string): Answer<Translation> => {
    const record = byId(id);
    if (
      record === undefined ||
      (record.text.languages.state === "known" && !record.text.languages.value.includes(language))
    )
      return absent;
    const text = whole(id);
    const content = text && contentIn(text, language);
    return content === undefined ? unknown : known(content);
  };

  /** For each folder: where its list of places starts, and how many there are. */
  const folders = once(() => {
    const starts = new Map<string, { readonly start: number; readonly count: number }>();
    let start = sections.folders.start;
    for (const [id, count] of facts.folders) {
      starts.set(id, { start, count });
      start += count * 4;
    }
    return starts;
  });
  const recordAt = (place: number): readonly [place: number, PackedText] => [place, unpackRecord(pages.record(place))];
  function* records(from = sections.records.start): Generator<readonly [place: number, PackedText], void, undefined> {
    const { start, length } = sections.records;
    for (let place = from; place < start + length; place = pages.behind(place)) yield recordAt(place);
  }
  function* everyText(from?: number): Generator<PackedText, void, undefined> {
    for (const [, record] of records(from)) yield record;
  }
  function* textsOf(folderIds: Iterable<string>): Generator<PackedText, void, undefined> {
    for (const id of new Set(folderIds)) {
      const { start, count } = folders().get(id) ?? { start: 0, count: 0 };
      for (let index = 0; index < count; index++) yield at(pages.number(start + index * 4));
    }
  }

  let labels: Labels | undefined;
  let labelsAreDamaged = (): void => {};
  const source: LabelSource = {
    recordBytes: sections.records.length,
    records: () => records(),
    folders: () =>
      Array.from(folders().values(), ({ start, count }) => ({
        count,
        at: (index) => recordAt(pages.number(start + index * 4)),
      })),
  };
  /** Returns undefined if there are no usable labels. */
  const ofLabels = <T>(question: (labels: Labels) => T): T | undefined => {
    try {
      return labels && question(labels);
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      labels = undefined;
      labelsAreDamaged();
      return undefined;
    }
  };
  const isLabelled = ({ text: { code, name, description } }: PackedText, query: string): boolean =>
    `${code}\n${name}\n${description}`.toLowerCase().includes(query);
  const isSaid = (record: PackedText, query: string): boolean =>
    Object.values(read(record)?.translations ?? {}).some(({ content }) => content.toLowerCase().includes(query));

  function labelledIn(records: Iterable<PackedText>, query: string, limit: number): readonly PackedText[] {
    const ranked: PackedText[][] = [[], [], [], []];
    for (const each of records) {
      if (!isLabelled(each, query)) continue;
      const same = ranked[rank(each.text.code.toLowerCase(), each.text.name.toLowerCase(), query)]!;
      same.push(each);
      if (same.length >= 2 * limit + 100) same.sort(byCode).length = limit;
    }
    return ranked.flatMap((same) => same.sort(byCode)).slice(0, limit);
  }

  /** Yields, in the order of the file, the texts that may contain the query in one of their contents. */
  function* mayBeSaidIn(query: string): Generator<PackedText, void, undefined> {
    let behind = sections.records.start;
    let next = 0;
    for (const byte of labels === undefined ? [undefined] : placesOfContent(query, catalog)) {
      if (byte !== undefined && byte < next) continue;
      const text = byte === undefined ? undefined : ofLabels((each) => each.textAt(byte));
      if (text === undefined) return yield* everyText(behind);
      next = text.next;
      if (text.place === undefined) continue;
      behind = pages.behind(text.place);
      yield at(text.place);
    }
  }

  const texts: PackedIndex["texts"] = {
    languages: () => facts.languages,
    byId: (id) => byId(id)?.text,
    byCode: (folderId, code) =>
      found("codes", code.toLowerCase()).find(({ text }) => text.folderId === folderId && text.code === code)?.text,
    byLowerCode: (code) => inOrder(found("codes", code).filter(({ text }) => text.code.toLowerCase() === code)),
    inFolder(folderId, prefix, limit) {
      const { start, count } = folders().get(folderId) ?? { start: 0, count: 0 };
      const textAt = (index: number): Text => at(pages.number(start + index * 4)).text;
      const texts: Text[] = [];
      for (
        let index = prefix === "" ? 0 : bisect(count, (each) => textAt(each).code.toLowerCase() >= prefix);
        index < count && texts.length < limit;
        index++
      ) {
        const text = textAt(index);
        if (!text.code.toLowerCase().startsWith(prefix)) break;
        texts.push(text);
      }
      return texts;
    },
    translation,
    summary(id, language) {
      const record = byId(id);
      return record && summaryIn(record, language);
    },
    search(query, { limit, folderIds, contents }) {
      const found = folderIds
        ? [...labelledIn(textsOf(folderIds), query, limit)]
        : [
            ...((limit <= mostLabelled ? ofLabels((each) => each.search(query, limit)) : undefined)?.map(at) ??
              labelledIn(everyText(), query, limit)),
          ];
      const isQuick = folderIds !== undefined || catalog.size <= quicklyScanned;
      if (contents === true || (contents && (isQuick || (found.length === 0 && canScan(query))))) {
        const others = folderIds ? [...textsOf(folderIds)].sort(byCode) : mayBeSaidIn(query);
        for (const each of others) {
          if (found.length >= limit) break;
          if (!isLabelled(each, query) && isSaid(each, query)) found.push(each);
        }
      }
      return found.map(({ text }) => text);
    },
    saying(content, language, limit) {
      const saying: PackedText[] = [];
      for (const each of found("contents", contentKey(content, language))) {
        if (saying.length >= limit) break;
        const said = translation(each.text.id, language);
        if (said.state === "known" && said.value.content === content) saying.push(each);
      }
      return inOrder(saying);
    },
    uses(code, folderNames) {
      const lowerCode = code.toLowerCase();
      return distinct(found("uses", lowerCode).flatMap((each) => usesIn(each, lowerCode, folderNames)));
    },
    countUses({ id, code }, folderNames) {
      const lowerCode = code.toLowerCase();
      const places = placesOf(hashOf(lowerCode, seed), sections.uses, pages);
      if (places.length > mostCounted) return unknown;
      const others = places.map(at).filter((each) => each.text.id !== id);
      return known(others.filter((each) => usesIn(each, lowerCode, folderNames).length > 0).length);
    },
  };
  return {
    texts,
    labels: source,
    useLabels(path, damaged) {
      try {
        labels = new Labels(path, source);
        labelsAreDamaged = damaged;
      } catch (error) {
        if (!isOfTheFile(error)) throw error;
      }
      return labels !== undefined;
    },
    *wholeTexts() {
      for (const record of everyText()) {
        const text = read(record);
        if (text === undefined) throw new DamagedIndex();
        yield text;
      }
    },
  };
}

function usesIn(record: PackedText, lowerCode: string, folderNames: ReadonlySet<string>): readonly Use[] {
  const isUse = ({ folder, code }: WrittenReference): boolean =>
    code.toLowerCase() === lowerCode && mayMean(folder?.toLowerCase() ?? "", folderNames);
  return record.languages
    .filter((language) => summaryIn(record, language)?.references.some(isUse))
    .map((language) => ({ textId: record.text.id, language }));
}

function inOrder(records: readonly PackedText[]): readonly Text[] {
  return records.toSorted(byCode).map(({ text }) => text);
}

function byCode({ text: a }: PackedText, { text: b }: PackedText): number {
  return compare(a.code.toLowerCase(), b.code.toLowerCase()) || compare(a.code, b.code);
}
