/** Searches bytes for canaries, in every form in which a value may be written. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

export interface Place {
  /** The path or a description of the place. */
  readonly where: string;
  readonly bytes: Buffer;
}

export interface Finding {
  readonly where: string;
  /** The name of the canary; `another` if only the mark was found. */
  readonly canary: string;
  readonly form: string;
}

/** Returns the forms in which the value may be written. */
export function formsOf(value: string): ReadonlyMap<string, Buffer> {
  const utf8 = Buffer.from(value);
  const forms = new Map<string, Buffer>([["as it is", utf8]]);
  const add = (name: string, bytes: Buffer): void => {
    if (bytes.length >= 6 && ![...forms.values()].some((known) => known.equals(bytes))) forms.set(name, bytes);
  };
  // In base64, the number of bytes before the value (modulo three) decides its letters. The letters at both ends are
  // left out, because they depend on neighbouring bytes.
  for (const shift of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(shift), utf8]);
    const written = padded
      .subarray(0, padded.length - (padded.length % 3))
      .toString("base64")
      .slice(shift === 0 ? 0 : 4);
    add(`base64, ${shift} behind`, Buffer.from(written));
    add(`base64 of addresses, ${shift} behind`, Buffer.from(written.replaceAll("+", "-").replaceAll("/", "_")));
  }
  add("in capitals", Buffer.from(value.toUpperCase()));
  add("encoded in an address", Buffer.from(encodeURIComponent(value)));
  add(
    "encoded in an address, in small letters",
    Buffer.from(encodeURIComponent(value).replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())),
  );
  add("in a form", Buffer.from(new URLSearchParams({ v: value }).toString().slice(2)));
  add("in JSON", Buffer.from(JSON.stringify(value).slice(1, -1)));
  add("in JSON inside JSON", Buffer.from(JSON.stringify(JSON.stringify(value)).slice(3, -3)));
  add(
    "in JSON, in ASCII",
    Buffer.from(value.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)),
  );
  add("UTF-16LE", Buffer.from(value, "utf16le"));
  add("UTF-16BE", Buffer.from(value, "utf16le").swap16());
  add("hex", Buffer.from(utf8.toString("hex")));
  add("hex in capitals", Buffer.from(utf8.toString("hex").toUpperCase()));
  return forms;
}

/**
 * Returns where canaries were found. Every planted value contains a mark, so only data with a mark are searched in
 * detail. Values that the run itself creates count as marks.
 */
export function scan(
  places: Iterable<Place>,
  { marks, canaries }: { readonly marks: readonly string[]; readonly canaries: ReadonlyMap<string, string> },
): readonly Finding[] {
  const marked = marks.flatMap((mark) => [...formsOf(mark)]);
  const known = [...canaries].map(([canary, value]) => ({
    canary,
    forms: [...formsOf(value)],
    isMark: !marks.some((mark) => value.includes(mark)),
  }));
  const findings: Finding[] = [];
  for (const { where, bytes } of places) {
    const mark = marked.find(([, needle]) => bytes.includes(needle));
    let named = false;
    for (const { canary, forms, isMark } of known) {
      if (mark === undefined && !isMark) continue;
      const form = forms.find(([, needle]) => bytes.includes(needle))?.[0];
      if (form === undefined) continue;
      if (!isMark) named = true;
      findings.push({ where, canary, form });
    }
    if (mark !== undefined && !named) findings.push({ where, canary: "another", form: mark[0] });
  }
  return findings;
}

/**
 * Resolves with the files under a folder. Leaves out files whose place matches `except`, and files that disappear
 * before they are read. The bytes of each file begin with its place.
 */
export async function filesUnder(
  folder: string,
  options: { readonly as: string; readonly except?: RegExp },
): Promise<readonly Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places: Place[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const where = `${options.as}/${relative(folder, path)}`;
    if (options.except?.test(where) === true) continue;
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes !== undefined) places.push({ where, bytes: Buffer.concat([Buffer.from(`${where}\n`), bytes]) });
  }
  return places;
}
