/**
 * The `textlib:` file system: one file per text and language. Reading requests the text from the service, writing is
 * the guarded write, and every other file operation is refused with a reason. VS Code's own comparison of times and
 * sizes does not protect against conflicts, so it is not used for that.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isApiError } from "../../../api/index.ts";
import { parseTextPath, said } from "../../../language/index.ts";
import { textNotification } from "../../../server/protocol.ts";
import type { TextParams } from "../../../server/protocol.ts";
import type { Journal, LibraryText, WriteResult } from "../../../authoring/index.ts";
import { textScheme } from "../../identifiers.ts";
import { NotConnected } from "../../connections/connections.ts";
import type { Session } from "../../connections/session.ts";
import { identityNamed, sandboxName } from "../../connections/connectionsModel.ts";
import { inOtherSandbox, ownerOf } from "../../connections/ownerModel.ts";
import type { Services } from "../../services.ts";
import { findingsOf } from "../../window/findings.ts";
import { failsPlainly } from "../../window/plainText.ts";
import { window } from "../../window/window.ts";
import { savedWords } from "./savedModel.ts";
import { addressOf, languageIdOf } from "../../connections/textAddress.ts";
import type { Copies, CopyKey } from "./copies.ts";
import type { FailedSaves } from "./failedSaves.ts";
import { newFile, readonlyOf } from "./fileModel.ts";
import type { File } from "./fileModel.ts";
import { createNewNames } from "./newNames.ts";
import { lookUp } from "./noticeModel.ts";
import type { Known } from "./noticeModel.ts";
import { BufferEnds } from "./lineEndsModel.ts";
import type { SavePermits } from "./savePermits.ts";
import {
  bytesOf,
  changeOf,
  contentIn,
  contentOf,
  failureWords,
  isShown,
  newerReading,
  unkeepable,
  withContent,
} from "./saveModel.ts";
import { createSaves } from "./saves.ts";
import type { Saves } from "./saves.ts";

export interface TextFiles extends Saves {
  readonly provider: vscode.FileSystemProvider;
  /** Returns the state of an open text; undefined if it was not read in this window yet. */
  knownOf(uri: vscode.Uri): Known | undefined;
  /** Fires after every answer of the service about an open text, and when the base of a buffer changes. */
  readonly onDidLearn: vscode.Event<void>;
  /** Fires when a save or a reading has brought something new to the catalog. */
  readonly onDidSave: vscode.Event<void>;
  /** The author has seen this reading and made a decision: the next save is compared with this reading. */
  acceptSeen(uri: vscode.Uri, theirs: LibraryText): Promise<void>;
  /**
   * The buffer's content came from this reading, which may be older than what the service has. The next save is
   * compared with this reading.
   */
  continueFrom(uri: vscode.Uri, base: LibraryText): Promise<void>;
  /** This window deleted the text: the text's open documents show this at once. */
  deleted(text: OwnText): void;
  /** Returns the readings that this window keeps for the text's documents. */
  readingsOf(text: OwnText): readonly LibraryText[];
  /**
   * Call when a text that the service does not show was restored under another id. The documents of the old text can
   * continue with the new one.
   */
  broughtBack(former: OwnText, text: LibraryText): void;
  /**
   * Call before a version is put into the document. While the document shows it, a save uses that version's line
   * endings and byte order mark.
   */
  restoring(document: vscode.TextDocument, version: string): void;
  /**
   * Makes a text editable although the editor cannot keep its line endings; the next save writes the editor's line
   * endings.
   */
  convert(uri: vscode.Uri): void;
  /** Saves a document for a person who has just asked for it. Other saves need a confirmation, or are refused. */
  saveDocument(document: vscode.TextDocument): Promise<boolean>;
  /**
   * Call before opening a language that the text does not have yet: its document then opens empty. Nothing is written
   * until it is saved.
   */
  startLanguage(uri: vscode.Uri): void;
  /**
   * Reads these documents' texts again, with one request for all languages of a text. Documents without changes take
   * what the service has; those with changes keep their content. A missing answer changes nothing. `isDue` skips texts
   * that were requested recently.
   */
  look(
    documents: readonly vscode.TextDocument[],
    options: { readonly isDue: (askedAt: number) => boolean },
  ): Promise<void>;
  /** Reads the visible texts again now, and every other open text when it next becomes visible. */
  refresh(): Promise<void>;
}

