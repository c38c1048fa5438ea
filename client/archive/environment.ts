/**
 * The environment of the archive. The archive always has one: if a request names none, the service silently takes
 * Development (document 2, "Versioning"). Forms do not need an environment, so a connection may have none. For such a
 * connection, the author chooses the archive's environment once.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { environments } from "../../api/index.ts";
import type { Environment } from "../../api/index.ts";
import { registerCommand } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { identityNamed } from "../connections/connectionsModel.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { archiveEnvironment, isBrowsed } from "./environmentModel.ts";
import type { Place } from "../records/archiveDocumentModel.ts";

export interface ArchivePlace {
  readonly session: Session;
  readonly place: Place;
}

export interface ArchiveEnvironment extends vscode.Disposable {
  /** The environment of the current connection's archive; undefined until the person has chosen one. */
  readonly current: Environment | undefined;
  readonly onDidChange: vscode.Event<void>;
  /**
   * Returns the current connection with its archive's environment, and asks for the environment if none is chosen;
   * undefined if the person cancels. Rejects with NotConnected.
   */
  place(): Promise<ArchivePlace | undefined>;
}

/** Chosen environments by company, kept per workspace. */
const chosenKey = "smartform.archive.environment";

export function createArchiveEnvironment({
  connections,
  extension: { globalState, workspaceState },
  log,
}: Services): ArchiveEnvironment {
  const changed = new vscode.EventEmitter<void>();
  const chosen = (): Readonly<Record<string, unknown>> => workspaceState.get<Record<string, unknown>>(chosenKey, {});
  /**
   * Returns the identity of the connection instead of its name: the name may later be given to another company, to
   * which the chosen environment does not apply.
   */
  const keyOf = (connection: string): string => identityNamed(connection, connections.profiles) ?? connection;

  async function agrees({ name, host }: Session): Promise<boolean> {
    const answer = await window.showInformationMessage(
      l10n.t("Browse the archive of {0}?", name),
      {
        modal: true,
        detail: l10n.t(
          "The client of this connection reaches every folder of the company's archive on {0}: the access groups of folders do not limit it. You may see documents here that you are not allowed to see in the application. You are asked this once for this connection.",
          host,
        ),
      },
      l10n.t("Browse the Archive"),
    );
    return answer !== undefined;
  }

  async function choose(connection: string, key: string): Promise<Environment | undefined> {
    const items = environments.map((environment) => ({ label: environment, environment }));
    const picked = await window.showQuickPick(items, {
      title: l10n.t("Environment of the archive on {0}", connection),
      placeHolder: l10n.t(
        "The archive always has an environment. This choice is kept for this connection, in this workspace.",
      ),
    });
    if (picked === undefined) return undefined;
    await workspaceState.update(chosenKey, { ...chosen(), [key]: picked.environment });
    changed.fire();
    return picked.environment;
  }

  const owned = vscode.Disposable.from(
    changed,
    registerCommand(log, commands.chooseArchiveEnvironment, async () => {
      const { environment, current } = connections;
      if (environment === undefined) return void (current !== undefined && (await choose(current, keyOf(current))));
      const answer = await window.showInformationMessage(
        l10n.t("The archive uses the environment of the connection, which is {0}.", environment),
        l10n.t("Choose Environment…"),
      );
      if (answer !== undefined) await vscode.commands.executeCommand(commands.chooseEnvironment);
    }),
  );

  return {
    get current() {
      const { current, environment } = connections;
      return archiveEnvironment({ connection: current && keyOf(current), environment, chosen: chosen() });
    },
    onDidChange: changed.event,
    async place() {
      const session = await connections.session();
      // Computed before the person is asked: when they answer, the name may already belong to another company.
      const key = keyOf(session.name);
      if (!(await isBrowsed(globalState, session, () => agrees(session)))) return undefined;
      const environment =
        archiveEnvironment({ connection: key, environment: session.environment, chosen: chosen() }) ??
        (await choose(session.name, key));
      return environment && { session, place: { ...ownerOf(session), environment } };
    },
    dispose() {
      owned.dispose();
    },
  };
}
