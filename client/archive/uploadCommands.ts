/**
 * Stores a file, or the PDF of the panel, in the archive: as a new document, or as the next version of a document. Each
 * of these two has its own command, because a mix-up would create a second document, or add the file to the wrong
 * document.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { uploadProblem } from "../../api/index.ts";
import type { SearchField, Uploaded } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { CallFailed } from "../calls/carryOutModel.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import { noteLink } from "../records/noteLink.ts";
import { oneOrMany, quoted } from "../../language/index.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { isPdf } from "./compareModel.ts";
import { versionInWords } from "../records/archiveDocumentModel.ts";
import type { ArchiveDocument } from "../records/archiveDocumentModel.ts";
import type { ArchiveEnvironment, ArchivePlace } from "./environment.ts";
import { documentFor, nodeFrom, placeOf } from "./pick.ts";
import { readToSend } from "../window/readFile.ts";
import { reading } from "../calls/reading.ts";
import { findDocument } from "../records/archiveSearchModel.ts";
import type { Criteria } from "../records/archiveSearchModel.ts";
import type { ArchiveTree, Layout } from "./tree.ts";
import {
  documentTypes,
  draftRows,
  firstDraft,
  lookForUpload,
  markerFor,
  namedLike,
  nameProblem,
  readers,
  requestsOf,
  storedWords,
  typeNames,
  uploadAdvice,
  uploadWords,
} from "./uploadModel.ts";
import type { Draft, DraftRow, Sent, Target } from "./uploadModel.ts";
import { ask } from "../window/agrees.ts";

interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Key of the panel that showed the PDF; undefined for a file. */
  readonly panel?: string;
}

/** For each connection, the column to which uploads may write a marker. */
const markerKey = "smartform.archive.markerColumn";

