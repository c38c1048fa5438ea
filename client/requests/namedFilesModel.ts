/** Reads the files that a request names: files of the workspace folder alone, whole, and only where the operation takes them. Without VS Code. */
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import * as l10n from "@vscode/l10n";
import { dataAsBase64, type OperationId } from "../../api/index.ts";
import { placeOf } from "../../disk/index.ts";
import { jsonMistake, largestFile, pathMistake, type FilePlace } from "../../language/index.ts";

/** Both absolute. */
export interface Surroundings {
  /** The request file. */
  readonly request: string;
  /** The workspace folder that it lies in. */
  readonly root: string;
}

/** Rejects with an error for people, which names the file. */
export async function readNamedFiles(
  places: readonly FilePlace[], operation: OperationId, around: Surroundings, { signal, largest = largestFile }: { readonly signal?: AbortSignal; readonly largest?: number } = {},
): Promise<ReadonlyMap<FilePlace, Uint8Array>> {
  const read = new Map<FilePlace, Uint8Array>();
  let left = largest;
  for (const place of places) {
    signal?.throwIfAborted();
    const name = place.name ?? "";
    const bytes = await readOne(name, around, { largest: left });
    left -= bytes.length;
    if (place.isPdf && !Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-")) throw new Error(l10n.t("{0} is no PDF, and only PDFs can be signed. Nothing was sent.", name));
    read.set(place, place.path.at(-1) === "DataAsBase64" ? checkedData(bytes, name, operation) : bytes);
  }
  return read;
}

async function readOne(name: string, { request, root }: Surroundings, { largest }: { readonly largest: number }): Promise<Uint8Array> {
  const mistake = pathMistake(name);
  if (mistake !== null) throw new Error(l10n.t("{0} cannot be sent. {1} Nothing was sent.", name === "" ? l10n.t("A file") : name, mistake));
  const [folder, file] = await Promise.all([realpath(root), realpath(resolve(dirname(request), name))]).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(l10n.t("{0} cannot be read ({1}). Nothing was sent.", name, cause.code ?? cause.message), { cause });
  });
  const outside = (): Error => new Error(l10n.t("{0} lies outside of the workspace folder, itself or what it is a link to. Only files of the workspace are sent. Nothing was sent.", name));
  if (!isInside(root, resolve(dirname(request), name)) || !isInside(folder, file)) throw outside();
  // A link that took the file's place meanwhile is not followed, and a pipe is not waited for.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(l10n.t("{0} cannot be read ({1}). Nothing was sent.", name, cause.code ?? cause.message), { cause });
  });
  try {
    // Nor is one that took the place of a folder on the way.
    if (!isInside(folder, await placeOf(handle, file).catch(() => undefined) ?? folder)) throw outside();
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(l10n.t("{0} is no file. Nothing was sent.", name));
    if (stats.size === 0) throw new Error(l10n.t("{0} is empty. Nothing was sent.", name));
    if (stats.size > largest) throw new Error(l10n.t("{0} is too large: the files of a request have {1} MB together at most. Nothing was sent.", name, largestFile / 1024 / 1024));
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function isInside(root: string, file: string): boolean {
  const inside = relative(root, file);
  return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
}

/** Document data as the service takes them: XML with the root element Data, or JSON where the call is its twin for JSON. */
function checkedData(bytes: Uint8Array, name: string, operation: OperationId): Uint8Array {
  const refused = (why: string, cause: unknown): Error => new Error(l10n.t("{0} does not hold data that the service takes: {1} Nothing was sent.", name, why), { cause });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refused(l10n.t("It is not UTF-8 text."), cause);
  }
  if (operation.endsWith("Json")) {
    try {
      JSON.parse(text);
    } catch (cause) {
      throw refused(jsonMistake(text), cause);
    }
    return Buffer.from(text, "utf8");
  }
  try {
    return Buffer.from(dataAsBase64({ xml: text }), "base64");
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : String(cause), cause);
  }
}
