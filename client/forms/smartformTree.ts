/** The Smartforms view: Smartforms with their fields, parties and environments, and request files made from them. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { environments } from "../../api/index.ts";
import type { Environment } from "../../api/index.ts";
import { sampleRequest } from "../../server/protocol.ts";
import type { SampleParams, SampleResult } from "../../server/protocol.ts";
import { carryOut } from "../calls/carryOut.ts";
import { registerCommand } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { givenOwner, NotConnected, owned, ownerOf, sessionFor } from "../connections/ownerModel.ts";
import type { Owned } from "../connections/ownerModel.ts";
import { fileWord } from "../window/fileName.ts";
import { commands, contexts, views } from "../identifiers.ts";
import { nobody } from "../records/formRequestModel.ts";
import { rowItem } from "../window/rowItem.ts";
import type { PlainRow } from "../window/rowItem.ts";
import { saveAs } from "../window/saveFile.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { askSteps } from "../window/steps.ts";
import type { Step } from "../window/stepsModel.ts";
import { window } from "../window/window.ts";
import { pickSmartform } from "./pickSmartform.ts";
import {
  detailsQuery,
  environmentOfRow,
  partyLabel,
  smartformChildren,
  smartformOf,
  viewedIn,
  viewedWords,
} from "../records/smartformModel.ts";
import type { SmartformNode, ViewedEnvironment } from "../records/smartformModel.ts";
import { errorWords, unreadWords } from "../calls/answersModel.ts";

/** `environment`: the one whose Smartforms were requested. */
type OnRoot = (state: "ready" | "empty" | "offline", environment: Environment | undefined, problem?: string) => void;

class SmartformTree implements vscode.TreeDataProvider<Owned<SmartformNode>> {
  readonly #host: Services;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #onRoot: OnRoot;
  #chosen: ViewedEnvironment = "asConnection";
  #of: string | undefined;

