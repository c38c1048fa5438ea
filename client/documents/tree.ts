/**
 * The Documents view: the MetaFiles that were named here, with what the service says about them, and the editing
 * sessions that were started here.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { rowItem } from "../window/rowItem.ts";
import type { PlainRow } from "../window/rowItem.ts";
import { commands } from "../identifiers.ts";
import type { Session } from "../connections/session.ts";
import { NotConnected, owned, ownerOf, sessionFor } from "../connections/ownerModel.ts";
import type { Owned } from "../connections/ownerModel.ts";
import type { Documents } from "./documents.ts";
import { documentsOf, keywordsOf, textsOf } from "./metaFilesModel.ts";
import type { KeptMetaFile, MetaFileText } from "./metaFilesModel.ts";
import { standingOf } from "../connections/documentsPlaceModel.ts";
import type { At, Place, Standing } from "../connections/documentsPlaceModel.ts";
import { finished, keptUntil, placeOf, readStatusesIn, sessionWords, startedWords } from "./sessionsModel.ts";
import type { KeptSession, Status } from "./sessionsModel.ts";
import { errorWords, unreadWords } from "../calls/answersModel.ts";

type DocumentsNode =
  | { readonly kind: "group"; readonly group: "metaFiles" | "sessions" }
  | { readonly kind: "metaFile"; readonly metaFile: string }
  | { readonly kind: "list"; readonly list: "documents" | "texts" | "keywords"; readonly metaFile: string }
  | { readonly kind: "document"; readonly document: string; readonly listed: boolean; readonly metaFile: string }
  | { readonly kind: "text"; readonly text: MetaFileText; readonly metaFile: string }
  | { readonly kind: "keyword"; readonly keyword: string; readonly metaFile: string }
  | {
      readonly kind: "session";
      readonly session: KeptSession;
      readonly at: At;
      readonly status: Status;
      readonly here: boolean;
    }
  | { readonly kind: "hint"; readonly words: string; readonly command?: string };

const groups: readonly DocumentsNode[] = [
  { kind: "group", group: "metaFiles" },
  { kind: "group", group: "sessions" },
];

/** The state of the document editor, for the view's title and message. */
export type Root = { readonly state: Standing["state"] | "offline"; readonly words?: string; readonly place?: Place };

export class DocumentsTree implements vscode.TreeDataProvider<Owned<DocumentsNode>> {
  readonly #documents: Documents;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #onRoot: (root: Root) => void;
  /** Aborts the readings that began before the view's last refresh. */
  #reading = new AbortController();

  constructor(documents: Documents, onRoot: (root: Root) => void) {
    this.#documents = documents;
    this.#onRoot = onRoot;
  }

  refresh(): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#reading.abort();
    this.#changed.dispose();
  }

  async getChildren(node?: Owned<DocumentsNode>): Promise<Owned<DocumentsNode>[]> {
    const {
      services: { connections },
      choices,
    } = this.#documents;
    if (connections.current === undefined) return [];
    const { signal } = this.#reading;
    let at: At | undefined;
    try {
      const session = await sessionFor(connections, node);
      const { environment, environmentGroup } = choices.of(ownerOf(session));
      const standing = standingOf(session, environment, environmentGroup);
      // An answer that was requested before the last refresh is dropped.
      if (signal.aborted) return [];
      if (node === undefined) this.#onRoot(standing);
      if (standing.state !== "ready") return [];
      ({ at } = standing.place);
      const children =
        node === undefined ? groups : await this.#childrenOf(node, { session, place: standing.place, signal });
      return signal.aborted ? [] : owned(children, ownerOf(session));
    } catch (error) {
      if (signal.aborted) return [];
      // If there is no session, refreshes the whole view, which then says so.
      if (node !== undefined && error instanceof NotConnected) {
        this.#changed.fire(undefined);
        return [];
      }
      const words = errorWords(error, at);
      if (node !== undefined) throw new Error(words, { cause: error });
      this.#onRoot({ state: "offline", words: unreadWords(error, words) });
      return [];
    }
  }

  async #childrenOf(
    node: DocumentsNode,
    { session, place, signal }: { readonly session: Session; readonly place: Place; readonly signal: AbortSignal },
  ): Promise<readonly DocumentsNode[]> {
    if (node.kind === "group")
      return node.group === "metaFiles"
        ? metaFileNodes(this.#documents.metaFiles.of(place.key))
        : this.#sessionNodes(session, place, signal);
    if (node.kind === "metaFile")
      return (["documents", "texts", "keywords"] as const).map((list) => ({
        kind: "list",
        list,
        metaFile: node.metaFile,
      }));
    if (node.kind !== "list") return [];
    const { metaFile } = node;
    const asking = { api: session.api, at: place.at, metaFile, signal };
    switch (node.list) {
      case "documents":
        return (await documentsOf(asking, this.#documents.metaFiles.documentsOf(place.key, metaFile))).map(
          ({ name, listed }) => ({ kind: "document", document: name, listed, metaFile }),
        );
      case "texts":
        return (await textsOf(asking)).map((text) => ({ kind: "text", text, metaFile }));
      case "keywords":
        return (await keywordsOf(asking)).map((keyword) => ({ kind: "keyword", keyword, metaFile }));
    }
  }

  /** Lists sessions even if their statuses cannot be read; such statuses are shown as unknown. */
  async #sessionNodes(session: Session, place: Place, signal: AbortSignal): Promise<readonly DocumentsNode[]> {
    const { sessions, editors } = this.#documents;
    const kept = sessions.of(place.key);
    if (kept.length === 0)
      return [{ kind: "hint", words: l10n.t("No session was started from here. Start one from a document.") }];
    const nodes = (statusOf: (id: string) => Status): readonly DocumentsNode[] =>
      kept.map((one) => ({
        kind: "session",
        session: one,
        at: placeOf(place, one).at,
        status: statusOf(one.dxmlUID),
        here: editors.of(place.key, one.dxmlUID) !== undefined,
      }));
    const { statuses, problems } = await readStatusesIn(session.api, place, kept, { signal });
    return [
      ...problems.map(({ error, at }): DocumentsNode => ({ kind: "hint", words: errorWords(error, at) })),
      ...nodes((id) => statuses.get(id)),
    ];
  }

  getTreeItem(node: DocumentsNode): vscode.TreeItem {
    const row = rowOf(node);
    const label = spoken(node.kind, row.label);
    return rowItem({ ...row, spoken: row.description ? `${label}, ${row.description}` : label });
  }
}

