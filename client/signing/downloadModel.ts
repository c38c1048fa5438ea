/** Names, ids and checks for downloads from an order. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { hasSignedFiles, isObject } from "../../api/index.ts";
import type { SignedFile, SigningOrder } from "../../api/index.ts";
import { fileWord } from "../window/fileName.ts";
import { orderName, statusOf } from "../records/signingOrderModel.ts";
import type { Signatory } from "../records/signingOrderModel.ts";

/**
 * Returns the reason why the order cannot have signed files; undefined if it can have them, or if the service does not
 * say.
 */
export function whyNoSignedFiles(order: SigningOrder): string | undefined {
  return hasSignedFiles(order) === "no"
    ? l10n.t(
        "{0} has no signed files. The order is {1}, and only a completed order has signed files.",
        orderName(order),
        statusOf(order),
      )
    : undefined;
}

/**
 * Returns a safe file name for each file, because the service's own name may be anything. All names differ, ignoring
 * letter case.
 */
export function namesFor(files: readonly SignedFile[], otherwise: string): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ name, bytes }, index) => {
    const extension = extensionOf(bytes);
    const wanted =
      fileWord((name ?? "").replace(/\.[a-z0-9]{1,5}$/i, "")) ||
      `${fileWord(otherwise) || "order"}${files.length > 1 ? ` ${index + 1}` : ""}`;
    let free = `${wanted}${extension}`;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${wanted} ${number}${extension}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Returns the extension according to the file's content, not according to its name. */
export function extensionOf(bytes: Uint8Array): ".pdf" | ".zip" | ".xml" | ".bin" {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (start.includes("%PDF-")) return ".pdf";
  if (start.startsWith("PK\u0003\u0004")) return ".zip";
  return /^(\u00ef\u00bb\u00bf)?\s*</.test(start) ? ".xml" : ".bin";
}

/**
 * The documents do not say where the id of a signature is, so this returns what the answer has under the names below.
 * If the list is empty, the person types the id.
 */
export function signatureIds(signatory: Signatory): readonly string[] {
  const shown: readonly unknown[] = [
    signatory["signatureId"],
    ...listOf(signatory["signatureIds"]),
    ...listOf(signatory["signatures"]).map((each) => (isObject(each) ? each["id"] : each)),
  ];
  return [...new Set(shown.filter((id): id is string => typeof id === "string" && id !== ""))];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