export function registerArchiveUpload(
  services: Services,
  { tree, environment }: { readonly tree: ArchiveTree; readonly environment: ArchiveEnvironment },
): vscode.Disposable {
  const {
    log,
    panels,
    extension: { workspaceState },
  } = services;

  /** The file clicked in the explorer; otherwise the PDF in front, or a file that the person picks. */
  async function sourceFor(argument: unknown, selected: unknown): Promise<Source | undefined> {
    if (Array.isArray(selected) && selected.length > 1)
      throw new Error(l10n.t("Store one file at a time: each has its own name, type and values."));
    // The menu of a webview panel passes a URI of its own scheme.
    if (argument instanceof vscode.Uri && argument.scheme !== "webview-panel") return fromFile(argument);
    const shown = panels.current();
    const ways = [
      ...(shown ? [{ label: l10n.t("The PDF shown"), description: shown.title, way: "shown" } as const] : []),
      { label: l10n.t("A file…"), description: "", way: "file" } as const,
    ];
    // The menu of the PDF panel names no document of the archive. From there, the command stores the PDF of the panel.
    const isClear = ways.length === 1 || (argument !== undefined && nodeFrom(tree, argument) === undefined);
    const way = isClear
      ? ways[0]?.way
      : (
          await window.showQuickPick(ways, {
            title: l10n.t("Store in the archive"),
            placeHolder: l10n.t("What to store"),
          })
        )?.way;
    if (way === "shown" && shown !== undefined) return { name: shown.title, bytes: shown.bytes, panel: shown.key };
    if (way !== "file") return undefined;
    const [file] =
      (await vscode.window.showOpenDialog({
        title: l10n.t("File to store in the archive"),
        openLabel: l10n.t("Choose"),
      })) ?? [];
    return file && fromFile(file);
  }

  async function fromFile(file: vscode.Uri): Promise<Source> {
    const bytes = await readToSend(file);
    refuse(uploadProblem(bytes.length));
    return { name: file.path.split("/").at(-1) ?? "", bytes };
  }

  async function storeNew(argument: unknown, selected: unknown): Promise<void> {
    const source = await sourceFor(argument, selected);
    const at = source && (await environment.place());
    const layout = at && (await tree.layout(at));
    if (source === undefined || at === undefined || layout === undefined) return;
    const title = l10n.t("New document in the archive ({0})", at.place.environment);
    if (layout.folders.length === 0)
      throw new Error(
        l10n.t(
          "The service lists no folder of the archive, and a document needs one. Folders are created in the service's own application.",
        ),
      );
    const folders = layout.folders.map((folder) => ({ label: folder.folderPath ?? folder.folderId ?? "", folder }));
    const folder = (await window.showQuickPick(folders, { title, placeHolder: l10n.t("Folder") }))?.folder;
    if (folder !== undefined) await store(at, { source, layout, target: { kind: "new", folder }, title });
  }

  async function storeVersion(argument: unknown, selected: unknown): Promise<void> {
    const source = await sourceFor(argument, selected);
    const node = source && (await documentFor(tree, argument, l10n.t("Document that gets a new version")));
    if (source === undefined || node === undefined) return;
    const at = await placeOf(services, node);
    const layout = await tree.layout(at);
    if (layout === undefined) return;
    const now = await reading(l10n.t("Reading the document again…"), async (signal) => ({
      document: await findDocument(at.session.api.call, at.place.environment, node.document, { signal }),
    }));
    if (now === undefined) return;
    if (now.document === undefined)
      throw new Error(
        l10n.t(
          "The archive in {0} no longer shows {1}. Nothing was stored. Search for the document again.",
          at.place.environment,
          quoted(node.document.fileName),
        ),
      );
    const [newest] = now.document.versions;
    const title = newest
      ? l10n.t(
          "New version of {0} ({1}), after {2}",
          now.document.fileName,
          at.place.environment,
          versionInWords(newest),
        )
      : l10n.t("New version of {0} ({1}), after the newest", now.document.fileName, at.place.environment);
    await store(at, { source, layout, target: { kind: "version", document: now.document }, title });
  }

  async function store(
    at: ArchivePlace,
    {
      source,
      layout,
      target,
      title,
    }: { readonly source: Source; readonly layout: Layout; readonly target: Target; readonly title: string },
  ): Promise<void> {
    const { session, place } = at;
    refuse(uploadProblem(source.bytes.length));
    const decided = await decide(firstDraft(source.name, target, { isPdf: isPdf(source.bytes) }), {
      at,
      layout,
      target,
      title,
      bytes: source.bytes,
    });
    if (decided === undefined) return;
    const { draft, before } = decided;
    const sent: Sent = {
      environment: place.environment,
      bytes: source.bytes,
      draft,
      target,
      marker: markerFor(markerColumn(place.connection), draft, layout.columns),
    };
    const uploaded = await send(at, sent, target.kind === "version" ? [...before, target.document] : before);
    if (uploaded === undefined) return;
    await noteLink(services, session, {
      panel: source.panel,
      to: { kind: "document", id: uploaded.storedDocumentId, environment: place.environment },
    });
    const stored = await reading(l10n.t("Reading what was stored…"), async (signal) => ({
      documents: await namedLike(session.api, place.environment, draft.fileName, { signal }),
    }));
    const found = stored?.documents.find(({ versions }) => versions.some(({ id }) => id === uploaded.storedDocumentId));
    const answer = await window.showInformationMessage(
      storedWords(sent, uploaded, found),
      l10n.t("Show in the Archive"),
    );
    const criteria: Criteria | undefined =
      answer !== undefined ? { field: "fileName", value: draft.fileName, folders: [] } : tree.searched?.criteria;
    if (criteria !== undefined) await tree.search(at, criteria);
  }

  /** Resolves with what to store, and with the documents that have its name now; undefined if the person cancelled. */
  async function decide(
    first: Draft,
    editing: Editing,
  ): Promise<{ readonly draft: Draft; readonly before: readonly ArchiveDocument[] } | undefined> {
    const {
      at: { session, place },
      target,
    } = editing;
    const draft = await edit(first, editing);
    if (draft === undefined) return undefined;
    const before = await reading(l10n.t("Checking which documents have this name…"), (signal) =>
      namedLike(session.api, place.environment, draft.fileName, { signal }),
    );
    if (before === undefined) return undefined;
    const twins = before.filter(({ fileName }) => fileName.toLowerCase() === draft.fileName.toLowerCase());
    if (target.kind !== "new" || twins.length === 0) return { draft, before };
    const answer = await wantsAnother(draft.fileName, twins.length, place.environment);
    if (answer === "instead") return decide(draft, editing);
    return answer && { draft, before };
  }

  async function send(
    { session }: ArchivePlace,
    sent: Sent,
    before: readonly ArchiveDocument[],
  ): Promise<Uploaded | undefined> {
    const requests = requestsOf(sent);
    for (const [index, request] of requests.entries()) {
      try {
        const done = await carryOut({
          session,
          operation: "archive.upload",
          request,
          lookUp: (signal) => lookForUpload(session.api, sent, before, { signal }),
          dialog: {
            question: l10n.t("Store {0} and call the company’s callbacks?", quoted(sent.draft.fileName)),
            yes: l10n.t("Store and Call"),
            consequences: [
              l10n.t(
                "The ids of the document, and the text for the callbacks, are sent to every callback that the company has enabled. It is not known which callbacks these are.",
              ),
              readers,
            ],
          },
        });
        return done?.answer;
      } catch (error) {
        const isRefused =
          error instanceof CallFailed &&
          error.outcome === "none" &&
          (error.cause.code === "not-found" || error.cause.code === "bad-request");
        if (!isRefused || index === requests.length - 1) throw error;
      }
    }
    return undefined;
  }

  /**
   * Shows one list of everything that can be set for the file. Shows the list again after each change, until the person
   * stores the file or cancels.
   */
  async function edit(
    first: Draft,
    { at: { place }, layout: { columns }, target, title, bytes }: Editing,
  ): Promise<Draft | undefined> {
    let draft = first;
    for (;;) {
      const problem = nameProblem(draft.fileName);
      const advice = uploadAdvice(draft.fileName, bytes);
      const size = uploadWords(bytes.length);
      const what =
        target.kind === "new"
          ? l10n.t("a new document in {0}, {1}", target.folder.folderPath ?? target.folder.folderId ?? "", size)
          : l10n.t("a new version, {0}", size);
      const go = {
        icon: "cloud-upload",
        label: l10n.t("Store in {0}", place.environment),
        description: problem === undefined ? what : l10n.t("not yet: {0}", problem),
        ...(advice !== undefined && { detail: advice }),
        row: undefined,
        isMark: false,
      };
      const marked = columns.find(({ field }) => field === markerColumn(place.connection));
      const mark = {
        label: l10n.t("Upload mark, by which the file can be found"),
        description: marked
          ? l10n.t("a mark in {0}", marked.title ?? marked.field)
          : l10n.t("none: the file's name and bytes are compared"),
        row: undefined,
        isMark: true,
      };
      const rows = draftRows(draft, target, columns).map((row) => ({
        label: row.title,
        description: row.value,
        row,
        isMark: false,
      }));
      const picked = await window.showQuickPick(
        [
          go,
          {
            label: l10n.t("What is stored with the file"),
            kind: vscode.QuickPickItemKind.Separator,
            row: undefined,
            isMark: false,
          },
          ...rows,
          mark,
        ],
        { title, placeHolder: readers },
      );
      if (picked === undefined) return undefined;
      if (picked.isMark)
        await chooseMarker(
          place.connection,
          columns.filter(({ isSearchable }) => isSearchable !== false),
        );
      else if (picked.row === undefined) {
        if (problem === undefined) return draft;
      } else draft = await changed(draft, picked.row, title);
    }
  }

  const markerColumn = (connection: string): SearchField | undefined =>
    workspaceState.get<Readonly<Record<string, SearchField>>>(markerKey, {})[connection];

  async function chooseMarker(connection: string, columns: Layout["columns"]): Promise<void> {
    const items = [
      { label: l10n.t("None"), field: undefined },
      ...columns.map(({ field, title }) => ({ label: title ?? field, field })),
    ];
    const picked = await window.showQuickPick(items, {
      title: l10n.t("Column for upload marks"),
      placeHolder: l10n.t(
        "Choose a searchable column that nobody else uses. Each upload from here leaves a mark in it, so that the upload can be found if the service's answer is lost",
      ),
    });
    if (picked === undefined) return;
    const { [connection]: _, ...others } = workspaceState.get<Readonly<Record<string, SearchField>>>(markerKey, {});
    await workspaceState.update(
      markerKey,
      picked.field === undefined ? others : { ...others, [connection]: picked.field },
    );
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.storeNewInArchive, storeNew),
    registerCommand(log, commands.storeVersionInArchive, storeVersion),
  );
}

