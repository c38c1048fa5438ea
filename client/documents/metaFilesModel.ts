/**
 * MetaFiles. The service does not list them, so their names are kept once a person has entered them. If a call names a
 * MetaFile, the service lists its online documents, texts and keywords (document 3, "Lookups"). Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { AnswerOf, Api } from "../../api/index.ts";
import type { KeptState } from "../window/keptState.ts";
import type { At } from "../connections/documentsPlaceModel.ts";

const keptMetaFile = z.object({
  /** Key of the place in which the MetaFile was found. */
  place: z.string(),
  name: z.string(),
  /** Documents that a person named. The service lists only documents for the web. */
  documents: z.array(z.string()),
});
export type KeptMetaFile = z.output<typeof keptMetaFile>;

const key = "documents.metaFiles";

export class KeptMetaFiles {
  readonly #store: KeptState;

  constructor(store: KeptState) {
    this.#store = store;
  }

  /** The MetaFiles of a place, sorted by name. */
  of(place: string): readonly KeptMetaFile[] {
    return this.#all()
      .filter((metaFile) => metaFile.place === place)
      .sort((left, right) => left.name.localeCompare(right.name));
  }

  documentsOf(place: string, name: string): readonly string[] {
    return this.of(place).find((metaFile) => metaFile.name === name)?.documents ?? [];
  }

  /** Adds the MetaFile, or a document to it. Resolves when the change is written. */
  async put(place: string, name: string, document?: string): Promise<void> {
    const documents = [...new Set([...this.documentsOf(place, name), ...(document === undefined ? [] : [document])])];
    await this.#store.update(key, [...this.#others(place, name), { place, name, documents }]);
  }

  async forget(place: string, name: string): Promise<void> {
    await this.#store.update(key, this.#others(place, name));
  }

  #others(place: string, name: string): readonly KeptMetaFile[] {
    return this.#all().filter((metaFile) => metaFile.place !== place || metaFile.name !== name);
  }

  #all(): readonly KeptMetaFile[] {
    return z.array(keptMetaFile).safeParse(this.#store.get(key)).data ?? [];
  }
}

interface Asking {
  readonly api: Api;
  readonly at: At;
  readonly metaFile: string;
  readonly signal: AbortSignal;
}

/**
 * Returns the documents that the service lists, then the others that a person named. Rejects with ApiError, as the
 * functions below do.
 */
export async function documentsOf(
  { api, at, metaFile, signal }: Asking,
  named: readonly string[],
): Promise<readonly { readonly name: string; readonly listed: boolean }[]> {
  const listed = namesOf(
    await api.call("documents.metaFiles.onlineDocuments", { ...at, path: { metaFile } }, { signal }),
  );
  return [
    ...listed.map((name) => ({ name, listed: true })),
    ...named.filter((name) => !listed.includes(name)).map((name) => ({ name, listed: false })),
  ];
}

export async function keywordsOf({ api, at, metaFile, signal }: Asking): Promise<readonly string[]> {
  return namesOf(await api.call("documents.metaFiles.keywords", { ...at, path: { metaFile } }, { signal }));
}

export interface MetaFileText {
  readonly name: string;
  readonly text: string;
  readonly description: string;
  readonly folder: string;
  readonly keywords: readonly string[];
}

/** Returns all texts, sorted by folder and name; no filter is sent, because its shape is not documented. */
export async function textsOf({ api, at, metaFile, signal }: Asking): Promise<readonly MetaFileText[]> {
  const texts = (await api.call("documents.metaFiles.texts", { ...at, path: { metaFile }, body: {} }, { signal })).map(
    (text, index) => ({
      name: text.Name || (text.Id === null || text.Id === undefined ? l10n.t("Text {0}", index + 1) : String(text.Id)),
      text: text.Text ?? "",
      description: text.Description ?? "",
      folder: text.FolderPath ?? "",
      keywords: namesOf(text.Keywords ?? []),
    }),
  );
  return texts.sort((left, right) => left.folder.localeCompare(right.folder) || left.name.localeCompare(right.name));
}

/** Formats a text as a page. The page is read-only, because no call of the service changes a MetaFile's text. */
export function textPage(metaFile: string, { name, text, description, folder, keywords }: MetaFileText): string {
  const facts = [
    [l10n.t("MetaFile"), metaFile],
    [l10n.t("Folder"), folder],
    [l10n.t("Text"), name],
    [l10n.t("Description"), description],
    [l10n.t("Keywords"), keywords.join(", ")],
  ];
  return `${facts
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `${label}: ${value}`)
    .join("\n")}\n\n${text}\n`;
}

/** Formats what the service says about an attachment, line by line; the service does not return the file itself. */
export function attachmentPage({
  Id,
  Name,
  Group,
  Description,
  MetaLogic,
  DocumentName,
  SaveTime,
  UserID,
}: AnswerOf<"documents.attachments.find">[number]): string {
  const facts = [
    [l10n.t("Id"), Id],
    [l10n.t("Name"), Name],
    [l10n.t("Group"), Group],
    [l10n.t("Description"), Description],
    [l10n.t("Logic"), MetaLogic],
    [l10n.t("Document"), DocumentName],
    [l10n.t("Saved"), SaveTime],
    [l10n.t("Saved by"), UserID],
  ] as const;
  return facts
    .flatMap(([label, value]) =>
      value === null || value === undefined || value === ""
        ? []
        : `${label}: ${typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value)}\n`,
    )
    .join("");
}

/** Returns each name once, in the order of the answer, whether it came as a string or in an object. */
function namesOf(answer: AnswerOf<"documents.metaFiles.keywords">): readonly string[] {
  return [
    ...new Set(
      answer
        .map((each) => (typeof each === "string" ? each : (each.Name ?? each.Document ?? each.Keyword ?? "")))
        .filter((name) => name !== ""),
    ),
  ];
}
