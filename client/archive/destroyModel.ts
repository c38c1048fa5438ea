/**
 * The sentences that are shown before a document of the archive is rolled back or deleted, and those that say
 * afterwards what is left. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { deleteSentence, whatIsLeft } from "../../api/index.ts";
import type { ArchiveDownload, Environment, Left, RollbackPlan, Version, Versions } from "../../api/index.ts";
import { quoted } from "../../language/index.ts";
import { isKnownByIdAlone, versionInWords } from "../records/archiveDocumentModel.ts";
import type { ArchiveDocument } from "../records/archiveDocumentModel.ts";

/** Returns the versions oldest first, as the api room expects them. */
export function asVersions({ versions, missing }: ArchiveDocument): Versions {
  return { known: versions.toReversed(), missing };
}

/** `versions 2 and 3`. */
export function numbersOf(versions: readonly Version[]): string {
  const numbers = versions.map(({ version }) => version ?? l10n.t("without a number"));
  if (numbers.length === 1) return l10n.t("version {0}", numbers[0] ?? "");
  return l10n.t("versions {0} and {1}", numbers.slice(0, -1).join(", "), numbers.at(-1) ?? "");
}

/** The words of the rollback dialog (T135). `copies`: the folder with copies of the versions that will be removed. */
export function rollbackWords(
  document: ArchiveDocument,
  { backTo, removes, removesOthers }: RollbackPlan,
  { copies }: { readonly copies: string },
): { readonly question: string; readonly consequences: readonly string[] } {
  const newest = document.versions[0];
  return {
    question: newest
      ? l10n.t("Return {0} from {1} to {2}?", quoted(document.fileName), versionInWords(newest), versionInWords(backTo))
      : l10n.t("Return {0} from its newest version to {1}?", quoted(document.fileName), versionInWords(backTo)),
    consequences: [
      newest
        ? l10n.t(
            "Now {0} is the newest. Afterwards, {1} will be the newest.",
            versionInWords(newest),
            versionInWords(backTo),
          )
        : l10n.t("Now another version is the newest. Afterwards, {0} will be the newest.", versionInWords(backTo)),
      l10n.t("Will be removed for good: {0}.", numbersOf(removes)),
      ...(removesOthers === true
        ? [
            l10n.t(
              "The service counts more versions than it lists. An unlisted version that is newer than the one you return to is removed too, and you get no copy of it.",
            ),
          ]
        : []),
      ...(removesOthers === undefined
        ? [
            l10n.t(
              "There may be versions that the service does not list. If one of them is newer than the one you return to, it is removed too, and you get no copy of it.",
            ),
          ]
        : []),
      l10n.t(
        "Copies of the versions that will be removed are in {0}. If no version is removed after all, the copies are deleted.",
        copies,
      ),
      l10n.t("The archive cannot take a removed version back: you can only store its copy as a new version."),
    ],
  };
}

/**
 * The words of the deletion dialog (T136). `copies`: the folder with the copies; undefined if the person chose none.
 */
export function deleteWords(
  document: ArchiveDocument,
  { copies }: { readonly copies: string | undefined },
): { readonly question: string; readonly consequences: readonly string[] } {
  return {
    question: l10n.t("Delete {0} from the archive?", quoted(document.fileName)),
    consequences: [
      ...(isKnownByIdAlone(document)
        ? [
            l10n.t(
              "You entered only the document's id, and nothing else is known about the document. Open the document before you delete it, to see which one it is.",
            ),
          ]
        : []),
      deleteSentence(asVersions(document)),
      l10n.t("Known: {0}.", numbersOf(document.versions.toReversed())),
      l10n.t("What is removed cannot be brought back."),
      copies === undefined ? l10n.t("No copy was made.") : l10n.t("Copies are in {0}.", copies),
    ],
  };
}

/**
 * Checks which versions are left, because the service's answer to a rollback or a deletion does not list them. Returns
 * what it found, and a sentence about it for the person. Rejects with ApiError if the person cancels.
 */
export async function leftWords(
  call: ArchiveDownload,
  document: ArchiveDocument,
  environment: Environment,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly left: Left; readonly sentence: string }> {
  const left = await whatIsLeft(call, document.versions.toReversed(), { environment, signal });
  return { left, sentence: sentenceOf(left, document, environment) };
}

/** Resolves with whether the service still has all of these versions; false if that is not certain. */
export async function areStillThere(
  call: ArchiveDownload,
  versions: readonly Version[],
  options: { readonly environment: Environment; readonly signal: AbortSignal },
): Promise<boolean> {
  return whatIsLeft(call, versions, options).then(
    ({ there }) => there.length === versions.length,
    () => false,
  );
}

function sentenceOf(
  { there, gone, unknown }: Left,
  { fileName, missing }: ArchiveDocument,
  environment: Environment,
): string {
  const parts = [
    ...(gone.length > 0 ? [l10n.t("gone: {0}", numbersOf(gone))] : []),
    ...(there.length > 0 ? [l10n.t("still there: {0}", numbersOf(there))] : []),
    ...(unknown.length > 0 ? [l10n.t("could not be checked: {0}", numbersOf(unknown))] : []),
  ];
  const looked = l10n.t("Checked each version of {0} in {1}: {2}.", quoted(fileName), environment, parts.join("; "));
  return missing === 0
    ? looked
    : `${looked} ${l10n.t("Nothing is known about versions that the service does not list.")}`;
}

/** Names a copy, version number first, so that a folder of copies sorts by version. */
export function copyName({ version }: Version, cleanName: string): string {
  return `${version === undefined ? l10n.t("version") : l10n.t("version {0}", version)} - ${cleanName}`;
}
