/**
 * The table of a store folder. People search it by the folder's columns, and open each document as one of its stored
 * outputs.
 */
import * as l10n from "@vscode/l10n";
import { searchStore, storeColumns } from "../../../api/index.ts";
import type { StoreColumn, StoreRow } from "../../../api/index.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";
import { carryOut } from "../../calls/carryOut.ts";
import type { Session } from "../../connections/session.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import { oneOrMany, visible } from "../../../language/index.ts";
import { reach } from "../documents.ts";
import type { Documents, Reached } from "../documents.ts";
import { present, showText } from "../outputs.ts";
import type { Output } from "../outputsModel.ts";
import { groupedKey, placeWords, searchAt } from "../../connections/documentsPlaceModel.ts";
import type { Place } from "../../connections/documentsPlaceModel.ts";
import { reading } from "../../calls/reading.ts";
import type { TableSource } from "../../panels/table/source.ts";
import { window } from "../../window/window.ts";
import { changeMany, changeOne, deleteOne } from "./change.ts";
import { isKnownByIds } from "./changeModel.ts";
import { foldersOf, keepFolder } from "./folders.ts";
import {
  firstFilter,
  idsOf,
  idsText,
  mayNeedFilter,
  queryOf,
  resultColumnsOf,
  storeEmpty,
  storeFields,
  storeNote,
  storeReading,
  tableColumns,
} from "./searchModel.ts";
import { outputRow } from "../outputsModel.ts";

/** A folder of the store, as its table needs it. */
export interface StoreFolder {
  readonly documents: Documents;
  readonly place: Place;
  readonly name: string;
  readonly columns: readonly StoreColumn[];
  /**
   * A session of the connection that the table was opened on, even if the window has switched to another connection.
   */
  readonly session: () => Promise<Session>;
  /** Reads the table again. */
  readonly refresh: () => void;
}

/** HTML is available only if it was made when the document was stored (document 3, "Document store"). */
const outputs = [
  { kind: "pdf", label: "PDF", shown: "pdf", extension: "pdf", operation: "store.pdf" },
  {
    kind: "pdf-simplex",
    label: l10n.t("PDF for one-sided printing"),
    shown: "pdf",
    extension: "pdf",
    operation: "store.pdfSimplex",
  },
  { kind: "html", label: "HTML", shown: "text", extension: "html", operation: "store.html" },
  { kind: "mfdx", label: "MFDX", shown: "file", extension: "mfdx", operation: "store.mfdx" },
  {
    kind: "mfdx-simplex",
    label: l10n.t("MFDX for one-sided printing"),
    shown: "file",
    extension: "mfdx",
    operation: "store.mfdxSimplex",
  },
] as const satisfies readonly (Output & { readonly operation: string })[];

/** The values that are needed to open a stored document, from a table or by typed ids. */
type Opening = Pick<StoreFolder, "documents" | "place" | "session">;

export async function showStore(documents: Documents): Promise<void> {
  const reached = await reach(documents);
  const name = reached && (await askFolder(documents, reached));
  if (reached === undefined || name === undefined) return;
  const {
    services: { connections, tables, extension },
  } = documents;
  const { place } = reached;
  const key = storeKey(place, name);
  const open = tables.find(key);
  if (open !== undefined) return open.reveal();
  const { call } = reached.session.api;
  const { environment } = place;
  const read = await reading(
    l10n.t("Reading the store folder {0}…", visible(name)),
    async (signal) => {
      const columns = storeColumns(await call("store.folder", { ...place.at, path: { folderName: name } }, { signal }));
      const first = { environment, ...queryOf(firstFilter(columns), columns), resultColumns: resultColumnsOf(columns) };
      // A service may refuse to list everything. The table then opens with the folder's columns, says so, and waits
      // until the person enters a comparison.
      const sample = await searchStore(searchAt(place, call), { ...first, top: 50 }, { signal }).catch(
        (error: unknown) => (mayNeedFilter(error) ? undefined : Promise.reject(error as Error)),
      );
      return { columns, sample: sample?.rows ?? [] };
    },
    place,
  );
  if (read === undefined) return;
  await keepFolder(extension.globalState, place.key, name);
  const session = (): Promise<Session> => connections.session({ owner: ownerOf(reached.session) });
  const folder: StoreFolder = {
    documents,
    place,
    name,
    columns: read.columns,
    session,
    refresh: () => tables.find(key)?.refresh(),
  };
  tables.show(sourceOf(folder, { key, sample: read.sample }));
}

