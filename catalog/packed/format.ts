/**
 * The format of the packed index of a catalog file. docs/packed-index.md describes it for readers; this file has its
 * numbers. Every number in the file is little-endian.
 *
 * The file is a sequence of pages. The first page is the head: `magic`, then JSON (`Head`). The sections follow one
 * after the other. The checksums come last, on pages of their own: a CRC-32 for each page between the head and the
 * checksums.
 */
import { crc32 } from "node:zlib";

/** Goes up with every change of the format, and with every change of what a catalog file means. */
export const version = 2;
/** In bytes. */
export const pageSize = 4096;
export const magic = `smartform index ${version}\n`;

/**
 * `facts`: what is known besides the texts, as JSON. `records`: one per text, in the order of the catalog file: its
 * length in bytes as 32 bits, then JSON (`packRecord`). `folders`: the places of the records, 32 bits each, folder by
 * folder, ordered by code. The others are tables of hashes: pairs of the place of a record and a hash, 32 bits each,
 * ordered by hash.
 */
export const sections = ["facts", "records", "folders", "ids", "codes", "uses", "contents"] as const;
export type SectionName = (typeof sections)[number];

export interface Section {
  /** In bytes, from the beginning of the file. */
  readonly start: number;
  readonly length: number;
}

/** `Name`: the names of the sections; a file beside the index has others. */
export interface Head<Name extends string = SectionName> {
  readonly sections: Readonly<Record<Name, Section>>;
  readonly checksums: Section;
  /** The CRC-32 of the checksums. */
  readonly checksum: number;
  /** The value that the hashing of a string starts from: random, so that nobody can prepare codes with equal hashes. */
  readonly seed: number;
}

export function writeHead<Name extends string>(head: Head<Name>): Buffer {
  const page = Buffer.alloc(pageSize);
  const json = JSON.stringify(head);
  if (page.write(`${magic}${crc32(json)}\n${json}\n`) !== Buffer.byteLength(`${magic}${crc32(json)}\n${json}\n`))
    throw new Error("The head does not fit into its page.");
  return page;
}

/** Returns undefined if the page is no head of this version. */
export function readHead<Name extends string>(page: Buffer): Head<Name> | undefined {
  const [name, checksum, json = ""] = page.toString("utf8").split("\n");
  return `${name}\n` === magic && Number(checksum) === crc32(json) ? (JSON.parse(json) as Head<Name>) : undefined;
}

/** A hash of 32 bits (FNV-1a over UTF-16 code units). */
export function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  // The last step mixes the upper bits, by which the tables are ordered.
  return Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0;
}

/**
 * Returns the key that is hashed for the section `contents`. It has only the language, the length and the beginning of
 * the content, so that whole contents need not be hashed.
 */
export function contentKey(content: string, language: string): string {
  return `${language}\n${content.length}\n${content.slice(0, 64)}`;
}
