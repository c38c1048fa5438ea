/**
 * How the company's digital signing is set up, as far as the service's answer can be read: the documents name the parts
 * of the answer, but do not describe their shape. Does not use `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { foldersOf, orderAvailability } from "../../api/index.ts";
import type { AnswerOf, ListedFolder } from "../../api/index.ts";
import { brief, visible } from "../../language/index.ts";
import { languages } from "./startOrderModel.ts";
import type { Language } from "./startOrderModel.ts";

type Initial = AnswerOf<"signing.initialData">;

/** A property is undefined if the service does not return it, or returns it in an unknown shape. */
export interface Setup {
  /** Archive folders that accept signed documents. */
  readonly folders: readonly ListedFolder[] | undefined;
  /** The documented languages that the service offers. */
  readonly languages: ReadonlySet<string> | undefined;
  readonly provider: string | undefined;
  readonly archive: string | undefined;
}

export function setupOf({ availableFolders, languages: offered, providerType, archiveType }: Initial): Setup {
  const listed = Array.isArray(offered) ? (offered as readonly unknown[]).flatMap(languageIn) : [];
  return {
    folders: Array.isArray(availableFolders)
      ? foldersOf({ colunms: [], folders: availableFolders as unknown[] })
      : undefined,
    languages: listed.length === 0 ? undefined : new Set(listed),
    provider: typeWords(providerType),
    archive: typeWords(archiveType),
  };
}

/** Reads a code, or an object that contains one. */
function languageIn(said: unknown): readonly Language[] {
  const texts =
    typeof said === "string"
      ? [said]
      : typeof said === "object" && said !== null
        ? Object.values(said).filter((value) => typeof value === "string")
        : [];
  const code = languages.find((each) => texts.some((text) => text.toLowerCase() === each));
  return code === undefined ? [] : [code];
}

function typeWords(type: unknown): string | undefined {
  if (type === null || type === undefined || type === "") return undefined;
  return brief(typeof type === "string" || typeof type === "number" ? String(type) : JSON.stringify(type));
}

/** Names a folder by its path or, if it has none, by its id. */
export function folderWords({ folderId, folderPath }: ListedFolder): string {
  return visible(folderPath ?? folderId ?? "");
}

/** Formats the setup as a page, followed by the raw answer. */
export function setupPage(initial: Initial, connection: string): string {
  const { folders, languages: offered, provider, archive } = setupOf(initial);
  const notSaid = l10n.t("not stated");
  const listed = folders?.map(
    (folder) =>
      `  ${folderWords(folder)}${folder.folderId === undefined || folder.folderId === folderWords(folder) ? "" : ` (${visible(folder.folderId)})`}`,
  );
  return [
    l10n.t("Digital signing of {0}", connection),
    orderAvailability(initial).words,
    "",
    l10n.t("Signing provider: {0}", provider ?? notSaid),
    l10n.t("Archive: {0}", archive ?? notSaid),
    l10n.t("Languages: {0}", offered === undefined ? notSaid : [...offered].join(", ")),
    ...(listed === undefined
      ? [l10n.t("Archive folders for signed documents: {0}", notSaid)]
      : listed.length === 0
        ? [l10n.t("The service lists no archive folder for signed documents.")]
        : [l10n.t("Archive folders for signed documents, with their ids:"), ...listed]),
    "",
    l10n.t("The service's answer:"),
    JSON.stringify(initial, undefined, 2),
    "",
  ].join("\n");
}
