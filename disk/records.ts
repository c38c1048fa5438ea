/** Records of ours, one in each JSON file of a folder. */
import { readJsonFiles } from "./durableFile.ts";

/** undefined for what is no JSON, or not what `read` takes: somebody else wrote it, or it is half there. */
export function readRecord<Item>(json: string, read: (value: unknown) => Item | undefined): Item | undefined {
  try {
    return read(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** In no order. The folder need not be there. The paths of what cannot be read are named, and it is left alone. */
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
