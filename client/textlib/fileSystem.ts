/**
 * The `textlib:` file system: one file per text and language. Reading asks the service, writing is the guarded write, and everything that
 * a file system could do besides is refused with a reason. VS Code's own comparison of times and sizes is no guard and is not used as one.
 */
import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { isApiError } from "../../api/index.ts";
import { parseTextPath } from "../../language/index.ts";
import { textNotification, type TextParams } from "../../server/protocol.ts";
import { withFileLock } from "../fileLock.ts";
import { createSaved, guardedWrite, lookAgain, type Saved, type WritePorts, type WriteResult } from "../guardedWrite.ts";
import { commands, contexts, textScheme } from "../identifiers.ts";
import type { Journal } from "../journal.ts";
import type { Services } from "../services.ts";
import { failsPlainly } from "../plainText.ts";
import { window } from "../window.ts";
import type { Change, LibraryText } from "../writePlan.ts";
import { addressOf, languageIdOf, type TextAddress } from "./address.ts";
import type { Copies } from "./copies.ts";
import { bytesOf, changeOf, contentIn, contentOf, failureWords, isEditable, isShown, lookWords, newerReading, restoreLineEnds, withContent } from "./saveModel.ts";

export interface TextFiles extends vscode.Disposable {
  readonly provider: vscode.FileSystemProvider;
  /** The two sides of a save that was refused; undefined where there is none. */
  conflictOf(uri: vscode.Uri): SaveConflict | undefined;
  readonly onDidChangeConflicts: vscode.Event<void>;
  /** The reading that the buffer came from; undefined where nobody remembers. */
  baseOf(uri: vscode.Uri): LibraryText | undefined;
  /** After every save that told the catalog something new. */
  readonly onDidSave: vscode.Event<void>;
  /** The author has seen this reading and decides: the next save is compared with it. */
  acceptSeen(uri: vscode.Uri, theirs: LibraryText): Promise<void>;
  /** A language that the text does not have yet opens as an empty document; nothing is written before it is saved. */
  startLanguage(uri: vscode.Uri): void;
  /** Any change of a text, through the guard. `heldBy`: what has written the change down already; without it the journal does. */
  save(request: { readonly connection: string; readonly base: LibraryText; readonly change: Change; readonly heldBy?: Journal }): Promise<WriteResult>;
  /** Reads again what is open and unchanged. */
  refresh(): Promise<void>;
}

export interface SaveConflict {
  /** The text as the author knew it; undefined where nobody remembers. */
  readonly base: LibraryText | undefined;
  readonly mine: string;
  readonly theirs: LibraryText;
}

/** Milliseconds: longer than the time between somebody else's reading and writing. */
const lookAfter = 10_000;

interface File {
  /** What the service said, newest first, as far back as the base: an unchanged buffer shows one of them. */
  readings: readonly LibraryText[];
  /** What the buffer came from, and the base of its next save. */
  base: LibraryText | undefined;
  /** How many saves came to an end. */
  saves: number;
  mtime: number;
  size: number;
  readonly: boolean;
}

const newFile = (): File => ({ readings: [], base: undefined, saves: 0, mtime: 0, size: 0, readonly: false });

