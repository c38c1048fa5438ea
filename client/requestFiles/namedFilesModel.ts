/**
 * Reads the files that a request names, each as a whole. Files outside the workspace folder are refused. Does not
 * import `vscode`.
 */
import { dirname, resolve } from "node:path";
import * as l10n from "@vscode/l10n";
import { readFileWithin } from "../../disk/index.ts";
import { jsonMistake, largestFile, messageOf, pathMistake } from "../../language/index.ts";
import { dataAsBase64 } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import type { Unread } from "../../disk/index.ts";
import type { FilePlace } from "../../language/index.ts";

/** Both paths are absolute. */
interface Surroundings {
  /** The request file. */
  readonly request: string;
  /** The workspace folder that contains it. */
  readonly root: string;
}

/** Rejects with an error for the user; the error names the file. */
export async function readNamedFiles(
  places: readonly FilePlace[],
  operation: OperationId,
  around: Surroundings,
  { signal, largest = largestFile }: { readonly signal?: AbortSignal; readonly largest?: number } = {},
): Promise<ReadonlyMap<FilePlace, Uint8Array>> {
  const read = new Map<FilePlace, Uint8Array>();
  let left = largest;
  for (const place of places) {
    signal?.throwIfAborted();
    const name = place.name ?? "";
    const bytes = await readOne(name, around, { largest: left, signal });
    left -= bytes.length;
    if (place.isPdf && !Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-"))
      throw new Error(l10n.t("{0} is not a PDF, and only PDFs can be signed. Nothing was sent.", name));
    read.set(place, place.path.at(-1) === "DataAsBase64" ? checkedData(bytes, name, operation) : bytes);
  }
  return read;
}

async function readOne(
  name: string,
  { request, root }: Surroundings,
  limits: { readonly largest: number; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  const mistake = pathMistake(name);
  if (mistake !== null)
    throw new Error(
      l10n.t("{0} cannot be sent. {1} Nothing was sent.", name === "" ? l10n.t("A file") : name, mistake),
    );
  const path = resolve(dirname(request), name);
  const bytes = await readFileWithin(path, { root, ...limits }).catch((cause: NodeJS.ErrnoException) => {
    limits.signal?.throwIfAborted();
    throw new Error(l10n.t("{0} cannot be read ({1}). Nothing was sent.", name, cause.code ?? cause.message), {
      cause,
    });
  });
  if (typeof bytes === "string") throw new Error(whyUnread(bytes, name));
  if (bytes.length === 0) throw new Error(l10n.t("{0} is empty. Nothing was sent.", name));
  return bytes;
}

function whyUnread(why: Unread, name: string): string {
  switch (why) {
    case "outside":
      return l10n.t(
        "{0} is outside the workspace folder, or is a link to something outside it. Only files of the workspace can be sent. Nothing was sent.",
        name,
      );
    case "irregular":
      return l10n.t("{0} is not a file. Nothing was sent.", name);
    case "large":
      return l10n.t(
        "{0} is too large: the files of a request may be at most {1} MB together. Nothing was sent.",
        name,
        largestFile / 1024 / 1024,
      );
  }
}

/**
 * Returns document data in the form that the service takes: XML with the root element Data, or JSON for the call that
 * takes JSON.
 */
function checkedData(bytes: Uint8Array, name: string, operation: OperationId): Uint8Array {
  const refused = (why: string, cause: unknown): Error =>
    new Error(l10n.t("The service does not accept the data in {0}. {1} Nothing was sent.", name, why), { cause });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refused(l10n.t("The file is not UTF-8 text."), cause);
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
    throw refused(messageOf(cause), cause);
  }
}
