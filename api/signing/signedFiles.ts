/** Reads the signed files and proofs of an order. Their format is not documented. */
import type { File } from "../http/client.ts";
import { parseJson, readText } from "../http/decode.ts";
import { isObject } from "../operations/schema.ts";

/** `name` is for display, never a path. */
export interface SignedFile {
  readonly name: string | undefined;
  readonly bytes: Uint8Array;
}

/**
 * Returns the files of a JSON list, each decoded from base64. Any other answer counts as one file: a PDF, or an archive
 * of several files. Undefined if the answer holds no file.
 */
export function signedFilesOf({ bytes, contentType, name }: File): readonly SignedFile[] | undefined {
  if (!/[/+]json$/.test(contentType ?? "")) return bytes.length === 0 ? undefined : [{ name, bytes }];
  const value = parseJson(readText(bytes) ?? "")?.value;
  const list: unknown = isObject(value) && Array.isArray(value["data"]) ? value["data"] : value;
  const files = (Array.isArray(list) ? (list as readonly unknown[]) : [list]).flatMap((entry) => {
    const content = isObject(entry) ? entry["fileContent"] : undefined;
    return isObject(entry) && typeof content === "string" && content !== ""
      ? [
          {
            name: typeof entry["name"] === "string" ? entry["name"] : undefined,
            bytes: new Uint8Array(Buffer.from(content, "base64")),
          },
        ]
      : [];
  });
  return files.length === 0 ? undefined : files;
}
