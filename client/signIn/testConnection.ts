/** The command that tests whether the services of the connection answer, and lists the outcomes. */
import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { standingOf } from "../connections/documentsPlaceModel.ts";
import type { Choices } from "../connections/documentsPlaceModel.ts";
import type { Services } from "../services.ts";
import { commands } from "../identifiers.ts";
import { reading } from "../calls/reading.ts";
import { window } from "../window/window.ts";
import { NotConnected } from "../connections/connections.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import { testServices, testWords } from "./serviceTestModel.ts";
import type { Asking } from "./serviceTestModel.ts";

const icons = { answered: "pass", failed: "error", unasked: "circle-slash" } as const;
const states = { answered: l10n.t("answered"), failed: l10n.t("failed"), unasked: l10n.t("not asked") } as const;

interface Tested {
  readonly name: string;
  readonly host: string;
  readonly rows: Awaited<ReturnType<typeof testServices>>;
}

/** `choices`: the environment and group that the person chose for the document editor. */
export function registerConnectionTest(
  { connections, log }: Pick<Services, "connections" | "log">,
  choices: Choices,
): vscode.Disposable {
  /** If the connection changes during the test, tests again, because the outcomes may be those of the old settings. */
  async function test(): Promise<void> {
    let isChanged: boolean;
    const listening = connections.onDidChange(() => (isChanged = true));
    try {
      let tested: Tested | undefined;
      do {
        isChanged = false;
        tested = await testOnce();
      } while (tested !== undefined && isChanged);
      if (tested !== undefined) await show(tested);
    } finally {
      listening.dispose();
    }
  }

  /** Resolves with undefined if the person cancelled. */
  async function testOnce(): Promise<Tested | undefined> {
    const session = await connections.session();
    const { name, host, api } = session;
    const audit: Asking["audit"] = await connections.auditSession({ owner: ownerOf(session) }).then(
      (found) => found.api,
      (error: unknown) => {
        if (error instanceof NotConnected) return error.message;
        throw error;
      },
    );
    const { environment, environmentGroup } = choices.of(ownerOf(session));
    const standing = standingOf(session, environment, environmentGroup);
    const documents =
      standing.state === "ready"
        ? standing.place.at
        : standing.state === "off"
          ? standing.words
          : l10n.t(
              'Not asked: no environment is chosen for the document editor yet. Choose one with the command "Smartform Documents: Choose Environment of the Document Editor…".',
            );
    const rows = await reading(l10n.t("Testing {0}…", name), (signal) =>
      testServices({ api, audit, documents, now: new Date(), signal }),
    );
    if (rows === undefined) return undefined;
    log.info(`Tested ${name}: ${rows.map(({ service, state }) => `${service} ${states[state]}`).join(", ")}.`);
    return { name, host, rows };
  }

  async function show({ name, host, rows }: Tested): Promise<void> {
    const picked = await window.showQuickPick(
      rows.map(({ service, state, words }) => ({
        icon: icons[state],
        label: service,
        description: states[state],
        detail: words,
      })),
      { title: l10n.t("Test of {0} ({1})", name, host), placeHolder: testWords(rows) },
    );
    // The list cuts long lines, so a message shows the chosen row in full.
    if (picked !== undefined) await window.showInformationMessage(`${picked.label}: ${picked.detail}`);
  }

  return registerCommand(log, commands.testConnection, test);
}
