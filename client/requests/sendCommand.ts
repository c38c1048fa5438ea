/** Sends a request file: what its editor shows, saved or not, after everything that is wrong with it was told. */
import { dirname } from "node:path";
import * as vscode from "vscode";
import { documentsEnvironments, environments, operationOf, type RequestFileOperation } from "../../api/index.ts";
import { requestFileKind, type Finding } from "../../language/index.ts";
import { carryOut } from "../carryOut.ts";
import { visible } from "../consentModel.ts";
import type { Session } from "../connections/connections.ts";
import { onePerKey } from "../forms/onePerKey.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../textlib/conflicts.ts";
import { shownOf } from "./answerModel.ts";
import { openDistributionJournal, type KeptDistribution } from "./distributionJournal.ts";
import { readNamedFiles } from "./namedFilesModel.ts";
import { destinationOf, needsEnvironment, operationFiles, readRequestFile, type FilledRequest, type ReadRequestFile } from "./requestFileModel.ts";
import { askSecrets } from "./secrets.ts";
import { sendRequest, type Carry } from "./sendModel.ts";
import { showAnswer } from "./showAnswer.ts";

/** The command's action; its argument comes from the lens, from a menu, or from any other extension. */
export function sender(host: Services, sides: Sides): (argument: unknown) => Promise<void> {
  const once = onePerKey();

  async function send(document: vscode.TextDocument): Promise<void> {
    const session = await host.connections.session();
    const name = baseName(document.uri);
    const read = readRequestFile(document.getText(), name);
    if (read === undefined) throw new Error(`${name} is no request file.`);
    if ("mistakes" in read) return showMistakes(document, read.mistakes);
    const filled = await fillIn(read, document, session);
    const request = filled && (await withEnvironment(filled, read.operation, session));
    if (request === undefined) return;
    const stop = new AbortController();
    const carry: Carry = (wish) => carryOut({ session, signal: stop.signal, ...wish });
    const sent = await sendRequest(read.operation, request, {
      carry, api: session.api, signal: stop.signal, again, note: (line) => host.log.info(line),
      journal: openDistributionJournal(vscode.Uri.joinPath(host.extension.globalStorageUri, "distributions").fsPath, session.identity),
    });
    if (sent === undefined) return;
    await showAnswer(host, sides, { shown: shownOf(read.operation, sent.answer), source: document.uri, ...(sent.seen === undefined ? {} : { seen: sent.seen }) });
  }

  async function fillIn(read: ReadRequestFile, document: vscode.TextDocument, session: Session): Promise<FilledRequest | undefined> {
    const folder = vscode.workspace.getWorkspaceFolder(document.uri);
    if (read.files.length > 0 && (document.uri.scheme !== "file" || folder === undefined)) {
      throw new Error("A request that names files has to lie in a folder of the workspace itself: save it there first. Nothing was sent.");
    }
    const bytes = read.files.length === 0 ? new Map() : await readNamedFiles(read.files, read.operation, { request: document.uri.fsPath, root: folder?.uri.fsPath ?? dirname(document.uri.fsPath) });
    const draft = read.fill({ bytes, secrets: new Map() });
    const place = { session, home: (folder?.uri ?? document.uri).toString(), destination: destinationOf(draft) };
    const secrets = await askSecrets(host.extension, read.secrets.map((secret) => secret.name), place);
    return secrets && (secrets.size === 0 ? draft : read.fill({ bytes, secrets }));
  }

  return async (argument) => {
    const document = await documentOf(argument);
    if (document !== undefined) await once(document.uri.toString(), () => send(document));
  };
}

async function documentOf(argument: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri !== undefined && requestFileKind(uri.path) !== null) return vscode.workspace.openTextDocument(uri);
  const files = await vscode.workspace.findFiles(operationFiles, "**/node_modules/**", 500);
  if (files.length === 0) {
    await vscode.window.showInformationMessage('There is no request file in this workspace. "Smartform: New Request File for a Call…" makes one.');
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(files.map((file) => ({ label: vscode.workspace.asRelativePath(file), file })), { placeHolder: "Request file to send" });
  return picked && vscode.workspace.openTextDocument(picked.file);
}

async function showMistakes(document: vscode.TextDocument, mistakes: readonly Finding[]): Promise<void> {
  const [first] = mistakes;
  const more = mistakes.length > 1 ? ` And ${mistakes.length - 1} more.` : "";
  const choice = await vscode.window.showErrorMessage(`${baseName(document.uri)} cannot be sent. ${first?.message ?? "It names no operation."}${more}`, "Show");
  if (choice === undefined || first === undefined) return;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(document.positionAt(first.start), document.positionAt(first.end)) });
}

/** A call that takes an environment always names one; where the file does not, the person does. */
async function withEnvironment(request: FilledRequest, operation: RequestFileOperation, session: Session): Promise<FilledRequest | undefined> {
  if (request.environment !== undefined) return request;
  if (!needsEnvironment(operation)) return operationOf(operation).environment === "none" || session.environment === undefined ? request : { ...request, environment: session.environment };
  const all: readonly string[] = operationOf(operation).environment === "prefix" ? documentsEnvironments : environments;
  const first = all.filter((name) => name === session.environment);
  const picked = await vscode.window.showQuickPick([...first, ...all.filter((name) => !first.includes(name))], { placeHolder: `Environment in which to ${operationOf(operation).name}`, title: session.name });
  return picked === undefined ? undefined : { ...request, environment: picked };
}

async function again({ at, entry }: KeptDistribution): Promise<"same" | "new" | undefined> {
  const same = { title: "Send Again Under the Same GUID" };
  const fresh = { title: "Distribute Once More" };
  const choice = await vscode.window.showWarningMessage("This very document was sent before, and nobody knows whether it went out.", {
    modal: true, detail: `Sent ${new Date(at).toLocaleString()}: ${visible(entry.document)} of ${visible(entry.metaFile)}, in ${visible(entry.environment)}. Under the same GUID it reaches nobody twice. Once more means a second distribution.`,
  }, same, fresh);
  return choice === same ? "same" : choice === fresh ? "new" : undefined;
}

function baseName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
