/** Records of this extension, one in each JSON file of a folder. */
import { readJsonFiles } from "./durableFile.ts";

/**
 * Reads one record. Returns undefined if the text is not valid JSON, or if `read` refuses the value. In these cases,
 * another program wrote the file, or the file is half written.
 */
export function readRecord<Item>(json: string, read: (value: unknown) => Item | undefined): Item | undefined {
  try {
    return read(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/**
 * Reads the records in no particular order. The folder need not exist. Files that cannot be read are reported by path,
 * and left alone.
 */
export async function readRecords<Item>(
  folder: string,
  read: (value: unknown, name: string) => Item | undefined,
): Promise<{ readonly records: readonly Item[]; readonly unreadable: readonly string[] }> {
  const [records, unreadable]: readonly [Item[], string[]] = [[], []];
  for (const { name, path, json } of await readJsonFiles(folder)) {
    const record = json === undefined ? undefined : readRecord(json, (value) => read(value, name));
    if (record === undefined) unreadable.push(path);
    else records.push(record);
  }
  return { records, unreadable };
}
