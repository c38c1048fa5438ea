/**
 * The connected viewer archive as a table: its schemas, searches with any search model, download, upload, and changes
 * of metadata by JSON patch.
 */
import * as l10n from "@vscode/l10n";
import { basename } from "node:path/posix";
import * as vscode from "vscode";
import { messageOf, oneOrMany, visible } from "../../../language/index.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";
import { carryOut } from "../../calls/carryOut.ts";
import type { Session } from "../../connections/session.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { reach } from "../documents.ts";
import type { Documents, Reached } from "../documents.ts";
import { saveAndSay, showText } from "../outputs.ts";
import { groupedKey, placeWords } from "../../connections/documentsPlaceModel.ts";
import type { At } from "../../connections/documentsPlaceModel.ts";
import { readToSend } from "../../window/readFile.ts";
import { reading } from "../../calls/reading.ts";
import type { TableSource } from "../../panels/table/source.ts";
import { window } from "../../window/window.ts";
import { mayNeedFilter } from "./searchModel.ts";
import {
  modelOf,
  modelProblem,
  patchFile,
  schemaNames,
  uploadOf,
  uploadedWords,
  viewerColumns,
  viewerEmpty,
  viewerFileName,
  viewerId,
  viewerNote,
  viewerReading,
  viewerRows,
} from "./viewerModel.ts";
import type { ViewerRow } from "./viewerModel.ts";

interface Viewer {
  readonly documents: Documents;
  readonly owner: Owner;
  readonly session: () => Promise<Session>;
  readonly at: At;
  readonly schema: string;
  readonly userId: string;
  readonly refresh: () => void;
}

/** Returns the command. It asks for the user name every time; until the window closes, the last name is suggested. */
export function viewerCommand(documents: Documents): () => Promise<void> {
  let lastUser = "";
  return async () => {
    const reached = await reach(documents);
    const schema = reached && (await askSchema(reached));
    if (reached === undefined || schema === undefined) return;
    const userId = (
      await window.showInputBox({
        title: l10n.t("Viewer archive · {0}", placeWords(reached.place)),
        prompt: l10n.t("User id that the viewer archive gets with each call"),
        value: lastUser,
        validateInput: (text) => (text.trim() === "" ? l10n.t("Enter a value.") : undefined),
      })
    )?.trim();
    if (userId === undefined) return;
    lastUser = userId;
    await showViewer(documents, reached, { schema, userId });
  };
}

async function askSchema({ session, place }: Reached): Promise<string | undefined> {
  const read = await carryOut({ session, operation: "viewer.schemas", request: place.at });
  if (read === undefined) return undefined;
  const title = l10n.t("Viewer archive · {0}", placeWords(place));
  const other = { icon: "edit", label: l10n.t("Another schema…"), name: undefined };
  const picked = await window.showQuickPick(
    [...schemaNames(read.answer).map((name) => ({ label: visible(name), name })), other],
    { title, placeHolder: l10n.t("Schema of the archive") },
  );
  if (picked !== other) return picked?.name;
  return (
    await window.showInputBox({
      title,
      prompt: l10n.t("Exact name of the schema"),
      validateInput: (text) => (text.trim() === "" ? l10n.t("Enter a value.") : undefined),
    })
  )?.trim();
}

async function showViewer(
  documents: Documents,
  { session, place }: Reached,
  { schema, userId }: { readonly schema: string; readonly userId: string },
): Promise<void> {
  const {
    services: { connections, tables },
  } = documents;
  const { at } = place;
  const owner = ownerOf(session);
  const key = `viewer ${groupedKey(place)} ${schema}`;
  const first = await firstSearch(l10n.t("Viewer archive {0} · {1}", schema, placeWords(place)), (model) =>
    reading(
      l10n.t("Searching the viewer archive…"),
      async (signal) =>
        viewerRows(
          await session.api.call(
            "viewer.search",
            { ...at, path: { schema, userId }, body: modelOf(model) },
            { signal },
          ),
        ),
      place,
    ),
  );
  if (first === undefined) return;
  const { model, rows: sample } = first;
  const viewer: Viewer = {
    documents,
    owner,
    at,
    schema,
    userId,
    session: () => connections.session({ owner }),
    refresh: () => tables.find(key)?.refresh(),
  };
  const source: TableSource<ViewerRow> = {
    key,
    title: l10n.t("Viewer archive {0} · {1}", schema, placeWords(place)),
    words: {
      count: (rows) => oneOrMany(rows, l10n.t("1 document"), l10n.t("{0} documents", grouped(rows))),
      none: l10n.t("No documents"),
    },
    columns: viewerColumns(sample.slice(0, 200)),
    id: (row) => JSON.stringify(row).slice(0, 200),
    fields: [{ key: "model", label: l10n.t("Search model"), kind: "text", hint: l10n.t("JSON; Enter searches") }],
    filter: new Map([["model", model]]),
    note: viewerNote,
    empty: viewerEmpty,
    read(filter) {
      const body = modelOf(filter.get("model") ?? "");
      return viewerReading(async (signal) =>
        (await viewer.session()).api.call("viewer.search", { ...at, path: { schema, userId }, body }, { signal }),
      );
    },
    open: {
      label: l10n.t("Show as JSON"),
      run: (row) => showText(documents.sides, `${JSON.stringify(row, undefined, 2)}\n`, "viewer-document.json"),
    },
    actions: [
      { key: "download", label: l10n.t("Download…"), on: "row", run: async ({ row }) => row && download(viewer, row) },
      {
        key: "patch",
        label: l10n.t("Change Metadata…"),
        on: "row",
        run: async ({ row }) => row && openPatch(viewer, row),
      },
      { key: "upload", label: l10n.t("Upload a File…"), on: "table", run: () => upload(viewer) },
    ],
  };
  tables.show(source);
}

