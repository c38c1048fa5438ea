/**
 * Sends a request file as its editor shows it, saved or not. If anything is wrong with the file, reports that instead.
 */
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { basename } from "node:path/posix";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { operationOf } from "../../api/index.ts";
import type { OrderFacts, RequestFileOperation } from "../../api/index.ts";
import { requestFileKind } from "../../language/index.ts";
import type { Finding } from "../../language/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import type { Session } from "../connections/session.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import { asDistribution } from "../sending/distributionModel.ts";
import { memoryOf } from "../sending/memory.ts";
import { remembering } from "../sending/memoryModel.ts";
import type { Started } from "../records/editorsModel.ts";
import { listingOf } from "../records/listingModel.ts";
import type { Listing } from "../records/listingModel.ts";
import { onePerKey } from "../calls/onePerKey.ts";
import type { TestForm, TestForms } from "../records/testForms.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import type { MakeOrder } from "../sending/makeOrder.ts";
import type { SendFile, SendOptions } from "../sending/sendFile.ts";
import { showMistakes } from "../sending/showMistakes.ts";
import { pickFile } from "../window/pickFile.ts";
import { window } from "../window/window.ts";
import { shownOf } from "./answerModel.ts";
import { readNamedFiles } from "./namedFilesModel.ts";
import { destinationOf, environmentsFor, needsEnvironment, readRequestFile } from "./requestFileModel.ts";
import { operationFiles } from "../sending/requestFiles.ts";
import type { ReadRequestFile } from "./requestFileModel.ts";
import type { FilledRequest } from "../sending/requestFiles.ts";
import { askSecrets } from "./secrets.ts";
import { clientFor, inEnvironmentOf, sendRequest } from "../sending/sendModel.ts";
import type { Carry } from "../sending/sendModel.ts";
import { showAnswer } from "./showAnswer.ts";

interface Sender {
  /** The command's action; its argument comes from the lens, a menu or any other extension. */
  readonly run: (argument: unknown) => Promise<void>;
  readonly sendFile: SendFile;
}

/** What other features do for request files. */
export interface Neighbours {
  readonly sides: Sides;
  readonly makeOrder: MakeOrder;
  readonly forms: TestForms;
  /** Adds a started session to the Documents view. */
  readonly sessionStarted: SessionStarted;
}

type SessionStarted = (
  session: Session,
  started: {
    readonly environment: string | undefined;
    readonly environmentGroup: string | undefined;
    readonly body: unknown;
    readonly answer: Started;
    readonly at: Date;
  },
) => Promise<void>;

