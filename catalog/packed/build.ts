/**
 * Makes the packed index of a catalog file in one pass over the file. For each text, only the code, the place and a few
 * hashes stay in memory.
 */
import { createHash, randomInt } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { CatalogFile } from "../../api/index.ts";
import { summarize } from "../../language/index.ts";
import type { ContentSummary } from "../../language/index.ts";
import { byFrequency, compare, toText } from "../fileCatalog.ts";
import type { FileText } from "../fileCatalog.ts";
import { quickCatalog, quickText } from "../quickCatalog.ts";
import { contradicts } from "../readCatalogFile.ts";
import { contentKey, hashOf } from "./format.ts";
import { HashTable } from "./hashTable.ts";
import { Irregular, readParts } from "./parts.ts";
import { packRecord, packSummaries, unpackRecord } from "./record.ts";
import { align, IndexWriter } from "./writer.ts";

/** What is known of a catalog file besides its individual texts. */
export interface Facts {
  /** Everything but the texts, as far as the file has it. */
  readonly file: Pick<CatalogFile, "folders" | "smartforms" | "dataTable">;
  /** Without a list of texts, nothing is known about texts. */
  readonly hasTexts: boolean;
  /** Language codes in lower case, most frequent first. */
  readonly languages: readonly string[];
  /** The folders that have texts, with the number of their texts, in the order of the section `folders`. */
  readonly folders: readonly (readonly [id: string, texts: number])[];
}

interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with how many bytes of the catalog file were read. */
  readonly progress?: ((read: number) => void) | undefined;
}

/**
 * Reads the catalog file and writes its index to a new file at `to`. Resolves with the SHA-256 of the catalog file, in
 * hexadecimal. Rejects with Irregular if the file is no valid catalog, with the system's errors, or if it is cancelled.
 */
export async function buildIndex(
  catalog: FileHandle,
  to: string,
  { signal, progress = () => undefined }: BuildOptions = {},
): Promise<string> {
  const hash = createHash("sha256");
  using writer = new IndexWriter(to);
  const seed = randomInt(2 ** 32);
  const texts = new TextWriter(writer, seed);
  const parts: Record<string, unknown> = {};
  const { hasTexts } = await readParts(
    catalog,
    {
      text: (bytes, start) => texts.add(bytes, start),
      part(name, value) {
        if (name === "folders" || name === "smartforms" || name === "dataTable") parts[name] = value;
      },
      progress,
    },
    { hash, signal },
  );
  const file = quickCatalog(parts);
  if (file === undefined || contradicts(file)) throw new Irregular();
  texts.finish(file, hasTexts);
  writer.finish(seed);
  return hash.digest("hex");
}

class TextWriter {
  readonly #writer: IndexWriter;
  readonly #seed: number;
  readonly #start: number;
  readonly #ids = new HashTable();
  readonly #codes = new HashTable();
  readonly #uses = new HashTable();
  readonly #contents = new HashTable();
  readonly #byFolder = new Map<
    string,
    { readonly code: string; readonly lowerCode: string; readonly place: number }[]
  >();
  readonly #languages = new Map<string, number>();

  constructor(writer: IndexWriter, seed: number) {
    this.#writer = writer;
    this.#seed = seed;
    this.#start = writer.place;
  }

  add(bytes: Buffer, start: number): void {
    const text = quickText(parsed(bytes));
    if (text === undefined) throw new Irregular();
    const { id, code, folderId } = text;
    const contents = this.#readContents(text);
    const languages = [...contents.keys()];
    const summaries = packSummaries([...contents.values()]);
    const checksum = crc32(bytes);
    const place = this.#writer.addRecord(
      packRecord({ text: toText(text), start, length: bytes.length, checksum, languages, summaries }),
    );
    const lowerCode = code.toLowerCase();
    this.#ids.add(hashOf(id, this.#seed), place);
    this.#codes.add(hashOf(lowerCode, this.#seed), place);
    const used = [...contents.values()].flatMap(({ references }) => references.map((each) => each.code.toLowerCase()));
    for (const each of new Set(used)) this.#uses.add(hashOf(each, this.#seed), place);
    for (const [name, { content }] of Object.entries(text.translations))
      this.#contents.add(hashOf(contentKey(content, name.toLowerCase()), this.#seed), place);
    const folder = this.#byFolder.get(folderId);
    if (folder === undefined) this.#byFolder.set(folderId, [{ code, lowerCode, place }]);
    else folder.push({ code, lowerCode, place });
  }

  /** Throws Irregular if the texts contradict each other or the folders. */
  finish(file: Facts["file"], hasTexts: boolean): void {
    const writer = this.#writer;
    writer.end("records", this.#start);
    for (const places of this.#ids.twins()) {
      const ids = places.map((place) => unpackRecord(writer.record(place)).text.id);
      if (new Set(ids).size < ids.length) throw new Irregular();
    }
    const folderIds = file.folders && new Set(file.folders.map(({ id }) => id));
    const start = align(writer);
    for (const [id, texts] of this.#byFolder) {
      if (folderIds?.has(id) === false) throw new Irregular();
      texts.sort((a, b) => compare(a.lowerCode, b.lowerCode) || compare(a.code, b.code));
      if (texts.some(({ code }, index) => code === texts[index - 1]?.code)) throw new Irregular();
      writer.add(new Uint8Array(Uint32Array.from(texts, ({ place }) => place).buffer));
    }
    writer.end("folders", start);
    this.#ids.write(writer, "ids");
    this.#codes.write(writer, "codes");
    this.#uses.write(writer, "uses");
    this.#contents.write(writer, "contents");
    const facts: Facts = {
      file,
      hasTexts,
      languages: byFrequency(this.#languages),
      folders: Array.from(this.#byFolder, ([id, texts]) => [id, texts.length]),
    };
    writer.end("facts", writer.addRecord(JSON.stringify(facts)));
  }

  #readContents({ contentType, translations }: FileText): ReadonlyMap<string, ContentSummary> {
    const summaries = new Map<string, ContentSummary>();
    for (const [name, { content }] of Object.entries(translations)) {
      const language = name.toLowerCase();
      if (summaries.has(language)) throw new Irregular();
      summaries.set(language, summarize(content, contentType));
      this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
    }
    return summaries;
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Irregular();
  }
}
