/**
 * The `textlib:` file system: one file per text and language. Reading asks the service, writing is the guarded write, and everything that
 * a file system could do besides is refused with a reason. VS Code's own comparison of times and sizes is no guard and is not used as one.
 */
import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isApiError } from "../../api/index.ts";
import { parseTextPath } from "../../language/index.ts";
import { textNotification, type TextParams } from "../../server/protocol.ts";
import { withFileLock } from "../fileLock.ts";
import { guardedWrite, type Look, type Saved, type WritePorts, type WriteResult } from "../guardedWrite.ts";
import { textScheme } from "../identifiers.ts";
import { NotConnected, type Session } from "../connections/connections.ts";
import type { Journal } from "../journal.ts";
import type { Services } from "../services.ts";
import { failsPlainly } from "../plainText.ts";
import { window } from "../window.ts";
import type { Change, LibraryText } from "../writePlan.ts";
import { addressOf, languageIdOf, type TextAddress } from "./address.ts";
import type { Copies, CopyKey } from "./copies.ts";
import type { FailedSaves } from "./failedSaves.ts";
import { createLaterLooks } from "./laterLooks.ts";
import { lookUp, type Known } from "./noticeModel.ts";
import { bytesOf, changeOf, contentIn, contentOf, failureWords, isEditable, isShown, lookWords, newerReading, restoreLineEnds, withContent } from "./saveModel.ts";

export interface TextFiles extends vscode.Disposable {
  readonly provider: vscode.FileSystemProvider;
  /** What is known of an open text; undefined where it was not read in this window yet. */
  knownOf(uri: vscode.Uri): Known | undefined;
  /** After every answer of the service about an open text, and where the base of a buffer is another one. */
  readonly onDidLearn: vscode.Event<void>;
  /** After every save that told the catalog something new. */
  readonly onDidSave: vscode.Event<void>;
  /** The author has seen this reading and decides: the next save is compared with it. */
  acceptSeen(uri: vscode.Uri, theirs: LibraryText): Promise<void>;
  /** What is in the buffer came from this reading, which may be older than what the service holds: the next save is compared with it. */
  continueFrom(uri: vscode.Uri, base: LibraryText): Promise<void>;
  /** A language that the text does not have yet opens as an empty document; nothing is written before it is saved. */
  startLanguage(uri: vscode.Uri): void;
  /** Any change of a text, through the guard. `heldBy`: what has written the change down already; without it the journal does. */
  save(request: { readonly connection: string; readonly base: LibraryText; readonly change: Change; readonly heldBy?: Journal }): Promise<WriteResult>;
  /** What a window that ended early had saved is looked at some seconds later, as every save is. */
  lookLater(saved: Saved, ports: Pick<WritePorts, "api">): void;
  /**
   * Looks at what these documents show: one reading for all languages of a text. Documents without changes take what the service holds; those with
   * changes keep what they have. An answer that does not come changes nothing. `isDue` leaves out what was asked for lately.
   */
  look(documents: readonly vscode.TextDocument[], options: { readonly isDue: (askedAt: number) => boolean }): Promise<void>;
  /** Looks at what is visible now, and at every other open text when it is visible next. */
  refresh(): Promise<void>;
}

interface File {
  /** What the service said, newest first, as far back as the base: an unchanged buffer shows one of them. */
  readings: readonly LibraryText[];
  /** What the buffer came from, and the base of its next save. */
  base: LibraryText | undefined;
  /** How many saves came to an end. */
  saves: number;
  /** The service said that it does not show the text, and said nothing else since. */
  isGone: boolean;
  /** When the service was asked for it last. */
  askedAt: number;
  mtime: number;
  readonly: boolean;
}

const newFile = (): File => ({ readings: [], base: undefined, saves: 0, isGone: false, askedAt: 0, mtime: 0, readonly: false });

export interface TextFilesParts {
  readonly journal: Journal;
  readonly copies: Copies;
  readonly failed: FailedSaves;
}

