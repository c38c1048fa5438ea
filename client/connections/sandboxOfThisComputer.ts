/** The sandbox that all windows of this computer share, and its clients. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connection } from "../../api/index.ts";
import { window } from "../window/window.ts";
import { sandboxProcess } from "./sandboxProcess.ts";
import type { ReadyLine } from "./sandboxProcess.ts";

const sandboxKey = "smartform.sandbox.ready";

export function sandboxOfThisComputer(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  alive: (ready: ReadyLine) => Promise<boolean>,
): ReturnType<typeof sandboxProcess> {
  return sandboxProcess({
    command: [process.execPath, [context.asAbsolutePath("dist/cli.js")]],
    environment: { ELECTRON_RUN_AS_NODE: "1" },
    data: vscode.Uri.joinPath(context.globalStorageUri, "sandbox").fsPath,
    store: {
      get: async () => context.secrets.get(sandboxKey),
      set: async (line) => context.secrets.store(sandboxKey, line),
    },
    alive,
    log: (line) => log.info(`sandbox: ${line}`),
    temporary({ cause, reason }) {
      log.warn(`The sandbox is a temporary one (${cause}): ${reason}`);
      void window.showWarningMessage(
        {
          held: () =>
            l10n.t(
              "The sandbox of this computer is in use, probably by another window. This window has its own sandbox, which forgets everything when the window closes. To use the sandbox of this computer here, close the other window, wait a minute, and reload this window.",
            ),
          late: () =>
            l10n.t(
              "Another window has not finished starting the sandbox of this computer. So this window has its own sandbox, which forgets everything when the window closes. To use the sandbox of this computer here, close the other window, and reload this window.",
            ),
          folder: () =>
            l10n.t(
              "This sandbox forgets everything when the window closes, because its folder {0} could not be used. The log says why. Fix the cause, then reload the window.",
              vscode.Uri.joinPath(context.globalStorageUri, "sandbox").fsPath,
            ),
        }[cause](),
      );
    },
  });
}

/** The client of type Audit has only the address of the audit API. */
export function sandboxClient(
  ready: ReadyLine,
  type: "standard" | "audit",
): { readonly connection: Connection; readonly secret: string } {
  const client = ready.clients.find(({ name }) => name === type);
  if (client === undefined)
    throw new Error(
      l10n.t(
        'The sandbox listed no client of type {0}. Restart it with the command "Smartform: Use the Sandbox".',
        type,
      ),
    );
  const { clientId, clientSecret: secret } = client;
  const {
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  } = ready;
  const connection = { authUrl, auditApiUrl, clientId };
  if (type === "audit") return { connection: { ...connection, scope: "api.audit" }, secret };
  return {
    connection: {
      ...connection,
      formsApiUrl,
      formsAppUrl,
      statisticsApiUrl,
      signingApiUrl,
      archiveApiUrl,
      documentsApiUrl,
    },
    secret,
  };
}
