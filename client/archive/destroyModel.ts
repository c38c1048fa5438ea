/** Rolling back and deleting in the archive: what is known beforehand, said in whole sentences, and what is left afterwards. Knows no `vscode`. */
import { deleteSentence, whatIsLeft, type ArchiveDownload, type Environment, type Left, type RollbackPlan, type Version, type Versions } from "../../api/index.ts";
import { quoted } from "../plainText.ts";
import { versionInWords, type ArchiveDocument } from "./documentModel.ts";

/** The oldest first, as the api room counts them. */
export function asVersions({ versions, missing }: ArchiveDocument): Versions {
  return { known: versions.toReversed(), missing };
}

/** `versions 2 and 3`. */
export function numbersOf(versions: readonly Version[]): string {
  const numbers = versions.map(({ version }) => version ?? "without a number");
  if (numbers.length === 1) return `version ${numbers[0]}`;
  return `versions ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** What a person reads before a rollback (T135). `copies`: the folder in which the versions that go are kept. */
export function rollbackWords(document: ArchiveDocument, { backTo, removes, removesOthers }: RollbackPlan, { copies }: { readonly copies: string }): { readonly question: string; readonly consequences: readonly string[] } {
  const newest = document.versions[0];
  return {
    question: `Return ${quoted(document.fileName)} from ${newest ? versionInWords(newest) : "its newest version"} to ${versionInWords(backTo)}?`,
    consequences: [
      `Now ${newest ? versionInWords(newest) : "another one"} is the newest; afterwards it is ${versionInWords(backTo)}.`,
      `Removed for good: ${numbersOf(removes)}.`,
      ...(removesOthers === true ? ["The service counts more versions than it names. Those that are newer go too, and no copy of them could be made."] : []),
      ...(removesOthers === undefined ? ["Whether there are more versions than the service names is not known. Those that are newer go too, and no copy of them could be made."] : []),
      `Copies of what is removed are in ${copies}. They are deleted again where nothing is removed.`,
      "The archive takes no version back: a copy can only be stored as a new version.",
    ],
  };
}

/** What a person reads before a document is deleted (T136). `copies`: the folder in which they are kept; undefined where none were wanted. */
export function deleteWords(document: ArchiveDocument, { copies }: { readonly copies: string | undefined }): { readonly question: string; readonly consequences: readonly string[] } {
  return {
    question: `Delete ${quoted(document.fileName)} from the archive?`,
    consequences: [
      deleteSentence(asVersions(document)), `Known: ${numbersOf(document.versions.toReversed())}.`,
      "What is removed cannot be brought back.", copies === undefined ? "No copy was made." : `Copies are in ${copies}.`,
    ],
  };
}

/** Looks which versions are left, and says it: neither a rollback's nor a delete's answer tells. Rejects with ApiError where the person ends it. */
export async function leftWords(call: ArchiveDownload, document: ArchiveDocument, environment: Environment, { signal }: { readonly signal: AbortSignal }): Promise<{ readonly left: Left; readonly sentence: string }> {
  const left = await whatIsLeft(call, document.versions.toReversed(), { environment, signal });
  return { left, sentence: sentenceOf(left, document, environment) };
}

export function sentenceOf({ there, gone, unknown }: Left, { fileName, missing }: ArchiveDocument, environment: Environment): string {
  const parts = [
    ...(gone.length > 0 ? [`gone: ${numbersOf(gone)}`] : []), ...(there.length > 0 ? [`still there: ${numbersOf(there)}`] : []), ...(unknown.length > 0 ? [`could not be looked at: ${numbersOf(unknown)}`] : []),
  ];
  return `Looked at each version of ${quoted(fileName)} in ${environment}: ${parts.join("; ")}.${missing === 0 ? "" : " Of versions that the service does not name, nothing is known."}`;
}

/** A name for a copy: its version's number first, so that a folder of them is in order. */
export function copyName({ version }: Version, cleanName: string): string {
  return `${version === undefined ? "version" : `version ${version}`} - ${cleanName}`;
}