function rowOf(node: DocumentsNode): PlainRow {
  switch (node.kind) {
    case "group":
      return {
        ...(node.group === "metaFiles"
          ? { label: l10n.t("MetaFiles"), icon: "files" }
          : { label: l10n.t("Sessions"), icon: "edit-session" }),
        id: node.group,
        expandable: "expanded",
        context: node.group,
      };
    case "metaFile":
      return {
        id: `metaFile ${node.metaFile}`,
        label: node.metaFile,
        icon: "package",
        expandable: true,
        context: "metaFile",
        tooltip: l10n.t(
          "MetaFile {0}\nThe service lists the MetaFile's online documents, texts and keywords, but not its logic.",
          node.metaFile,
        ),
      };
    case "list":
      return {
        id: `${node.list} ${node.metaFile}`,
        label: { documents: l10n.t("Documents"), texts: l10n.t("Texts"), keywords: l10n.t("Keywords") }[node.list],
        icon: { documents: "file", texts: "symbol-text", keywords: "tag" }[node.list],
        expandable: true,
        context: node.list,
        ...(node.list === "documents" && {
          tooltip: l10n.t(
            "The service lists only documents that are meant for the web. To use another document, enter its name when you start a session or create an output.",
          ),
        }),
      };
    case "document":
      return {
        label: node.document,
        icon: "file",
        description: node.listed ? "" : l10n.t("entered by hand"),
        context: "document",
        tooltip: [
          l10n.t("Document {0}", node.document),
          l10n.t("MetaFile {0}", node.metaFile),
          ...(node.listed ? [] : [l10n.t("The service does not list this document; its name was entered by hand")]),
        ].join("\n"),
      };
    case "text": {
      const { name, folder, text, description, keywords } = node.text;
      return {
        label: name,
        icon: "symbol-text",
        description: folder,
        context: "text",
        tooltip: [
          text,
          ...(description === "" ? [] : [description]),
          ...(keywords.length === 0 ? [] : [l10n.t("Keywords: {0}", keywords.join(", "))]),
        ].join("\n\n"),
        command: { command: commands.showMetaFileText, title: l10n.t("Show Text"), arguments: [node] },
      };
    }
    case "keyword":
      return { label: node.keyword, icon: "tag", description: "", context: "keyword" };
    case "session": {
      const { session, at, status, here } = node;
      const description = sessionWords(session, status, Date.now(), at);
      return {
        id: `session ${session.dxmlUID}`,
        label: session.name,
        icon:
          status === finished
            ? "pass"
            : status === "Draft" || status === ""
              ? "edit"
              : status === undefined || status === null
                ? "question"
                : "circle-slash",
        description,
        context: `session${here && status !== "Deleted" && status !== "Discarded" ? " editor" : ""}`,
        tooltip: [
          session.name,
          ...(session.metaFile === undefined ? [] : [l10n.t("MetaFile {0}", session.metaFile)]),
          ...(at.environmentGroup === undefined ? [] : [l10n.t("Environment group: {0}", at.environmentGroup)]),
          description,
          startedWords(session),
          l10n.t("kept {0}", keptUntil(session.validTo)),
          l10n.t("Id {0}", session.dxmlUID),
        ].join("\n"),
      };
    }
    case "hint":
      return {
        label: node.words,
        icon: "info",
        description: "",
        tooltip: node.words,
        ...(node.command !== undefined && { command: { command: node.command, title: node.words } }),
      };
  }
}

/** The label with the kind of the row, for screen readers. */
function spoken(kind: DocumentsNode["kind"], label: string): string {
  switch (kind) {
    case "metaFile":
      return l10n.t("MetaFile {0}", label);
    case "document":
      return l10n.t("Document {0}", label);
    case "text":
      return l10n.t("Text {0}", label);
    case "keyword":
      return l10n.t("Keyword {0}", label);
    case "session":
      return l10n.t("Session {0}", label);
    default:
      return label;
  }
}

function metaFileNodes(kept: readonly KeptMetaFile[]): readonly DocumentsNode[] {
  if (kept.length === 0)
    return [{ kind: "hint", words: l10n.t("Add a MetaFile by its name…"), command: commands.addMetaFile }];
  return kept.map(({ name }) => ({ kind: "metaFile", metaFile: name }));
}