  /** `onRoot` receives the outcome of listing the Smartforms; the view shows it instead of an empty list. */
  constructor(host: Services, onRoot: OnRoot) {
    this.#host = host;
    this.#onRoot = onRoot;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  /**
   * The choice applies only to the connection in use. After a change of connection, the view shows the environment of
   * the new one.
   */
  choose(chosen: ViewedEnvironment): void {
    this.#chosen = chosen;
    this.#of = this.#host.connections.current;
    this.refresh();
  }

  get chosen(): ViewedEnvironment {
    return this.#of === this.#host.connections.current ? this.#chosen : "asConnection";
  }

  get environment(): Environment | undefined {
    return viewedIn(this.chosen, this.#host.connections.environment);
  }

  async getChildren(node?: Owned<SmartformNode>): Promise<Owned<SmartformNode>[]> {
    const { current, services } = this.#host.connections;
    if (current === undefined || !services.includes("forms") || !vscode.workspace.isTrusted) {
      this.#onRoot("ready", undefined);
      return [];
    }
    const { environment } = this;
    try {
      const session = await sessionFor(this.#host.connections, node);
      const children = await smartformChildren(session.api, node ?? { environment });
      if (node === undefined) this.#onRoot(children.length === 0 ? "empty" : "ready", environment);
      return owned(children, ownerOf(session));
    } catch (error) {
      // If there is no session, refreshes the whole view, which then says so.
      if (node !== undefined && error instanceof NotConnected) {
        this.#changed.fire(undefined);
        return [];
      }
      if (node !== undefined) throw new Error(errorWords(error), { cause: error });
      this.#onRoot("offline", environment, unreadWords(error));
      return [];
    }
  }

  getTreeItem(node: SmartformNode): vscode.TreeItem {
    return rowItem(rowOf(node));
  }
}

function rowOf(node: SmartformNode): PlainRow {
  switch (node.kind) {
    case "smartform": {
      const { name, process, id, tags } = node.smartform;
      return {
        id: `smartform:${node.row}`,
        label: name,
        icon: "note",
        description: process ?? "",
        tooltip: [
          name,
          l10n.t("Id {0}", id),
          ...(process ? [l10n.t("Process {0}", process)] : []),
          ...(tags?.length ? [l10n.t("Tags {0}", tags.map(String).join(", "))] : []),
        ].join("\n"),
        expandable: true,
        context: "smartform",
      };
    }
    case "group":
      return {
        id: `${node.group}:${node.row}`,
        label: {
          fields: l10n.t("Fields"),
          parties: l10n.t("Parties"),
          environments: l10n.t("Environments"),
        }[node.group],
        icon: { fields: "symbol-field", parties: "organization", environments: "server-environment" }[node.group],
        expandable: true,
      };
    case "field": {
      const { name, type, id } = node.field;
      return {
        label: name,
        icon: "symbol-field",
        description: type,
        tooltip: l10n.t("Field {0}\nType {1}\nId {2}", name, type, id),
        context: "field",
      };
    }
    case "party":
      return {
        label: partyLabel(node.party, node.index),
        icon: node.party.phoneNumber ? "device-mobile" : "person",
        description: node.party.defaultLanguage ?? "",
        context: "party",
      };
    case "environment": {
      const { environment, deployed } = node.deployment;
      const [description, icon] = (
        {
          known: [l10n.t("deployed"), "pass"],
          absent: [l10n.t("not deployed"), "circle-slash"],
          unknown: [l10n.t("the service did not say"), "question"],
        } as const
      )[deployed.state];
      return { label: environment, icon, description };
    }
  }
}

function detailSteps(): readonly Step[] {
  const takesAll = (): undefined => undefined;
  return [
    {
      key: "integration",
      prompt: l10n.t(
        "integration: narrows the list. The API documents do not say what to enter. If you leave this empty, it is not sent.",
      ),
      problem: takesAll,
    },
    {
      key: "integrationobject",
      prompt: l10n.t(
        "integrationobject: narrows the list. The API documents do not say what to enter. If you leave this empty, it is not sent.",
      ),
      problem: takesAll,
    },
  ];
}

/** Saves the request as a file that the author names, and opens it; without a workspace folder it stays untitled. */
async function newRequestFile(content: string, name: string): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.length) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "json", content }));
    return;
  }
  const target = await saveAs(new TextEncoder().encode(content), {
    title: l10n.t("New request file"),
    name: `${fileWord(name) || "request"}.form.json`,
    filters: { [l10n.t("Request file")]: ["form.json"] },
  });
  if (target !== undefined) await vscode.window.showTextDocument(target);
}