export function createTextFiles({ connections, server, log, extension }: Services, { journal, copies }: { readonly journal: Journal; readonly copies: Copies }): TextFiles {
  const files = new Map<string, File>();
  const conflicts = new Map<string, SaveConflict>();
  const started = new Set<string>();
  const looks = new Map<string, { readonly saved: Saved; readonly timer: NodeJS.Timeout }>();
  const rememberSave = createSaved();
  /** Documents whose author is being asked, so that saving by itself does not ask again and again. */
  const asked = new Set<string>();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const conflictsChanged = new vscode.EventEmitter<void>();
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
      void window.showWarningMessage(`${text.code} (${address.language}) is shown as it was last read. ${problem}`);
    }
    const content = contentIn(text, address.language);
    if (content === undefined && !started.has(uri.toString())) {
      throw vscode.FileSystemError.FileNotFound(`${text.code} has no content in ${address.language}. Add the language in the Text Library first.`);
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
      if (error.code === "not-found") throw vscode.FileSystemError.FileNotFound("The service does not show this text to this client any more: it may be missing, private or of another company.");
      return { session, text: await copies.get({ identity: session.identity, ...address }), problem: error.message };
    }
  }

  async function remember(uri: vscode.Uri, identity: string, text: LibraryText, { content, loads }: { readonly content: string; readonly loads: boolean }): Promise<void> {
    const key = uri.toString();
    const known = files.get(key);
    const document = openDocument(uri);
    const size = bytesOf(content).length;
    const isNew = known === undefined || (contentIn(known.readings[0] ?? text, addressOf(uri).language) ?? "") !== content;
    // An unsaved buffer that outlived a crash is older than nothing: VS Code would offer to overwrite before the guard is asked.
    const file: File = known ?? { ...newFile(), mtime: document?.isDirty === true ? 0 : Date.now(), size };
    file.readings = [text, ...file.readings].slice(0, 5);
    file.readonly = !isEditable(content);
    files.set(key, file);
    // An unsaved buffer goes on from what it came from; only what VS Code loads anew takes the new reading as its base.
    if (loads && document === undefined) await rebase(uri, identity, file, text);
    if (document?.isDirty === true || !isNew) return;
    file.size = size;
    file.mtime = Math.max(Date.now(), file.mtime + 1);
    if (document !== undefined) changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async function rebase(uri: vscode.Uri, identity: string, file: File, base: LibraryText): Promise<void> {
    file.base = base;
    const { textId, language } = addressOf(uri);
    await copies.set({ identity, textId, language }, base);
  }

  /** A buffer that VS Code loaded again shows a newer reading: that one is the base of what is typed into it. */
  async function adopt(document: vscode.TextDocument): Promise<void> {
    const file = files.get(document.uri.toString());
    if (file === undefined || document.isDirty) return;
    const { connection, language } = addressOf(document.uri);
    const shown = newerReading(file, { language, shown: document.getText() });
    if (shown === undefined) return;
    file.base = shown;
    const { identity } = await connections.session({ name: connection });
    await rebase(document.uri, identity, file, shown);
  }

  async function write(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const key = uri.toString();
    const { connection, language, textId } = addressOf(uri);
    const written = contentOf(bytes);
    if (written === undefined) throw vscode.FileSystemError.Unavailable("Not saved: the text is not in UTF-8. Choose \"Save with Encoding\" and UTF-8.");
    const session = await connections.session({ name: connection });
    const file = files.get(key);
    const base = file?.base ?? await copies.get({ identity: session.identity, textId, language });
    if (base === undefined) {
      const theirs = await session.api.call("textlibrary.texts.get", { path: { id: textId } });
      if (contentIn(theirs, language) !== written) {
        setConflict(uri, { base: undefined, mine: written, theirs });
        throw vscode.FileSystemError.Unavailable("Not saved: it is not known any more which version of the text this one came from. Nothing was written. Use \"Resolve\" to see both and decide.");
      }
    }
    const known = base ?? await session.api.call("textlibrary.texts.get", { path: { id: textId } });
    const mine = restoreLineEnds(contentIn(known, language) ?? "", written);
    const result = await save({ connection, base: known, change: changeOf(language, mine) });
    await settle(uri, session.identity, mine, known, result);
  }

  /** Brings the file into the state that the save left, or rejects with what to do: the buffer then stays unsaved. */
  async function settle(uri: vscode.Uri, identity: string, mine: string, base: LibraryText, result: WriteResult): Promise<void> {
    const { language } = addressOf(uri);
    const words = failureWords(result);
    if (result.state === "conflict" || result.state === "overwritten") setConflict(uri, { base, mine, theirs: result.theirs });
    if (result.state === "orphaned") void offerNewText(uri, mine, base);
    if (result.state === "unverified") void window.showWarningMessage(words ?? "");
    if (words !== undefined && result.state !== "unverified") throw vscode.FileSystemError.Unavailable(words);

    const now = "text" in result ? result.text : withContent(base, language, mine);
    const file = files.get(uri.toString()) ?? newFile();
    files.set(uri.toString(), file);
    started.delete(uri.toString());
    // The buffer shows what was written. Where the service holds more, because others wrote too, it is loaded again.
    const written = withContent(now, language, mine);
    file.readings = [now, written];
    file.saves += 1;
    await rebase(uri, identity, file, written);
    file.mtime = Math.max(Date.now(), file.mtime + 1);
    file.size = bytesOf(mine).length;
    setConflict(uri, undefined);
    const merged = contentIn(now, language) ?? mine;
    if (merged === mine) return;
    queueMicrotask(() => {
      file.mtime += 1;
      file.size = bytesOf(merged).length;
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    });
    window.setStatusBarMessage("Saved and merged with a change that somebody else made.", 5000);
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
    const left = rememberSave(base, result);
    if (left !== undefined) lookLater(left, ports);
    return result;
  }

  /** One look for all saves of a text that follow each other closely; the first one knows what they began with. */
  function lookLater({ before, text }: Saved, ports: WritePorts): void {
    const earlier = looks.get(text.id);
    clearTimeout(earlier?.timer);
    const look = { before: earlier?.saved.before ?? before, text };
    const timer = setTimeout(() => {
      looks.delete(text.id);
      lookNow(look, ports).catch((error: unknown) => log.warn(`${text.code} was not looked at again after it was saved: ${String(error)}`));
    }, lookAfter);
    looks.set(text.id, { saved: look, timer });
  }

  async function lookNow(look: Saved, ports: WritePorts): Promise<void> {
    const now = await lookAgain(look, ports);
    const words = lookWords(look.text.code, now);
    if (words === undefined) return;
    await server.notify(textNotification, { textId: look.text.id, text: now.state === "changed" ? now.theirs : null } satisfies TextParams);
    await refresh(look.text.id);
    saved.fire();
    await window.showWarningMessage(words);
  }

  /** Reads again what is open and unchanged: of one text, or all. */
  async function refresh(textId?: string): Promise<void> {
    const clean = vscode.workspace.textDocuments.filter(({ uri, isDirty }) => uri.scheme === textScheme && !isDirty && (textId === undefined || addressOf(uri).textId === textId));
    await Promise.allSettled(clean.map(({ uri }) => read(uri, { loads: true })));
  }

  async function offerNewText(uri: vscode.Uri, mine: string, base: LibraryText): Promise<void> {
    const choice = await window.showWarningMessage(`${base.code} is not shown by the service any more. What you wrote is kept here.`, "Save as New Text");
    if (choice !== undefined) await vscode.commands.executeCommand(commands.restoreText, { text: withContent(base, addressOf(uri).language, mine) });
  }

  function setConflict(uri: vscode.Uri, conflict: SaveConflict | undefined): void {
    if (conflict === undefined) conflicts.delete(uri.toString());
    else conflicts.set(uri.toString(), conflict);
    void vscode.commands.executeCommand("setContext", contexts.conflicts, Object.fromEntries([...conflicts.keys()].map((key) => [key, true])));
    conflictsChanged.fire();
    if (conflict !== undefined) void askToResolve(uri);
  }

  async function askToResolve(uri: vscode.Uri): Promise<void> {
    if (asked.has(uri.toString())) return;
    asked.add(uri.toString());
    const choice = await window.showWarningMessage("The text was changed by somebody else as well. Nothing of yours was written, and nothing of theirs is lost.", "Resolve");
    asked.delete(uri.toString());
    if (choice !== undefined) await vscode.commands.executeCommand(commands.resolveConflict, uri);
  }

  const refuse = (what: string): never => {
    throw vscode.FileSystemError.NoPermissions(`${what} is done in the Text Library view, where it can be explained first. Nothing was changed.`);
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
        type: vscode.FileType.File, ctime: 0, mtime: file?.mtime ?? 0, size: file?.size ?? 0,
        ...(file?.readonly === true ? { permissions: vscode.FilePermission.Readonly } : {}),
      };
    },
    readFile: async (uri) => bytesOf(await failsPlainly(read(uri, { loads: true }))),
    writeFile: (uri, content) => failsPlainly(write(uri, content)),
    readDirectory: () => refuse("Listing texts"),
    createDirectory: () => refuse("Making a folder"),
    delete: () => refuse("Deleting a text"),
    rename: () => refuse("Renaming or moving a text"),
    copy: () => refuse("Copying a text"),
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
    changed, conflictsChanged, saved,
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
    conflictOf: (uri) => conflicts.get(uri.toString()),
    onDidChangeConflicts: conflictsChanged.event,
    baseOf: (uri) => files.get(uri.toString())?.base,
    onDidSave: saved.event,
    async acceptSeen(uri, theirs) {
      const { identity } = await connections.session({ name: addressOf(uri).connection });
      const file = files.get(uri.toString()) ?? newFile();
      files.set(uri.toString(), file);
      file.readings = [theirs, ...file.readings].slice(0, 5);
      await rebase(uri, identity, file, theirs);
    },
    startLanguage: (uri) => void started.add(uri.toString()),
    save,
    refresh: () => refresh(),
    dispose() {
      for (const { timer } of looks.values()) clearTimeout(timer);
      owned.dispose();
    },
  };
}

/** A file name for any key. */
function nameOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}
