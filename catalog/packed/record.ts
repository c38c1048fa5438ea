/**
 * A text as the packed index holds it: its fields without the contents, and its place in the catalog file, from which
 * the contents are read.
 */
import { known } from "../../language/index.ts";
import type { ContentSummary, Text } from "../../language/index.ts";

export interface PackedText {
  readonly text: Text;
  /** Where the text is in the catalog file, in bytes, and the CRC-32 of these bytes. */
  readonly start: number;
  readonly length: number;
  readonly checksum: number;
  /** In lower case, in the order of the file. */
  readonly languages: readonly string[];
  /** In the order of `languages`; 0 if no content has a reference, a malformed reference or markup. */
  readonly summaries: readonly PackedSummary[] | 0;
}

/**
 * 1 if a reference is malformed, plus 2 if there is markup; then, for each reference, its folder and its code. Without
 * references, the number alone.
 */
export type PackedSummary = number | readonly [flags: number, ...references: (string | null)[]];

const [malformed, markup] = [1, 2];

/** Dates are null if the file has none. */
type Packed = readonly [
  id: string,
  folderId: string,
  code: string,
  name: string,
  description: string,
  contentType: number,
  isPublic: 0 | 1,
  defaultLanguage: string | null,
  languages: readonly string[],
  createdDate: string | null,
  updatedDate: string | null,
  start: number,
  length: number,
  checksum: number,
  summaries: PackedText["summaries"],
];

export function packRecord({ text, start, length, checksum, languages, summaries }: PackedText): string {
  const packed: Packed = [
    text.id,
    text.folderId,
    text.code,
    text.name,
    text.description,
    text.contentType,
    text.isPublic ? 1 : 0,
    text.defaultLanguage,
    languages,
    text.createdDate ?? null,
    text.updatedDate ?? null,
    start,
    length,
    checksum,
    summaries,
  ];
  return JSON.stringify(packed);
}

export function unpackRecord(json: string): PackedText {
  // The elements are read by index, because destructuring the list would use its iterator, which takes longer.
  const packed = JSON.parse(json) as Packed;
  const languages = packed[8];
  const text: { -readonly [Name in keyof Text]: Text[Name] } = {
    id: packed[0],
    folderId: packed[1],
    code: packed[2],
    name: packed[3],
    description: packed[4],
    contentType: packed[5],
    isPublic: packed[6] === 1,
    defaultLanguage: packed[7],
    languages: known(languages.length < 2 ? languages : languages.toSorted()),
  };
  if (packed[9] !== null) text.createdDate = packed[9];
  if (packed[10] !== null) text.updatedDate = packed[10];
  return { text, start: packed[11], length: packed[12], checksum: packed[13], languages, summaries: packed[14] };
}

export function packSummaries(summaries: readonly ContentSummary[]): PackedText["summaries"] {
  const packed = summaries.map(({ references, isMalformed, isMarkup }): PackedSummary => {
    const flags = (isMalformed ? malformed : 0) + (isMarkup ? markup : 0);
    return references.length === 0 ? flags : [flags, ...references.flatMap(({ folder, code }) => [folder, code])];
  });
  return packed.every((each) => each === 0) ? 0 : packed;
}

/** Undefined if the text lacks the language. */
export function summaryIn({ languages, summaries }: PackedText, language: string): ContentSummary | undefined {
  const index = languages.indexOf(language);
  return index < 0 ? undefined : unpackSummary(summaries === 0 ? 0 : summaries[index]!);
}

/** Summaries of contents without references, by their flags. */
const withoutReferences = [0, 1, 2, 3].map((flags) => unpackSummary([flags]));

function unpackSummary(packed: PackedSummary): ContentSummary {
  if (typeof packed === "number") return withoutReferences[packed]!;
  const [flags, ...written] = packed;
  return {
    references: Array.from({ length: written.length / 2 }, (_, index) => ({
      folder: written[index * 2]!,
      code: written[index * 2 + 1]!,
    })),
    isMalformed: (flags & malformed) !== 0,
    isMarkup: (flags & markup) !== 0,
  };
}