export function registerSmartformTree(host: Services, sides: Sides): vscode.Disposable {
  const tree = new SmartformTree(host, (state, environment, problem) => {
    // A message hides the buttons of the welcome view, so the message itself must say what to do.
    const none =
      state === "empty" && environment !== undefined
        ? l10n.t(
            'The service lists no Smartform under {0}. To see the saved drafts, choose "Show Smartforms of an Environment…" in the title of this view.',
            environment,
          )
        : undefined;
    view.message = problem ?? none;
    view.description = host.connections.current === undefined ? "" : (environment ?? l10n.t("drafts"));
    void vscode.commands.executeCommand("setContext", contexts.smartforms, state);
  });
  async function showDetails(session: Session, query: ReturnType<typeof detailsQuery>): Promise<void> {
    const { environment } = tree;
    const found = await carryOut({
      session,
      operation: "forms.activeList",
      request: { ...(environment && { environment }), query },
    });
    if (found === undefined) return;
    if (found.answer.length === 0)
      await window.showInformationMessage(l10n.t("The service lists no Smartform for this request."));
    else await sides.open(`${JSON.stringify(found.answer, undefined, 2)}\n`, l10n.t("Smartforms in detail.json"));
  }

  const view = vscode.window.createTreeView(views.smartforms, { treeDataProvider: tree, showCollapseAll: true });
  return vscode.Disposable.from(
    view,
    host.connections.onDidChange(() => tree.refresh()),
    registerCommand(host.log, commands.refreshSmartforms, () => tree.refresh()),
    registerCommand(host.log, commands.copySmartformId, async (node) => {
      const smartform = smartformOf(node);
      if (smartform !== undefined) await vscode.env.clipboard.writeText(smartform.id);
    }),
    registerCommand(host.log, commands.showSmartformDetails, async () => {
      const session = await host.connections.session();
      await showDetails(session, {});
    }),
    registerCommand(host.log, commands.narrowSmartformDetails, async () => {
      const owner = ownerOf(await host.connections.session());
      const answers = await askSteps(() => detailSteps(), { title: l10n.t("Show Smartforms in Detail") });
      if (answers !== undefined) await showDetails(await host.connections.here(owner), detailsQuery(answers));
    }),
    registerCommand(host.log, commands.showDefinition, async (node) => {
      const asked = await sessionFor(host.connections, givenOwner(node));
      const given = smartformOf(node);
      const environment = given === undefined ? tree.environment : environmentOfRow(node);
      const smartform =
        given ??
        (await pickSmartform(asked.api, {
          title: l10n.t("Show Definition of a Smartform"),
          placeHolder: viewedWords(environment),
          environment,
        }));
      if (smartform === undefined) return;
      const session = await host.connections.here(ownerOf(asked));
      const found = await carryOut({
        session,
        operation: "forms.definition",
        request: { path: { dialogDefinitionId: smartform.id }, ...(environment && { environment }) },
      });
      if (found !== undefined)
        await sides.open(
          `${JSON.stringify(found.answer, undefined, 2)}\n`,
          `${smartform.name === "" ? (found.answer.name ?? smartform.id) : smartform.name}.definition.json`,
        );
    }),
    registerCommand(host.log, commands.chooseSmartformsEnvironment, async () => {
      const owner = ownerOf(await host.connections.session());
      const ofConnection = host.connections.environment;
      const items: readonly {
        readonly label: string;
        readonly description: string;
        readonly value: ViewedEnvironment;
      }[] = [
        { label: l10n.t("Same as the connection"), description: viewedWords(ofConnection), value: "asConnection" },
        { label: l10n.t("Saved drafts"), description: l10n.t("what runs when no environment is given"), value: null },
        ...environments.map((name) => ({ label: name, description: viewedWords(name), value: name })),
      ];
      const picked = await window.showQuickPick(
        items.map((item) => ({ ...item, ...(item.value === tree.chosen && { icon: "check" }) })),
        {
          placeHolder: l10n.t(
            "Choose which Smartforms the view shows. A request file that you create from a row gets the environment that you choose here; nothing else changes",
          ),
        },
      );
      if (picked === undefined) return;
      await host.connections.here(owner);
      tree.choose(picked.value);
    }),
    registerCommand(host.log, commands.newRequestFile, async (node) => {
      const session = await sessionFor(host.connections, givenOwner(node));
      const given = smartformOf(node);
      const environment = given === undefined ? tree.environment : environmentOfRow(node);
      const smartform =
        given ??
        (await pickSmartform(session.api, {
          title: l10n.t("Smartform that the request is for"),
          placeHolder: viewedWords(environment),
          environment,
        }));
      if (smartform === undefined) return;
      const named = environment && { environment };
      const sample = await host.server.request<SampleResult>(
        sampleRequest,
        { smartformId: smartform.id, ...named } satisfies SampleParams,
        { of: ownerOf(session) },
      );
      const request = sample ?? { dialogDefinitionId: smartform.id, ...named, values: {}, notification: nobody() };
      await newRequestFile(`${JSON.stringify(request, undefined, 2)}\n`, smartform.name);
    }),
  );
}