interface Editing {
  readonly at: ArchivePlace;
  readonly layout: Layout;
  readonly target: Target;
  readonly title: string;
  readonly bytes: Uint8Array;
}

/** Returns the draft with one part changed, or unchanged if the person cancels. */
async function changed(draft: Draft, { part, title: name, value }: DraftRow, title: string): Promise<Draft> {
  if (part === "type") {
    const picked = await window.showQuickPick(
      documentTypes.map((type) => ({ label: typeNames[type], type })),
      { title, placeHolder: l10n.t("Document type; now {0}", value) },
    );
    return { ...draft, type: picked?.type ?? draft.type };
  }
  const before =
    part === "fileName"
      ? draft.fileName
      : part === "callbackPayload"
        ? (draft.callbackPayload ?? "")
        : (draft.search[part] ?? "");
  const entered = await window.showInputBox({
    title,
    value: before,
    prompt:
      part === "callbackPayload"
        ? l10n.t(
            "This text and the document’s ids are sent to every callback that the company has enabled. If the text is empty, it is not sent, and the API documents do not say whether the callbacks are still called. You are asked once more before the text is sent.",
          )
        : part === "fileName"
          ? name
          : `${name}. ${l10n.t("The maximum length of a value is not documented.")}`,
    ...(part === "fileName" && { validateInput: nameProblem }),
  });
  if (entered === undefined) return draft;
  if (part === "fileName") return { ...draft, fileName: entered.trim() };
  if (part === "callbackPayload") return { ...draft, callbackPayload: entered === "" ? undefined : entered };
  return { ...draft, search: { ...draft.search, [part]: entered } };
}

/** Asks the person, because a second document of the same name is rarely intended. */
async function wantsAnother(fileName: string, count: number, environment: string): ReturnType<typeof ask> {
  return ask(
    oneOrMany(
      count,
      l10n.t("{0} already has a document named {1}.", environment, quoted(fileName)),
      l10n.t("{0} already has {1} documents named {2}.", environment, count, quoted(fileName)),
    ),
    {
      detail: l10n.t(
        "This stores another document with the same name. To add a version to an existing document instead, cancel and choose “Store in the Archive as a New Version…”.",
      ),
      instead: l10n.t("Edit the Upload…"),
      yes: l10n.t("Store Another Document"),
    },
  );
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}