/** A text of one library. */
interface OwnText {
  readonly identity: string;
  readonly textId: string;
}

interface TextFilesParts {
  readonly journal: Journal;
  readonly copies: Copies;
  readonly failed: FailedSaves;
  readonly permits: SavePermits;
}

function errorsIn(uri: vscode.Uri): number {
  return findingsOf(uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error).length;
}

export function createTextFiles(services: Services, { journal, copies, failed, permits }: TextFilesParts): TextFiles {
  const { connections, server, log } = services;
  const files = new Map<string, File>();
  const started = new Set<string>();
  /** Texts that were deleted in this window, as `<identity> <id>`. */
  const removed = new Set<string>();
  const newNames = createNewNames({
    session: ({ authority }) => sessionOrNone(authority),
    async wasOpened(uri) {
      const identity = files.get(uri.toString())?.identity ?? identityNamed(uri.authority, connections.profiles);
      return identity !== undefined && (await copies.get(copyKey(uri, identity))) !== undefined;
    },
  });
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const learned = new vscode.EventEmitter<void>();
  const saved = new vscode.EventEmitter<void>();
  const wasDeletedHere = (identity: string, textId: string): boolean => removed.has(`${identity} ${textId}`);
  const saves = createSaves(services, {
    journal,
    tellSaved: () => saved.fire(),
    lookAt: (documents) => lookAt(documents, { isDue: () => true }),
    wasDeletedHere,
  });

  const openDocument = (uri: vscode.Uri): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

  /** Includes documents under another name or in another language. */
  const openDocumentsOf = (uri: vscode.Uri): readonly vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter(
      (document) =>
        document.uri.scheme === uri.scheme &&
        document.uri.authority === uri.authority &&
        document.uri.query === uri.query,
    );

  /**
   * Reads the text from the service, or shows the last known copy if the service cannot be reached. `loads`: the editor
   * will load the content into a buffer.
   */
  async function read(uri: vscode.Uri, { loads }: { readonly loads: boolean }): Promise<string> {
    const address = addressOf(uri);
    const saves = files.get(uri.toString())?.saves;
    const { identity, text, problem } = await fetchText(uri);
    // If a save ended during this read, the answer may be older than the save and would restore the old content.
    if (files.get(uri.toString())?.saves !== saves) return read(uri, { loads });
    if (text === undefined) throw vscode.FileSystemError.Unavailable(problem);
    // A buffer with changes shows those changes, not the text as it was last read.
    if (problem !== undefined && openDocument(uri)?.isDirty !== true) {
      void window.showWarningMessage(
        l10n.t("{0} ({1}) is shown as it was last read. {2}", text.code, address.language, problem),
      );
    }
    await newNames.check(uri, text);
    const content = contentIn(text, address.language);
    if (content === undefined && !started.has(uri.toString())) {
      throw vscode.FileSystemError.FileNotFound(
        l10n.t(
          "{0} has no content in {1}. Add the language in the Text Library, and then open the text again.",
          text.code,
          address.language,
        ),
      );
    }
    remember(uri, identity, text, content ?? "");
    // The reading is kept before VS Code has the content. Otherwise, a crash could leave the author's changes without
    // the reading that they are based on.
    if (loads && openDocument(uri) === undefined) await copies.offer(copyKey(uri, identity), text);
    if (loads) files.get(uri.toString())?.ends.read(content ?? "");
    return content ?? "";
  }

  /** Rejects if the connection of an open text no longer leads to the library that the text came from. */
  async function sessionOfOpen(uri: vscode.Uri): Promise<Session> {
    const session = await connections.session({ name: addressOf(uri).connection });
    if (await isFrom(uri, session)) return session;
    throw ofAnother(session.name);
  }

  const ofAnother = (connection: string): vscode.FileSystemError =>
    vscode.FileSystemError.Unavailable(
      connection === sandboxName
        ? said(inOtherSandbox(), l10n.t("What you wrote stays in its editor; you can copy your words from there."))
        : l10n.t(
            "Nothing was read or written: the connection {0} no longer leads to the service and client that this text came from. What you wrote stays in its editor. Change {0} back in your settings, or copy your words from the editor.",
            connection,
          ),
    );

  /**
   * Resolves with whether the text came from this library. The text may have come from another one: the connection can
   * change while the window runs or before it starts, and VS Code restores a buffer with its unsaved changes.
   */
  async function isFrom(uri: vscode.Uri, { identity }: Pick<Session, "identity">): Promise<boolean> {
    const file = files.get(uri.toString());
    const owners = [file, ...openDocumentsOf(uri).map((document) => files.get(document.uri.toString()))].map(
      (known) => known?.identity,
    );
    if (owners.some((owner) => owner !== undefined && owner !== identity)) return false;
    return file?.base !== undefined || !(await copies.isOfAnother(copyKey(uri, identity)));
  }

  /**
   * `text` is undefined if nothing is known about the text; `problem` says why `text` is not the service's current
   * state.
   */
  async function fetchText(
    uri: vscode.Uri,
  ): Promise<{ readonly identity: string; readonly text: LibraryText | undefined; readonly problem?: string }> {
    const address = addressOf(uri);
    let identity = identityNamed(address.connection, connections.profiles);
    try {
      const session = await (openDocumentsOf(uri).length === 0
        ? connections.session({ name: address.connection })
        : sessionOfOpen(uri));
      identity = session.identity;
      return { identity, text: await session.api.call("textlibrary.texts.get", { path: { id: address.textId } }) };
    } catch (error) {
      if (!isApiError(error) && !(error instanceof NotConnected)) throw error;
      if (isApiError(error) && error.code === "not-found")
        throw vscode.FileSystemError.FileNotFound(
          l10n.t(
            "The service no longer shows this text to this client: it may be missing or private, or belong to another company.",
          ),
        );
      if (identity === undefined) throw vscode.FileSystemError.Unavailable(error.message);
      if (openDocumentsOf(uri).length > 0 && !(await isFrom(uri, { identity }))) throw ofAnother(address.connection);
      return { identity, text: await copies.last({ identity, ...address }), problem: error.message };
    }
  }

  function remember(uri: vscode.Uri, identity: string, text: LibraryText, content: string): void {
    const key = uri.toString();
    const known = files.get(key);
    const document = openDocument(uri);
    const isNew =
      known === undefined || (contentIn(known.readings[0] ?? text, addressOf(uri).language) ?? "") !== content;
    const file: File = known ?? { ...newFile(), mtime: Date.now() };
    file.identity = identity;
    file.readings = [text, ...file.readings].slice(0, 5);
    setGone(uri, file, false);
    file.askedAt = Date.now();
    file.unkeepable = unkeepable(content);
    files.set(key, file);
    learned.fire();
    if (document?.isDirty === true || !isNew) return;
    if (document !== undefined) return loadAgain(uri, file);
    file.mtime = Math.max(Date.now(), file.mtime + 1);
  }

  async function rebase(uri: vscode.Uri, identity: string, file: File, base: LibraryText): Promise<void> {
    file.base = base;
    learned.fire();
    await copies.set(copyKey(uri, identity), base);
  }

  function copyKey(uri: vscode.Uri, identity: string): CopyKey {
    const { textId, language } = addressOf(uri);
    return { identity, textId, language, path: uri.authority + uri.path };
  }

  async function lookAt(
    documents: readonly vscode.TextDocument[],
    { isDue }: { readonly isDue: (askedAt: number) => boolean },
  ): Promise<void> {
    const due = [...new Set(documents)].filter(
      ({ uri }) => uri.scheme === textScheme && isDue(files.get(uri.toString())?.askedAt ?? 0),
    );
    const texts = Map.groupBy(due, ({ uri }) => JSON.stringify([uri.authority, uri.query]));
    await Promise.all([...texts.values()].map(lookAtText));
  }

  /** Reads the text that all these documents show. Each document shows one language of the text. */
  async function lookAtText(documents: readonly vscode.TextDocument[]): Promise<void> {
    const [
      {
        uri: { authority: connection, query: textId },
      },
    ] = documents as [vscode.TextDocument];
    const asked = documents.map((document) => ({ document, saves: files.get(document.uri.toString())?.saves }));
    for (const { uri } of documents) {
      const file = files.get(uri.toString());
      if (file !== undefined) file.askedAt = Date.now();
    }
    const session = await sessionOrNone(connection);
    const text = session && (await lookUp(session.api, textId));
    if (session === undefined || text === undefined) return;
    for (const { document, saves } of asked) {
      // If a save ended during this read, the answer may be outdated. A closed document needs no answer.
      const isOurs = await isFrom(document.uri, session);
      if (document.isClosed || files.get(document.uri.toString())?.saves !== saves || !isOurs) continue;
      await hear(document, session.identity, text);
    }
  }

  /** Resolves with undefined if nobody is signed in: then nothing is requested. */
  async function sessionOrNone(name: string): Promise<Session | undefined> {
    try {
      return await connections.session({ name });
    } catch (error) {
      if (error instanceof NotConnected) return undefined;
      throw error;
    }
  }

  async function hear({ uri }: vscode.TextDocument, identity: string, text: LibraryText | null): Promise<void> {
    const { language, textId } = addressOf(uri);
    const known = files.get(uri.toString());
    // A restored buffer continues from the reading that it came from.
    const file = known ?? { ...newFile(), identity, base: await copies.get(copyKey(uri, identity)) };
    files.set(uri.toString(), file);
    const before = file.isGone ? null : file.readings[0];
    if (JSON.stringify(text) !== JSON.stringify(before)) {
      server.notify(textNotification, { owner: identity, textId, text } satisfies TextParams);
      saved.fire();
    }
    const content = text === null ? undefined : contentIn(text, language);
    if (text !== null && content !== undefined) return remember(uri, identity, text, content);
    // Open content is never removed: it stays unchanged, with a notice of what happened.
    if (text === null) setGone(uri, file, true);
    else file.readings = [text, ...file.readings].slice(0, 5);
    learned.fire();
  }

  /** If the service does not show a text, the editor marks the text's tab as deleted, and keeps its content. */
  function setGone(uri: vscode.Uri, file: File, isGone: boolean): void {
    if (file.isGone === isGone) return;
    file.isGone = isGone;
    changed.fire([{ type: isGone ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Created, uri }]);
  }

  /** Makes VS Code load the content again if the buffer has no changes. */
  function loadAgain(uri: vscode.Uri, file: File): void {
    file.mtime = Math.max(Date.now(), file.mtime + 1);
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /**
   * If a buffer has no changes, the reading that it shows is the base of the author's next changes. Reading a text does
   * not set the base: the text's buffer may be restored with changes based on another reading.
   */
  async function adopt(document: vscode.TextDocument): Promise<void> {
    const file = files.get(document.uri.toString());
    if (file === undefined || document.isDirty) return;
    const { language } = addressOf(document.uri);
    const shown = newerReading(file, { language, shown: document.getText() });
    const latest = file.readings[0] && contentIn(file.readings[0], language);
    // An undo may have reverted the document to content older than the service's. A document without changes then takes
    // the newer content.
    if (latest !== undefined && readonlyOf(file) === undefined && !isShown(latest, document.getText()))
      loadAgain(document.uri, file);
    if (shown === undefined) return;
    file.base = shown;
    await rebase(document.uri, file.identity ?? (await sessionOfOpen(document.uri)).identity, file, shown);
  }

  /** Resolves with a message if there is something to report although nothing was refused. */
  async function write(uri: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
    const key = uri.toString();
    const { language, textId } = addressOf(uri);
    const written = contentOf(bytes);
    if (written === undefined)
      throw vscode.FileSystemError.Unavailable(
        l10n.t('Not saved: the text is not in UTF-8. Choose "Save with Encoding" and UTF-8.'),
      );
    const session = await sessionOfOpen(uri).catch((error: unknown) => {
      throw error instanceof NotConnected
        ? vscode.FileSystemError.Unavailable(
            l10n.t("Nothing was written. {0} What you wrote stays in the editor.", error.message),
          )
        : error;
    });
    const file = files.get(key);
    if (file?.isGone === true && file.successor !== undefined && contentIn(file.successor, language) !== undefined) {
      throw vscode.FileSystemError.Unavailable(
        l10n.t(
          "Not saved: {0} is in the library again, as a new text. What you wrote stays in the editor. Above the first line, choose what to do with it.",
          file.successor.code,
        ),
      );
    }
    // An author who puts a version into the editor wants to replace the content that the service had at that time. The
    // reading that the buffer previously came from does not matter.
    const restored = file?.restored?.version === file?.ends.restored ? file?.restored : undefined;
    const base = restored?.over ?? file?.base ?? (await copies.get(copyKey(uri, session.identity)));
    if (base === undefined) {
      const theirs = await session.api.call("textlibrary.texts.get", { path: { id: textId } });
      if (contentIn(theirs, language) !== written) {
        // The library's identity is kept, because the author's decision about this conflict applies only to this
        // library.
        files.set(
          key,
          Object.assign(file ?? { ...newFile(), readings: [theirs], mtime: Date.now() }, {
            identity: session.identity,
          }),
        );
        failed.setConflict(uri, { base: undefined, mine: written, theirs, isUnwritten: true });
        throw vscode.FileSystemError.Unavailable(
          l10n.t(
            'Not saved: it is no longer known which version of the text you edited. Nothing was written. Use "Resolve" to see your version and the service\'s, and decide what to keep.',
          ),
        );
      }
    }
    const known = base ?? (await session.api.call("textlibrary.texts.get", { path: { id: textId } }));
    const content = contentIn(known, language) ?? "";
    const mine = file?.isConverted === true ? written : (file?.ends ?? new BufferEnds()).meant(written, content);
    const result = await saves.save({ owner: ownerOf(session), base: known, change: changeOf(language, mine) });
    return settle(uri, { session, written, mine, before: known }, result);
  }

  /**
   * Updates the file to the state after the save, or rejects with a message that says what to do; the buffer then stays
   * unsaved.
   */
  async function settle(
    uri: vscode.Uri,
    {
      session,
      written,
      mine,
      before,
    }: { readonly session: Session; readonly written: string; readonly mine: string; readonly before: LibraryText },
    result: WriteResult,
  ): Promise<string | undefined> {
    const owner = ownerOf(session);
    const { language } = addressOf(uri);
    const words = failureWords(result);
    const known = files.get(uri.toString());
    if (result.state === "conflict" || result.state === "overwritten") {
      failed.setConflict(uri, {
        base: before,
        mine,
        theirs: result.theirs,
        isUnwritten: result.state === "conflict" && result.error === undefined,
      });
      if (known !== undefined) known.readings = [result.theirs, ...known.readings].slice(0, 5);
    }
    if (result.state === "orphaned") {
      failed.setOrphan(uri, {
        text: withContent(before, language, mine),
        owner,
        languages: [language],
        fields: [],
        isGone: true,
      });
      if (known !== undefined) setGone(uri, known, true);
    }
    if (known !== undefined) learned.fire();
    if (words !== undefined && result.state !== "unverified") throw vscode.FileSystemError.Unavailable(words);

    const now = "text" in result ? result.text : withContent(before, language, mine);
    const file = known ?? newFile();
    file.identity = owner.identity;
    files.set(uri.toString(), file);
    started.delete(uri.toString());
    // The buffer shows what was written. If the service has more content, because others wrote too, the buffer is
    // loaded again.
    const base = withContent(now, language, mine);
    file.readings = [now, base];
    file.ends.save(written);
    Object.assign(file, { isConverted: false, unkeepable: unkeepable(mine) });
    file.saves += 1;
    setGone(uri, file, false);
    file.askedAt = Date.now();
    await rebase(uri, owner.identity, file, base);
    file.mtime = Math.max(Date.now(), file.mtime + 1);
    const isMerged = (contentIn(now, language) ?? mine) !== mine;
    if (isMerged) queueMicrotask(() => loadAgain(uri, file));
    if (words === undefined)
      window.setStatusBarMessage(
        savedWords({
          code: before.code,
          language,
          isMerged,
          where: session.isTemporary ? "temporary" : session.sandbox ? "sandbox" : "service",
          errors: errorsIn(uri),
        }),
        5000,
      );
    return words;
  }

  /** Returns the documents of a text that this window has read or saved, in all languages. */
  function filesOf({ identity, textId }: OwnText): readonly (readonly [uri: vscode.Uri, file: File])[] {
    return [...files]
      .map(([address, file]) => [vscode.Uri.parse(address), file] as const)
      .filter(([uri, file]) => file.identity === identity && addressOf(uri).textId === textId);
  }

  async function refresh(): Promise<void> {
    for (const file of files.values()) file.askedAt = 0;
    await lookAt(
      vscode.window.visibleTextEditors.map(({ document }) => document),
      { isDue: () => true },
    );
  }

  async function admit(uri: vscode.Uri): Promise<void> {
    newNames.refuse(uri);
    await permits.admit(uri);
  }

  const refuse = (what: string): never => {
    throw vscode.FileSystemError.NoPermissions(
      l10n.t(
        "{0} is only possible in the Text Library view, where the consequences can be explained first. Nothing was changed.",
        what,
      ),
    );
  };

  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    async stat(uri) {
      // The editor checks a file's folder before it writes. The check always passes, so that the write itself explains
      // a failure.
      if (parseTextPath(uri.path) === null) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      const known = files.get(uri.toString());
      if (known === undefined || (known.isGone && openDocument(uri) === undefined))
        await failsPlainly(read(uri, { loads: false }));
      const file = files.get(uri.toString());
      // VS Code checks whether a file reported as deleted is really gone. If so, VS Code keeps the file's buffer.
      if (file?.isGone === true) throw vscode.FileSystemError.FileNotFound(uri);
      const isReadonly = file !== undefined && readonlyOf(file) !== undefined;
      if (file !== undefined) file.wasReadonly = isReadonly;
      return {
        // With a constant size, VS Code never considers a file newer than its buffer. Otherwise it would refuse a save,
        // and offer to overwrite, before the guard runs.
        type: vscode.FileType.File,
        ctime: 0,
        mtime: file?.mtime ?? 0,
        size: 0,
        ...(isReadonly ? { permissions: vscode.FilePermission.Readonly } : {}),
      };
    },
    readFile: async (uri) => bytesOf(await failsPlainly(read(uri, { loads: true }))),
    writeFile: (uri, content) => failsPlainly(admit(uri).then(() => failed.during(uri, () => write(uri, content)))),
    readDirectory: () => refuse(l10n.t("Listing texts")),
    createDirectory: () => refuse(l10n.t("Creating a folder")),
    delete: () => refuse(l10n.t("Deleting a text")),
    rename: () => refuse(l10n.t("Renaming or moving a text")),
    copy: () => refuse(l10n.t("Copying a text")),
  };

  function setLanguage(document: vscode.TextDocument): void {
    if (document.uri.scheme !== textScheme || document.languageId === languageIdOf(document.uri)) return;
    void vscode.languages.setTextDocumentLanguage(document, languageIdOf(document.uri));
  }
  vscode.workspace.textDocuments.forEach(setLanguage);

  function changeEnds(document: vscode.TextDocument): void {
    files.get(document.uri.toString())?.ends.change({
      get text() {
        return document.getText();
      },
      end: document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n",
      isDirty: document.isDirty,
    });
  }

  /** A base that could not be kept on the disk matters only after a crash, so the failure is only logged. */
  const adoptOrLog = (document: vscode.TextDocument): void => {
    if (document.uri.scheme === textScheme)
      void adopt(document).catch((error: unknown) =>
        log.warn(`The base of ${document.uri.path} was not kept: ${String(error)}`),
      );
  };

  const owned = vscode.Disposable.from(
    changed,
    learned,
    saved,
    saves,
    vscode.workspace.registerFileSystemProvider(textScheme, provider, { isCaseSensitive: true }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      changeEnds(document);
      setLanguage(document);
      adoptOrLog(document);
      // VS Code asks for the permissions before it asks for the content, so the content may be newer than the
      // permissions.
      const file = files.get(document.uri.toString());
      if (file !== undefined && file.wasReadonly !== (readonlyOf(file) !== undefined)) loadAgain(document.uri, file);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      changeEnds(document);
      adoptOrLog(document);
    }),
    // If the author uses Undo while a save is running, VS Code considers the buffer saved although it is not. The
    // buffer is therefore loaded again.
    vscode.workspace.onDidSaveTextDocument((document) => {
      const file = files.get(document.uri.toString());
      if (document.uri.scheme !== textScheme || document.isDirty || file?.base === undefined) return;
      if (isShown(contentIn(file.base, addressOf(document.uri).language) ?? "", document.getText())) return;
      file.mtime += 1;
      changed.fire([{ type: vscode.FileChangeType.Changed, uri: document.uri }]);
    }),
  );

  return {
    provider,
    knownOf(uri) {
      const file = files.get(uri.toString());
      return (
        file && {
          owner:
            file.identity === undefined
              ? undefined
              : { identity: file.identity, connection: addressOf(uri).connection },
          base: file.base,
          latest: file.readings[0],
          isGone: file.isGone,
          isDeletedHere: file.identity !== undefined && wasDeletedHere(file.identity, addressOf(uri).textId),
          successor: file.successor,
          readonly: readonlyOf(file),
        }
      );
    },
    onDidLearn: learned.event,
    onDidSave: saved.event,
    async acceptSeen(uri, theirs) {
      const { identity } = await sessionOfOpen(uri);
      const file = Object.assign(files.get(uri.toString()) ?? newFile(), { identity });
      files.set(uri.toString(), file);
      if (!file.readings.includes(theirs)) file.readings = [theirs, ...file.readings].slice(0, 5);
      file.restored = undefined;
      await rebase(uri, identity, file, theirs);
    },
    async continueFrom(uri, base) {
      const known = files.get(uri.toString());
      // The base is replaced before any wait, because the next save may come at once. A document without a base is left
      // out, because it may be of another library.
      if (known?.base !== undefined) Object.assign(known, { base, restored: undefined });
      const { identity } = await sessionOfOpen(uri);
      const file = Object.assign(files.get(uri.toString()) ?? newFile(), { identity });
      files.set(uri.toString(), file);
      file.restored = undefined;
      await rebase(uri, identity, file, base);
    },
    deleted(text) {
      removed.add(`${text.identity} ${text.textId}`);
      for (const [uri, file] of filesOf(text)) setGone(uri, file, true);
      // If the deleted text was the successor of a lost text, the lost text no longer has a successor.
      for (const file of files.values())
        if (file.identity === text.identity && file.successor?.id === text.textId) file.successor = undefined;
      learned.fire();
    },
    readingsOf: (text) =>
      filesOf(text).flatMap(([, { readings, base }]) => [...readings, ...(base === undefined ? [] : [base])]),
    broughtBack(former, text) {
      for (const [uri, file] of filesOf(former)) {
        file.successor = text;
        setGone(uri, file, true);
      }
      learned.fire();
    },
    restoring(document, version) {
      const key = document.uri.toString();
      const file = files.get(key) ?? newFile();
      const [over] = file.readings;
      file.restored = over && { version, over };
      file.ends.restore(version, { before: document.getText() });
      files.set(key, file);
    },
    convert(uri) {
      const file = files.get(uri.toString());
      if (file === undefined) return;
      file.isConverted = true;
      loadAgain(uri, file);
      learned.fire();
    },
    saveDocument: (document) => permits.save(document),
    startLanguage: (uri) => void started.add(uri.toString()),
    save: (request) => saves.save(request),
    refresh,
    lookLater: (...args) => saves.lookLater(...args),
    look: lookAt,
    dispose: () => void owned.dispose(),
  };
}
