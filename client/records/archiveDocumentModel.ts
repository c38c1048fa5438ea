/** Documents of the archive with their versions, as the view shows them. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { searchFields, typeInWords, versionsOf } from "../../api/index.ts";
import type { Environment, File, ListedDocument, SearchColumn, Version } from "../../api/index.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import type { Row } from "../window/rowModel.ts";

/**
 * Where a document is stored. Every action on it goes there, even if the window has since switched to another place.
 */
export interface Place extends Owner {
  readonly environment: Environment;
}

export interface StoredVersion extends Version {
  readonly fileName: string;
  /** The time as the service writes it. */
  readonly stored: string | undefined;
  readonly who: string | undefined;
}

export interface ArchiveDocument {
  /** What the service lists about the document's newest version. */
  readonly listed: ListedDocument;
  readonly fileName: string;
  /** Newest first; at least one. */
  readonly versions: readonly StoredVersion[];
  /** The number of further versions whose ids are not known; undefined if the service does not say. */
  readonly missing: number | undefined;
}

export type ArchiveNode =
  | { readonly kind: "document"; readonly place: Place; readonly document: ArchiveDocument }
  | {
      readonly kind: "version";
      readonly place: Place;
      readonly document: ArchiveDocument;
      readonly version: StoredVersion;
    }
  /** Versions that the service counts but does not name. */
  | { readonly kind: "unnamed"; readonly place: Place; readonly document: ArchiveDocument; readonly count: number }
  | { readonly kind: "more" };

export type DocumentNode = Extract<ArchiveNode, { kind: "document" }>;
export type VersionNode = Extract<ArchiveNode, { kind: "version" }>;

/**
 * Groups the rows of a list into archived documents, newest first. It is not documented whether a row is a document or
 * a version of one.
 */
export function documentsOf(rows: readonly ListedDocument[]): readonly ArchiveDocument[] {
  const groups: ListedDocument[][] = [];
  const groupOf = new Map<string, ListedDocument[]>();
  for (const row of rows) {
    const ids = versionsOf(row).known.map(({ id }) => id);
    let group = ids.map((id) => groupOf.get(id)).find((found) => found !== undefined);
    if (group === undefined) groups.push((group = []));
    group.push(row);
    for (const id of ids) groupOf.set(id, group);
  }
  return groups.map(documentOf);
}

function documentOf(rows: readonly ListedDocument[]): ArchiveDocument {
  const [listed, ...older] = rows.toSorted((left, right) => (right.version ?? 0) - (left.version ?? 0));
  if (listed === undefined) throw new Error(l10n.t("A document of the archive has no entry in the list."));
  const { known, missing } = versionsOf(listed);
  const facts = new Map([...older, listed].flatMap((row) => [...entriesOf(row), [row.id, row] as const]));
  const fileName = listed.fileName ?? l10n.t("without a name");
  const versions = known.toReversed().map((version) => {
    const said = facts.get(version.id) ?? {};
    return {
      ...version,
      fileName: textNamed(said, /^(file)?name$/i) ?? fileName,
      stored: dateIn(said),
      who: textNamed(said, /(by|user|userName)$/i),
    };
  });
  return { listed, fileName, versions, missing };
}

/**
 * Returns a document of which only the id is known. If the service is asked for a document by its id, it returns only
 * the file.
 */
export function documentById(id: string): ArchiveDocument {
  return {
    listed: { id },
    fileName: id,
    versions: [{ id, version: undefined, fileName: id, stored: undefined, who: undefined }],
    missing: undefined,
  };
}

/** Returns whether only the document's id is known: a listed document always has more than its id. */
export function isKnownByIdAlone({ listed }: ArchiveDocument): boolean {
  return Object.keys(listed).length === 1;
}

/** Returns the version with this id: the one shown in this place, or a version of which only the id is known. */
export function nodeById(shown: readonly DocumentNode[], place: Place, id: string): VersionNode {
  for (const node of shown) {
    const version =
      node.place.identity === place.identity && node.place.environment === place.environment
        ? node.document.versions.find((each) => each.id === id)
        : undefined;
    if (version !== undefined) return { ...node, kind: "version", version };
  }
  const version: StoredVersion = { id, version: undefined, fileName: id, stored: undefined, who: undefined };
  return { kind: "version", place, document: documentById(id), version };
}

/** Returns the node with the file name from the service, if only its id was known. */
export function withFileName(node: VersionNode, { name }: Pick<File, "name">): VersionNode {
  return isKnownByIdAlone(node.document) && name
    ? { ...node, document: { ...node.document, fileName: name }, version: { ...node.version, fileName: name } }
    : node;
}