export function sender(host: Services, { sides, makeOrder, forms, sessionStarted }: Neighbours): Sender {
  const once = onePerKey();
  /** For each request file whose order has an unknown outcome: the ISO time of the last attempt to send the order. */
  const lost = new Map<string, string>();

  /**
   * Does not show the outcome, but returns a function that does: the file can be sent again while the person reads the
   * outcome.
   */
  async function send(
    document: vscode.TextDocument,
    { distributes = false, kept, owner }: SendOptions,
  ): Promise<(() => Promise<void>) | undefined> {
    const session = await host.connections.session({ owner });
    const name = basename(document.uri.path);
    const read = readRequestFile(document.getText(), name);
    if (read === undefined) throw new Error(l10n.t("{0} is not a request file.", name));
    if ("mistakes" in read) return () => showMistakes(document, wordsOf(read.mistakes), read.mistakes);
    const filled = await fillIn(distributes ? { ...read, secrets: [] } : read, document, session);
    if (filled === undefined) return undefined;
    const { operation, request: asked } = distributes
      ? asDistribution(read.operation, filled)
      : { operation: read.operation, request: filled };
    const request =
      kept === undefined
        ? await withEnvironment(asked, operation, session)
        : { ...asked, environment: kept.entry.environment };
    if (request === undefined) return undefined;
    const stop = new AbortController();
    const at = new Date();
    const carry: Carry = async (wish) =>
      carryOut({
        session: await clientFor(wish.operation, {
          standard: session,
          audit: () => host.connections.auditSession({ owner }),
        }),
        signal: stop.signal,
        ...wish,
      });
    const sent = await remembering(
      memoryOf(host, session, { source: document.uri, kept }),
      (ports) =>
        sendRequest(operation, request, {
          carry,
          api: session.api,
          signal: stop.signal,
          order: (facts) => order(facts, { session, uri: document.uri }),
          listForm: (wish) => listForm(wish, { session, name }),
          ...ports,
        }),
      { operation, request },
    );
    if (
      sent &&
      (operation === "documents.sessions.create" || operation === "documents.sessions.createJson") &&
      sent.answer !== null
    ) {
      // The service's answer is valid even if this computer cannot write it down, so a failure to write is only logged.
      await sessionStarted(session, {
        environment: request.environment,
        environmentGroup: request.environmentGroup,
        body: request.body,
        answer: sent.answer as Started,
        at,
      }).catch((error: unknown) =>
        host.log.warn(`The editing session that was started could not be taken into the view: ${String(error)}`),
      );
    }
    return (
      sent &&
      (async () => {
        await showAnswer(host, sides, {
          shown: shownOf(operation, sent.answer),
          source: document.uri,
          session,
          environment: request.environment,
          environmentGroup: request.environmentGroup,
        });
        if (sent.made !== undefined) await tellMade(sent.made);
      })
    );
  }

  const listForm = (
    request: FilledRequest,
    { session, name }: { readonly session: Session; readonly name: string },
  ): Listing =>
    listingOf(forms, request, {
      name: session.name,
      identity: session.identity,
      title: name.replace(/\.forms\.json$/i, ""),
      marker: randomUUID(),
      now: new Date(),
    });

  async function order(
    facts: OrderFacts,
    { session, uri }: { readonly session: Session; readonly uri: vscode.Uri },
  ): Promise<void> {
    const key = uri.toString();
    const made = await makeOrder({ session, facts, sentBefore: lost.get(key) });
    if (made.kind === "unknown") lost.set(key, made.sentAt);
    if (made.kind === "created") lost.delete(key);
  }

  async function fillIn(
    read: ReadRequestFile,
    document: vscode.TextDocument,
    session: Session,
  ): Promise<FilledRequest | undefined> {
    const folder = vscode.workspace.getWorkspaceFolder(document.uri);
    if (read.files.length > 0 && (document.uri.scheme !== "file" || folder === undefined)) {
      throw new Error(
        l10n.t(
          "This request refers to files, so it must be in a workspace folder. Nothing was sent. Save the request in a workspace folder, and try again.",
        ),
      );
    }
    const bytes =
      read.files.length === 0
        ? new Map()
        : await readNamedFiles(read.files, read.operation, {
            request: document.uri.fsPath,
            root: folder?.uri.fsPath ?? dirname(document.uri.fsPath),
          });
    const draft = read.fill({ bytes, secrets: new Map() });
    const place = { session, home: (folder?.uri ?? document.uri).toString(), destination: destinationOf(draft) };
    const secrets = await askSecrets(
      host.extension,
      read.secrets.map((secret) => secret.name),
      place,
    );
    return secrets && (secrets.size === 0 ? draft : read.fill({ bytes, secrets }));
  }

  async function sendFile(document: vscode.TextDocument, options: SendOptions): Promise<void> {
    const tell = await once(document.uri.toString(), () => send(document, options));
    await tell?.();
  }

  return {
    sendFile,
    async run(address) {
      const owner = ownerOf(await host.connections.session());
      const document = await documentOf(address);
      if (document === undefined) return;
      await host.connections.here(owner);
      await sendFile(document, { owner });
    },
  };
}

/** Says that a form was made, because the PDF does not show that a form stays on the service. */
async function tellMade(form: TestForm): Promise<void> {
  if (
    (await window.showInformationMessage(
      l10n.t(
        "A form was created and is listed in Test Forms. The service returned the PDF of the form, but not the id of the form. To open or delete the form, find its id first.",
      ),
      l10n.t("Find Form Whose Id Is Not Known…"),
    )) !== undefined
  ) {
    await vscode.commands.executeCommand(commands.findTestForm, { kind: "lost", form });
  }
}

async function documentOf(argument: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri !== undefined && requestFileKind(uri.path) !== null) return vscode.workspace.openTextDocument(uri);
  const picked = await pickFile(operationFiles, {
    none: l10n.t(
      'There is no request file in this workspace. Use "Smartform Forms: New Request File for a Call…" to create one.',
    ),
    placeHolder: l10n.t("Request file to send"),
  });
  return picked && vscode.workspace.openTextDocument(picked);
}

/** The first finding in full, and the number of the others. */
function wordsOf([first, ...more]: readonly Finding[]): string {
  return [
    first?.message ?? l10n.t("The file does not say which operation to call."),
    ...(more.length > 0 ? [l10n.t("And {0} more.", more.length)] : []),
  ].join(" ");
}

/**
 * Adds an environment if the file names none. If the call needs one, the person is asked, except in the sandbox. Any
 * other call gets the connection's environment, if it takes one. Resolves with undefined if the person cancelled.
 */
async function withEnvironment(
  request: FilledRequest,
  operation: RequestFileOperation,
  session: Session,
): Promise<FilledRequest | undefined> {
  if (request.environment !== undefined) return request;
  if (!needsEnvironment(operation)) return inEnvironmentOf(session, operation, request);
  const { offered, preset } = environmentsFor(operation, session);
  const picked =
    preset ??
    (await window.showQuickPick(offered, {
      placeHolder: l10n.t("Environment in which to {0}", operationOf(operation).name),
      title: session.name,
    }));
  return picked === undefined ? undefined : { ...request, environment: picked };
}