/**
 * Searches without a condition or, if the archive refuses that, with the model that the person types. Undefined if the
 * person cancelled. Rejects if a narrower model would not help.
 */
async function firstSearch(
  title: string,
  search: (model: string) => Promise<readonly ViewerRow[] | undefined>,
): Promise<{ readonly model: string; readonly rows: readonly ViewerRow[] } | undefined> {
  for (let model = "{}"; ;) {
    try {
      const rows = await search(model);
      return rows && { model, rows };
    } catch (error) {
      if (!(error instanceof Error) || !mayNeedFilter(error.cause)) throw error;
      const typed = await window.showInputBox({
        title,
        value: model,
        prompt: `${error.message} ${l10n.t("The archive may need a narrower search model. Enter one as JSON.")}`,
        validateInput: modelProblem,
      });
      if (typed === undefined) return undefined;
      model = typed;
    }
  }
}

async function download({ session, at, schema, userId }: Viewer, row: ViewerRow): Promise<void> {
  const read = await carryOut({
    session: await session(),
    operation: "viewer.download",
    request: { ...at, path: { schema, userId, documentId: viewerId(row) } },
  });
  if (read === undefined) return;
  const name = viewerFileName(row);
  await saveAndSay(read.answer.bytes, { title: l10n.t("Save the document"), name });
}

/**
 * Opens the patch as an unsaved request file. The author sends it with the lens in the file, on the connection in use.
 * If the service refuses the patch, the file stays unchanged (T163). Rejects with OtherLibrary if the window has
 * switched to another company.
 */
async function openPatch({ documents, owner, at, schema, userId }: Viewer, row: ViewerRow): Promise<void> {
  await documents.services.connections.here(owner);
  const content = patchFile({ ...at, schema, userId }, row);
  const uri = vscode.Uri.from({
    scheme: "untitled",
    path: `patch-${viewerId(row)
      .replace(/[^\w-]/g, "_")
      .slice(0, 60)}.distribution.json`,
  });
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  if (editor.document.getText() === "") await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), content));
}

async function upload({ documents, session, at, schema, userId, refresh }: Viewer): Promise<void> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t("File for the viewer archive {0} in {1}", visible(schema), at.environment),
      openLabel: l10n.t("Choose"),
    })) ?? [];
  if (uri === undefined) return;
  const name = basename(uri.path);
  const bytes = await readToSend(uri);
  if (bytes.length === 0) throw new Error(l10n.t("{0} is empty. Nothing was sent.", name));
  const metadata = await window.showInputBox({
    title: l10n.t("Upload {0} to {1} in {2}, as {3}", name, visible(schema), at.environment, visible(userId)),
    value: JSON.stringify({ FileName: name }),
    prompt: l10n.t(
      "Metadata as JSON. The format of an upload is not documented; the file is sent in the property FileAsBase64. Press Enter to upload the file.",
    ),
    validateInput(text) {
      try {
        uploadOf(text, new Uint8Array());
        return undefined;
      } catch (error) {
        return messageOf(error);
      }
    },
  });
  if (metadata === undefined) return;
  const now = await session();
  const look = async (signal: AbortSignal): Promise<string> =>
    uploadedWords(
      viewerRows(await now.api.call("viewer.search", { ...at, path: { schema, userId }, body: {} }, { signal })),
      name,
    );
  const made = await carryOut({
    session: now,
    operation: "viewer.upload",
    request: { ...at, path: { schema, userId }, ...uploadOf(metadata, bytes) },
    lookUp: look,
  });
  if (made === undefined) return;
  refresh();
  const seen = await carrySafely(look);
  const choice = await window.showInformationMessage(
    `${l10n.t("The viewer archive accepted {0}.", name)} ${seen}`,
    l10n.t("Show the Answer"),
  );
  if (choice !== undefined)
    await showText(documents.sides, `${JSON.stringify(made.answer ?? null, undefined, 2)}\n`, "viewer-upload.json");
}

/** A failed check is only reported, so that it does not hide that the upload succeeded. */
async function carrySafely(look: (signal: AbortSignal) => Promise<string>): Promise<string> {
  return look(AbortSignal.timeout(30_000)).catch((error: unknown) =>
    l10n.t("The search for the document in the viewer archive failed: {0}", messageOf(error)),
  );
}