/** Returns what a listed document says about its other versions, with their ids. */
function entriesOf({ documentVersions }: ListedDocument): readonly (readonly [string, object])[] {
  if (!Array.isArray(documentVersions)) return [];
  return (documentVersions as readonly unknown[]).flatMap((entry) => {
    if (typeof entry !== "object" || entry === null) return [];
    const id = textNamed(entry, /^id$/i) ?? textNamed(entry, /^storedDocumentId$/i);
    return id === undefined ? [] : [[id, entry] as const];
  });
}

function textNamed(said: object, name: RegExp): string | undefined {
  return Object.entries(said).find(
    ([key, value]) => name.test(key) && typeof value === "string" && value !== "",
  )?.[1] as string | undefined;
}

/**
 * Returns when the document was stored. The API documents say that there are dates, but do not name the fields, so the
 * field is guessed by its name and value.
 */
export function dateIn(said: object): string | undefined {
  const dates = Object.entries(said).filter(
    ([key, value]) =>
      /date|time|created|stored/i.test(key) &&
      typeof value === "string" &&
      iso.test(value) &&
      !Number.isNaN(timeOf(value)),
  );
  return (dates.find(([key]) => /created|stored/i.test(key)) ?? dates[0])?.[1] as string | undefined;
}

const iso = /^\d{4}-\d\d-\d\d(T|$)/;
const zoned = /T.*(Z|[+-]\d\d:?\d\d)$/i;

/** Returns milliseconds. If the service writes no time zone, UTC is assumed. */
export function timeOf(written: string): number {
  return Date.parse(zoned.test(written) || !written.includes("T") ? written : `${written}Z`);
}

export function hasZone(written: string): boolean {
  return zoned.test(written);
}

/** Returns the time in the reader's own time zone. */
export function timeInWords(written: string, show: (date: Date) => string = (date) => date.toLocaleString()): string {
  return hasZone(written)
    ? show(new Date(timeOf(written)))
    : l10n.t("{0} (read as UTC, because the service gives no time zone)", show(new Date(timeOf(written))));
}

/** Returns `version 3` if the service numbers the version. */
export function versionInWords({ version }: Version): string {
  return version === undefined ? l10n.t("version without a number") : l10n.t("version {0}", version);
}

/** Returns the name that the service's application uses for the type. An undocumented type is returned unchanged. */
export function typeWords(type: number | null | undefined): string {
  const words = typeInWords(type);
  return { ordinary: l10n.t("ordinary"), "digitally signed": l10n.t("digitally signed") }[words] ?? words;
}

export function countInWords({ versions, missing }: ArchiveDocument): string {
  const count = versions.length + (missing ?? 0);
  return missing === undefined
    ? oneOrMany(count, l10n.t("1 version known"), l10n.t("{0} versions known", count))
    : oneOrMany(count, l10n.t("1 version"), l10n.t("{0} versions", count));
}

export function rowOf(node: ArchiveNode, columns: readonly SearchColumn[] = [], show?: (date: Date) => string): Row {
  switch (node.kind) {
    case "document":
      return documentRow(node, columns, show);
    case "version":
      return versionRow(node, show);
    case "unnamed": {
      const label = oneOrMany(node.count, l10n.t("1 more version"), l10n.t("{0} more versions", node.count));
      const tooltip = l10n.t(
        "The service counts these but does not list them. You cannot open them, and you cannot keep a copy of them before they are removed.",
      );
      return {
        id: `${idOf(node.document, node.place)} unnamed`,
        label,
        description: l10n.t("not listed by the service"),
        tooltip,
        icon: "question",
        context: "archiveUnnamed",
        spoken: l10n.t("{0}, not listed by the service", label),
        expandable: false,
      };
    }
    case "more":
      return {
        id: "more",
        label: l10n.t("Load more…"),
        description: "",
        tooltip: l10n.t("This asks the service for older documents. How many it can return is not documented."),
        icon: "ellipsis",
        context: "archiveMore",
        spoken: l10n.t("Load more documents"),
        expandable: false,
      };
  }
}