export function createTextFiles({ connections, server, log, extension }: Services, { journal, copies, failed }: TextFilesParts): TextFiles {
  const files = new Map<string, File>();
  const started = new Set<string>();
  const looks = createLaterLooks(log, tellLook);
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const learned = new vscode.EventEmitter<void>();
  const saved = new vscode.EventEmitter<void>();
  const locks = vscode.Uri.joinPath(extension.globalStorageUri, "locks").fsPath;

  const openDocument = (uri: vscode.Uri): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

  /** Asks the service, or shows the last known copy where it cannot be reached. `loads`: the editor takes the content for a buffer. */
  async function read(uri: vscode.Uri, { loads }: { readonly loads: boolean }): Promise<string> {
    const address = addressOf(uri);
    const saves = files.get(uri.toString())?.saves;
    const { session, text, problem } = await fetchText(address);
    // An answer from before a save that ended meanwhile would bring the old content back.
    if (files.get(uri.toString())?.saves !== saves) return read(uri, { loads });
    if (text === undefined) throw vscode.FileSystemError.Unavailable(problem);
    if (problem !== undefined) {
      void window.showWarningMessage(l10n.t("{0} ({1}) is shown as it was last read. {2}", text.code, address.language, problem));
    }
    const content = contentIn(text, address.language);
    if (content === undefined && !started.has(uri.toString())) {
      throw vscode.FileSystemError.FileNotFound(l10n.t("{0} has no content in {1}. Add the language in the Text Library first.", text.code, address.language));
    }
    await remember(uri, session.identity, text, { content: content ?? "", loads });
    return content ?? "";
  }

  async function fetchText(address: TextAddress): Promise<{ readonly session: { readonly identity: string }; readonly text: LibraryText | undefined; readonly problem?: string }> {
    const session = await connections.session({ name: address.connection });
    try {
      return { session, text: await session.api.call("textlibrary.texts.get", { path: { id: address.textId } }) };
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === "not-found") throw vscode.FileSystemError.FileNotFound(l10n.t("The service does not show this text to this client any more: it may be missing, private or of another company."));
      return { session, text: await copies.last({ identity: session.identity, ...address }), problem: error.message };
    }
  }

  async function remember(uri: vscode.Uri, identity: string, text: LibraryText, { content, loads }: { readonly content: string; readonly loads: boolean }): Promise<void> {
    const key = uri.toString();
    const known = files.get(key);
    const document = openDocument(uri);
    const isNew = known === undefined || (contentIn(known.readings[0] ?? text, addressOf(uri).language) ?? "") !== content;
    const file: File = known ?? { ...newFile(), mtime: Date.now() };
    file.readings = [text, ...file.readings].slice(0, 5);
    file.isGone = false;
    file.askedAt = Date.now();
    file.readonly = !isEditable(content);
    files.set(key, file);
    learned.fire();
    // An unsaved buffer goes on from what it came from; only what VS Code loads anew takes the new reading as its base.
    if (loads && document === undefined) await rebase(uri, identity, file, text);
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
    return { identity, textId, language, path: uri.path };
  }

  async function lookAt(documents: readonly vscode.TextDocument[], { isDue }: { readonly isDue: (askedAt: number) => boolean }): Promise<void> {
    const due = [...new Set(documents)].filter(({ uri }) => uri.scheme === textScheme && isDue(files.get(uri.toString())?.askedAt ?? 0));
    const texts = Map.groupBy(due, ({ uri }) => JSON.stringify([uri.authority, uri.query]));
    await Promise.all([...texts.values()].map(lookAtText));
  }

  /** All languages of one text, which `documents` are of. */
  async function lookAtText(documents: readonly vscode.TextDocument[]): Promise<void> {
    const [{ uri: { authority: connection, query: textId } }] = documents as [vscode.TextDocument];
    const asked = documents.map((document) => ({ document, saves: files.get(document.uri.toString())?.saves }));
    for (const { uri } of documents) {
      const file = files.get(uri.toString());
      if (file !== undefined) file.askedAt = Date.now();
    }
    const session = await sessionOrNone(connection);
    const text = session && await lookUp(session.api, textId);
    if (session === undefined || text === undefined) return;
    for (const { document, saves } of asked) {
      // An answer from before a save that ended meanwhile says nothing of now; neither does one to a document that was closed.
      if (document.isClosed || files.get(document.uri.toString())?.saves !== saves) continue;
      await hear(document, session.identity, text);
    }
  }

  /** undefined where nobody is signed in: nothing is asked then, and nothing is known. */
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
    // A buffer that came back with the window goes on from what it came from.
    const file = known ?? { ...newFile(), base: await copies.get(copyKey(uri, identity)) };
    files.set(uri.toString(), file);
    const before = file.isGone ? null : file.readings[0];
    if (JSON.stringify(text) !== JSON.stringify(before)) {
      await server.notify(textNotification, { textId, text } satisfies TextParams);
      saved.fire();
    }
    const content = text === null ? undefined : contentIn(text, language);
    if (text !== null && content !== undefined) return remember(uri, identity, text, { content, loads: true });
    // What the author has open is never taken away: it stays as it is, and says what happened.
    if (text === null) file.isGone = true;
    else file.readings = [text, ...file.readings].slice(0, 5);
    learned.fire();
  }

  /** Has VS Code take the content for a buffer without changes. */
  function loadAgain(uri: vscode.Uri, file: File): void {
    file.mtime = Math.max(Date.now(), file.mtime + 1);
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** A buffer that VS Code loaded again shows a newer reading: that one is the base of what is typed into it. */
  async function adopt(document: vscode.TextDocument): Promise<void> {
    const file = files.get(document.uri.toString());
    if (file === undefined || document.isDirty) return;
    const { connection, language } = addressOf(document.uri);
    const shown = newerReading(file, { language, shown: document.getText() });
    const latest = file.readings[0] && contentIn(file.readings[0], language);
    // An undo took it back to before the service had something else: without changes, it takes that.
    if (latest !== undefined && !file.readonly && !isShown(latest, document.getText())) loadAgain(document.uri, file);
    if (shown === undefined) return;
    file.base = shown;
    const { identity } = await connections.session({ name: connection });
    await rebase(document.uri, identity, file, shown);
  }

  /** Resolves with what has to be said although nothing was refused. */
  async function write(uri: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
    const key = uri.toString();
    const { connection, language, textId } = addressOf(uri);
    const written = contentOf(bytes);
    if (written === undefined) throw vscode.FileSystemError.Unavailable(l10n.t("Not saved: the text is not in UTF-8. Choose \"Save with Encoding\" and UTF-8."));
    const session = await connections.session({ name: connection });
    const file = files.get(key);
    const base = file?.base ?? await copies.get(copyKey(uri, session.identity));
    if (base === undefined) {
      const theirs = await session.api.call("textlibrary.texts.get", { path: { id: textId } });
      if (contentIn(theirs, language) !== written) {
        failed.setConflict(uri, { base: undefined, mine: written, theirs });
        throw vscode.FileSystemError.Unavailable(l10n.t("Not saved: it is not known any more which version of the text this one came from. Nothing was written. Use \"Resolve\" to see both and decide."));
      }
    }
    const known = base ?? await session.api.call("textlibrary.texts.get", { path: { id: textId } });
    const mine = restoreLineEnds(contentIn(known, language) ?? "", written);
    const result = await save({ connection, base: known, change: changeOf(language, mine) });
    return settle(uri, session.identity, mine, known, result);
  }

  /** Brings the file into the state that the save left, or rejects with what to do: the buffer then stays unsaved. */
  async function settle(uri: vscode.Uri, identity: string, mine: string, base: LibraryText, result: WriteResult): Promise<string | undefined> {
    const { language } = addressOf(uri);
    const words = failureWords(result);
    const known = files.get(uri.toString());
    if (result.state === "conflict" || result.state === "overwritten") {
      failed.setConflict(uri, { base, mine, theirs: result.theirs });
      if (known !== undefined) known.readings = [result.theirs, ...known.readings].slice(0, 5);
    }
    if (result.state === "orphaned") {
      failed.setOrphan(uri, { mine, base });
      if (known !== undefined) known.isGone = true;
    }
    if (known !== undefined) learned.fire();
    if (words !== undefined && result.state !== "unverified") throw vscode.FileSystemError.Unavailable(words);

    const now = "text" in result ? result.text : withContent(base, language, mine);
    const file = known ?? newFile();
    files.set(uri.toString(), file);
    started.delete(uri.toString());
    // The buffer shows what was written. Where the service holds more, because others wrote too, it is loaded again.
    const written = withContent(now, language, mine);
    file.readings = [now, written];
    file.saves += 1;
    file.isGone = false;
    file.askedAt = Date.now();
    await rebase(uri, identity, file, written);
    file.mtime = Math.max(Date.now(), file.mtime + 1);
    const merged = contentIn(now, language) ?? mine;
    if (merged === mine) return words;
    queueMicrotask(() => loadAgain(uri, file));
    window.setStatusBarMessage(l10n.t("Saved and merged with a change that somebody else made."), 5000);
    return words;
  }

  async function save({ connection, base, change, heldBy = journal }: Parameters<TextFiles["save"]>[0]): Promise<WriteResult> {
    const session = await connections.session({ name: connection });
    const ports: WritePorts = {
      api: session.api, journal: heldBy,
      lock: (key, work, options) => withFileLock(vscode.Uri.joinPath(vscode.Uri.file(locks), `${nameOf(key)}.sqlite`).fsPath, work, options),
      step: (step) => log.debug(`save of ${base.code}: ${step}`),
    };
    const result = await guardedWrite({ identity: session.identity, connection, base, change }, ports);
    log.info(`save of ${base.code} on ${connection} (${session.host}): ${result.state}${change.translations?.size ? `, languages ${[...change.translations.keys()].join(", ")}` : ""}`);
    if ("text" in result) await server.notify(textNotification, { textId: base.id, text: result.text } satisfies TextParams);
    if (result.state === "orphaned") await server.notify(textNotification, { textId: base.id, text: null } satisfies TextParams);
    if ("text" in result || result.state === "orphaned") saved.fire();
    looks.after(base, result, ports);
    return result;
  }

  async function tellLook(look: Look, { id, code }: LibraryText): Promise<void> {
    const words = lookWords(code, look);
    if (words === undefined) return;
    await server.notify(textNotification, { textId: id, text: look.state === "changed" ? look.theirs : null } satisfies TextParams);
    await lookAt(vscode.workspace.textDocuments.filter(({ uri }) => uri.query === id), { isDue: () => true });
    saved.fire();
    await window.showWarningMessage(words);
  }

  async function refresh(): Promise<void> {
    for (const file of files.values()) file.askedAt = 0;
    await lookAt(vscode.window.visibleTextEditors.map(({ document }) => document), { isDue: () => true });
  }

  const refuse = (what: string): never => {
    throw vscode.FileSystemError.NoPermissions(l10n.t("{0} is done in the Text Library view, where it can be explained first. Nothing was changed.", what));
  };

  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    async stat(uri) {
      // The editor looks for a file's folder before it writes; a failure is then the write's own to explain.
      if (parseTextPath(uri.path) === null) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      if (!files.has(uri.toString())) await failsPlainly(read(uri, { loads: false }));
      const file = files.get(uri.toString());
      return {
        // Where the size is always the same, VS Code takes no file for newer than its buffer: it would refuse a save, and offer to overwrite, before the guard is asked.
        type: vscode.FileType.File, ctime: 0, mtime: file?.mtime ?? 0, size: 0,
        ...(file?.readonly === true ? { permissions: vscode.FilePermission.Readonly } : {}),
      };
    },
    readFile: async (uri) => bytesOf(await failsPlainly(read(uri, { loads: true }))),
    writeFile: (uri, content) => failsPlainly(failed.during(uri, () => write(uri, content))),
    readDirectory: () => refuse(l10n.t("Listing texts")),
    createDirectory: () => refuse(l10n.t("Making a folder")),
    delete: () => refuse(l10n.t("Deleting a text")),
    rename: () => refuse(l10n.t("Renaming or moving a text")),
    copy: () => refuse(l10n.t("Copying a text")),
  };

  function setLanguage(document: vscode.TextDocument): void {
    if (document.uri.scheme !== textScheme || document.languageId === languageIdOf(document.uri)) return;
    void vscode.languages.setTextDocumentLanguage(document, languageIdOf(document.uri));
  }
  vscode.workspace.textDocuments.forEach(setLanguage);

  /** A base that could not be kept on the disk only matters after a crash; it is told in the log. */
  const adoptOrLog = (document: vscode.TextDocument): void => {
    if (document.uri.scheme === textScheme) void adopt(document).catch((error: unknown) => log.warn(`The base of ${document.uri.path} was not kept: ${String(error)}`));
  };

  const owned = vscode.Disposable.from(
    changed, learned, saved, looks,
    vscode.workspace.registerFileSystemProvider(textScheme, provider, { isCaseSensitive: true }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      setLanguage(document);
      adoptOrLog(document);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => adoptOrLog(document)),
    // An undo while the save was under way leaves VS Code with a buffer that it takes for saved: it is loaded again, as files on disk are.
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
      return file && { base: file.base, latest: file.readings[0], isGone: file.isGone };
    },
    onDidLearn: learned.event, onDidSave: saved.event,
    async acceptSeen(uri, theirs) {
      const { identity } = await connections.session({ name: addressOf(uri).connection });
      const file = files.get(uri.toString()) ?? newFile();
      files.set(uri.toString(), file);
      if (!file.readings.includes(theirs)) file.readings = [theirs, ...file.readings].slice(0, 5);
      await rebase(uri, identity, file, theirs);
    },
    async continueFrom(uri, base) {
      const file = files.get(uri.toString()) ?? newFile();
      files.set(uri.toString(), file);
      // Before anything is waited for: the next save may come at once.
      file.base = base;
      const { identity } = await connections.session({ name: addressOf(uri).connection });
      await rebase(uri, identity, file, base);
    },
    startLanguage: (uri) => void started.add(uri.toString()),
    save, refresh,
    lookLater: ({ before, text }, ports) => looks.after(before, { state: "unchanged", before, text }, ports),
    look: lookAt,
    dispose: () => void owned.dispose(),
  };
}

/** A file name for any key. */
function nameOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}