export function storeKey(place: Place, name: string): string {
  return `store ${groupedKey(place)} ${name}`;
}

function sourceOf(
  folder: StoreFolder,
  { key, sample }: { readonly key: string; readonly sample: readonly StoreRow[] },
): TableSource<StoreRow> {
  const { place, columns, session } = folder;
  return {
    key,
    title: l10n.t("Store folder {0} · {1}", folder.name, placeWords(place)),
    words: {
      count: (rows) => oneOrMany(rows, l10n.t("1 document"), l10n.t("{0} documents", grouped(rows))),
      none: l10n.t("No documents"),
    },
    columns: tableColumns(columns, sample),
    id: idsText,
    fields: storeFields(columns),
    filter: firstFilter(columns),
    note: storeNote,
    empty: storeEmpty,
    read: (filter) =>
      storeReading(
        searchAt(place, async (...search) => (await session()).api.call(...search)),
        { environment: place.environment, ...queryOf(filter, columns), resultColumns: resultColumnsOf(columns) },
        columns,
      ),
    open: { label: l10n.t("Open PDF"), run: (row) => openAs(folder, row, outputs[0]) },
    actions: [
      { key: "openAs", label: l10n.t("Open As…"), on: "row", run: async ({ row }) => row && pickOutput(folder, row) },
      { key: "change", label: l10n.t("Change…"), on: "row", run: async ({ row }) => row && changeOne(folder, row) },
      { key: "delete", label: l10n.t("Delete…"), on: "row", run: async ({ row }) => row && deleteOne(folder, row) },
      {
        key: "changeMany",
        label: l10n.t("Change All That Match…"),
        on: "table",
        run: ({ filter }) => changeMany(folder, queryOf(filter, columns)),
      },
    ],
  };
}

/** Returns the exact name of a store folder, chosen or typed; undefined if the person cancelled. */
export async function askFolder(
  { services: { extension } }: Documents,
  { session, place }: Reached,
): Promise<string | undefined> {
  const title = l10n.t("Store folder · {0}", placeWords(place));
  const write = async (): Promise<string | undefined> =>
    (
      await window.showInputBox({
        title,
        prompt: l10n.t(
          "Exact name of the store folder. The service does not list folders, so you enter each name once, and it is kept here.",
        ),
        ...(session.sandbox && { placeHolder: l10n.t("In the sandbox: Claims or Policies") }),
        validateInput: (text) => (text.trim() === "" ? l10n.t("Enter a value.") : undefined),
      })
    )?.trim();
  const kept = foldersOf(extension.globalState, place.key);
  if (kept.length === 0) return write();
  const other = { icon: "add", label: l10n.t("Another folder…"), name: undefined };
  const picked = await window.showQuickPick([...kept.map((name) => ({ label: visible(name), name })), other], {
    title,
  });
  return picked === other ? write() : picked?.name;
}

export async function pickOutput(folder: Opening, row: StoreRow): Promise<void> {
  const json = { label: l10n.t("The row as JSON"), description: l10n.t("as plain text, read-only"), output: undefined };
  const items = [...outputs.map(outputRow), ...(isKnownByIds(row) ? [] : [json])];
  const picked = await window.showQuickPick(items, { title: l10n.t("Stored document {0}", idsText(row)) });
  if (picked === undefined) return;
  if (picked.output !== undefined) return openAs(folder, row, picked.output);
  const { jobId, docId, columns } = row;
  await showText(
    folder.documents.sides,
    `${JSON.stringify({ JobId: jobId, DocId: docId, Columns: Object.fromEntries(columns) }, undefined, 2)}\n`,
    `stored-${jobId ?? "row"}-${docId ?? ""}.json`,
  );
}

async function openAs(
  { documents, place, session }: Opening,
  row: StoreRow,
  output: (typeof outputs)[number],
): Promise<void> {
  const path = idsOf(row);
  const make = async (signal?: AbortSignal) =>
    carryOut({
      session: await session(),
      operation: output.operation,
      request: { ...place.at, path },
      ...(signal && { signal }),
    });
  await present(documents, output, {
    key: `${groupedKey(place)} stored ${idsText(row)} ${output.kind}`,
    place,
    name: l10n.t("Stored document {0}", `${path.jobid}-${path.docid}`),
    make,
  });
}