function documentRow(
  { place, document }: Extract<ArchiveNode, { kind: "document" }>,
  columns: readonly SearchColumn[],
  show?: (date: Date) => string,
): Row {
  const {
    listed,
    fileName,
    versions: [newest],
  } = document;
  const folder = listed.folderPath ?? listed.folderId ?? "";
  const when = newest?.stored === undefined ? "" : timeInWords(newest.stored, show);
  const label = visible(fileName);
  const description = [visible(folder), when, countInWords(document)].filter((part) => part !== "").join(" · ");
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [l10n.t("Environment"), place.environment],
    [l10n.t("Folder"), folder],
    [l10n.t("Type"), typeWords(listed.type)],
    [l10n.t("Newest"), newest && `${versionInWords(newest)}${when === "" ? "" : `, ${when}`}`],
    ...searchFields.map(
      (field) => [columns.find((column) => column.field === field)?.title ?? field, listed[field]] as const,
    ),
    [l10n.t("Smartform"), listed.smartformId],
    [l10n.t("Form"), listed.dialogId],
    [l10n.t("Id"), listed.id],
  ];
  return {
    id: idOf(document, place),
    label,
    description,
    icon: /\.pdf$/i.test(fileName) ? "file-pdf" : "file",
    context: "archiveDocument",
    expandable: true,
    tooltip: [label, ...facts.flatMap(([name, value]) => (value ? [`${visible(name)}: ${visible(value)}`] : []))].join(
      "\n",
    ),
    spoken: l10n.t("Document {0}, {1}", label, description),
  };
}

function versionRow(
  { place, document, version }: Extract<ArchiveNode, { kind: "version" }>,
  show?: (date: Date) => string,
): Row {
  const label =
    version.version === undefined ? l10n.t("Version without a number") : l10n.t("Version {0}", version.version);
  const when = version.stored === undefined ? "" : timeInWords(version.stored, show);
  const name = version.fileName === document.fileName ? "" : version.fileName;
  const description = [when, version.who ?? "", name]
    .filter((part) => part !== "")
    .map(visible)
    .join(" · ");
  const isNewest = document.versions[0]?.id === version.id;
  return {
    id: `${idOf(document, place)} ${version.id}`,
    label,
    description,
    icon: isNewest ? "circle-filled" : "history",
    context: isNewest ? "archiveVersion newest" : "archiveVersion earlier",
    expandable: false,
    tooltip: [
      l10n.t("{0} of {1}", label, visible(document.fileName)),
      ...(when === "" ? [] : [l10n.t("Stored {0}", when)]),
      ...(version.who === undefined ? [] : [l10n.t("By {0}", visible(version.who))]),
      l10n.t("File {0}", visible(version.fileName)),
      l10n.t("Environment: {0}", place.environment),
      l10n.t("Id {0}", visible(version.id)),
    ].join("\n"),
    spoken: [label, isNewest ? l10n.t("the newest") : "", description].filter((part) => part !== "").join(", "),
  };
}

function idOf({ listed }: ArchiveDocument, { connection, environment }: Place): string {
  return `${connection} ${environment} ${listed.id}`;
}

const clicked = z.object({
  kind: z.enum(["document", "version"]),
  place: z.object({ identity: z.string(), environment: z.string() }),
  document: z.object({ listed: z.object({ id: z.string() }) }),
  version: z.object({ id: z.string() }).optional(),
});

/**
 * Returns the node that the view now shows for a clicked row; undefined if the view no longer shows that node. The view
 * may have been read again while a menu was open, so a version is found by its id, and a document by the id of the
 * version that was newest when the menu was opened. Arguments of commands may come from any extension, so nothing in
 * them is passed on.
 */
export function shownNode(shown: readonly DocumentNode[], argument: unknown): DocumentNode | VersionNode | undefined {
  const { success, data } = clicked.safeParse(argument);
  if (!success) return undefined;
  const {
    kind,
    place: { identity, environment },
    document,
    version,
  } = data;
  const wanted = kind === "version" ? version?.id : document.listed.id;
  const node = shown.find(
    ({ place, document: { versions } }) =>
      place.identity === identity && place.environment === environment && versions.some(({ id }) => id === wanted),
  );
  const named = node?.document.versions.find(({ id }) => id === wanted);
  return node === undefined || named === undefined || kind === "document"
    ? node
    : { ...node, kind: "version", version: named };
}

/** Returns the versions, newest first, followed by those that the service does not name. */
export function childrenOf(node: ArchiveNode): readonly ArchiveNode[] {
  if (node.kind !== "document") return [];
  const { place, document } = node;
  return [
    ...document.versions.map((version) => ({ kind: "version", place, document, version }) as const),
    ...(document.missing ? [{ kind: "unnamed", place, document, count: document.missing } as const] : []),
  ];
}
