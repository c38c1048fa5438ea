/** Registers the statistics panel, and the command that counts how often a Smartform is used. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { readStatistics } from "../../api/index.ts";
import { registerCommand, showFailure } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { givenOwner, ownerOf, sessionFor } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { readRequest } from "../records/formRequestModel.ts";
import { commands, views } from "../identifiers.ts";
import { openPagePanel } from "../window/pagePanel.ts";
import { reading } from "../calls/reading.ts";
import { saveAs } from "../window/saveFile.ts";
import type { Services } from "../services.ts";
import { smartformOf } from "../records/smartformModel.ts";
import { showEmptyView } from "../window/emptyView.ts";
import { window } from "../window/window.ts";
import { statisticsPage } from "./page.ts";
import { daysBefore } from "./range.ts";
import { daysAtFirst, statisticsPanel } from "./statisticsModel.ts";
import type { StatisticsPanel } from "./statisticsModel.ts";
import { usageLine } from "./tallyModel.ts";

export function registerStatistics(host: Services): vscode.Disposable {
  const { log, connections, extension } = host;
  let open: { readonly panel: vscode.WebviewPanel; readonly model: StatisticsPanel; readonly owner: Owner } | undefined;

  /** There is only one panel. It stays with the connection that was in use when it was opened. */
  async function show(session: Session, template?: string): Promise<void> {
    const owner = ownerOf(session);
    if (open?.owner.identity === owner.identity) {
      open.panel.reveal();
      if (template !== undefined) await open.model.showTemplate(template);
      return;
    }
    open?.panel.dispose();
    const panel = openPagePanel(extension.extensionUri, {
      kind: "smartform.statistics",
      title: l10n.t("Statistics · {0}", session.name),
      icon: "graph",
      page: statisticsPage,
    });
    const { webview } = panel;
    const model = statisticsPanel(
      {
        api: async () => (await connections.session({ owner })).api,
        say: (message) => void webview.postMessage(message),
        save,
        fail: (error) => void showFailure(log, error),
        now: () => new Date(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      template === undefined ? {} : { template },
    );
    open = { panel, model, owner };
    webview.onDidReceiveMessage((message: unknown) => void model.receive(message));
    panel.onDidDispose(() => {
      model.dispose();
      if (open?.panel === panel) open = undefined;
    });
  }

  /**
   * Returns the name of a Smartform: the one of the tree's row, the one of the request in the editor, or one that the
   * author picks.
   */
  async function nameOf({ api }: Session, argument: unknown): Promise<string | undefined> {
    const given = smartformOf(argument);
    if (given !== undefined) return given.name;
    const smartforms = await api.call("forms.active", {});
    const document = vscode.window.activeTextEditor?.document;
    const id = document?.uri.path.endsWith(".form.json")
      ? readRequest(document.getText()).body?.dialogDefinitionId
      : undefined;
    const inFront = smartforms.find((smartform) => smartform.id === id);
    if (inFront !== undefined) return inFront.name;
    return (
      await window.showQuickPick(
        smartforms.map(({ name, id: description }) => ({ label: name, description })),
        { placeHolder: l10n.t("Smartform whose use is counted") },
      )
    )?.label;
  }

  async function showUsage(argument: unknown): Promise<void> {
    const session = await sessionFor(connections, givenOwner(argument));
    const { api } = session;
    const name = await nameOf(session, argument);
    if (name === undefined) return;
    const now = new Date();
    const statistics = await reading(l10n.t("Counting the use of {0}…", name), (signal) =>
      readStatistics(
        (operation, request, options) => api.call(operation, request, options),
        { from: daysBefore(now, daysAtFirst - 1), to: now },
        { signal },
      ),
    );
    if (statistics === undefined) return;
    const doubt = statistics.reliable
      ? []
      : [l10n.t("The counts may be wrong, because rows may be missing or counted twice.")];
    if (
      (await window.showInformationMessage(
        [usageLine(statistics.rows, name, daysAtFirst), ...doubt].join(" "),
        l10n.t("Show Statistics"),
      )) !== undefined
    )
      await show(session, name);
  }

  return vscode.Disposable.from(
    showEmptyView(views.statistics),
    new vscode.Disposable(() => void open?.panel.dispose()),
    registerCommand(log, commands.showStatistics, async () => show(await connections.session())),
    registerCommand(log, commands.showUsage, showUsage),
  );
}

async function save(
  bytes: Uint8Array,
  { name, kind }: { readonly name: string; readonly kind: "csv" | "prom" },
): Promise<void> {
  const filters: Record<string, string[]> =
    kind === "csv" ? { CSV: ["csv"] } : { [l10n.t("Prometheus text")]: ["prom", "txt"] };
  await saveAs(bytes, { title: l10n.t("Save the statistics"), name: `${name}.${kind}`, filters });
}
