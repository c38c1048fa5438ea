/** The Test Forms view: the forms that were made from here, what is in them, and the forms of several steps that are in progress. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { explain, isApiError, type AnswerOf } from "../../api/index.ts";
import type { Session } from "../connections/connections.ts";
import type { Services } from "../services.ts";
import { adviceOn } from "./adviceModel.ts";
import { versionWords, type MadeForm } from "./createTestForm.ts";
import { sessionOf } from "./formSession.ts";
import { readBoth, valuesOf, type FormValue, type Upload } from "./readBackModel.ts";
import type { TestForm, TestForms } from "./testForms.ts";

export type TestFormNode =
  | { readonly kind: "form"; readonly form: MadeForm }
  /** Its answer was lost: it may exist. */
  | { readonly kind: "lost"; readonly form: TestForm }
  | { readonly kind: "value"; readonly form: MadeForm; readonly value: FormValue }
  | { readonly kind: "file"; readonly form: MadeForm; readonly property: string; readonly file: Upload }
  | { readonly kind: "inProgress" }
  | { readonly kind: "step"; readonly form: AnswerOf<"forms.inProgress">[number] }
  /** No form is in progress there; undefined: no environment is named. */
  | { readonly kind: "noStep"; readonly environment: string | undefined };

export class TestFormTree implements vscode.TreeDataProvider<TestFormNode> {
  readonly #host: Services;
  readonly #forms: TestForms;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(host: Services, forms: TestForms) {
    this.#host = host;
    this.#forms = forms;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: TestFormNode): Promise<TestFormNode[]> {
    if (node === undefined) return this.#roots();
    if (node.kind === "value") return node.value.files.map((file) => ({ kind: "file", form: node.form, property: node.value.property, file }));
    if (node.kind !== "form" && node.kind !== "inProgress") return [];
    try {
      const { connections } = this.#host;
      if (node.kind === "inProgress") return await inProgress(await connections.session());
      return valuesOf(await readBoth((await sessionOf(connections, node.form)).api, node.form)).map((value) => ({ kind: "value", form: node.form, value }));
    } catch (error) {
      throw isApiError(error) ? new Error(explain(error), { cause: error }) : error;
    }
  }

  /** Those of the connection in use. */
  #roots(): TestFormNode[] {
    if (this.#host.connections.current === undefined || !vscode.workspace.isTrusted) return [];
    return [...this.#ofCurrent().map((form): TestFormNode =>
      (form.formId === null ? { kind: "lost", form } : { kind: "form", form: { ...form, formId: form.formId } })), { kind: "inProgress" }];
  }

  #ofCurrent(): readonly TestForm[] {
    const { connections } = this.#host;
    return this.#forms.list().filter((form) => (form.identity === "" ? form.connection === connections.current : connections.isCurrent(form)));
  }

  /** What the view says above its rows. */
  get advice(): string | undefined {
    if (this.#host.connections.current === undefined || !vscode.workspace.isTrusted) return undefined;
    return adviceOn({ here: this.#ofCurrent().length, all: this.#forms.list().length });
  }

  getTreeItem(node: TestFormNode): vscode.TreeItem {
    switch (node.kind) {
      case "form": {
        const { smartformName, environment, at, formId } = node.form;
        return look(new vscode.TreeItem(smartformName, vscode.TreeItemCollapsibleState.Collapsed), {
          icon: "file", context: "testForm", id: `form:${node.form.marker}`, description: `${when(at)} · ${environment ?? l10n.t("draft")}`,
          tooltip: l10n.t("Test form of {0}, {1}\nMade {2}\nId {3}", smartformName, versionWords(environment), when(at), formId),
        });
      }
      case "lost": {
        const { smartformName, at, marker } = node.form;
        if (this.#forms.isBeingSent(marker)) return look(new vscode.TreeItem(smartformName), { icon: "cloud-upload", context: "sentForm", id: `form:${marker}`, description: l10n.t("being sent"), tooltip: l10n.t("This test form is being sent.") });
        return look(new vscode.TreeItem(smartformName), {
          icon: "question", context: "lostForm", id: `form:${marker}`, description: l10n.t("{0} · may exist", when(at)),
          tooltip: [l10n.t("Nobody knows whether this test form was made: its answer was lost.\nIf it exists, its external metadata holds smartformTest = {0}.", marker),
            l10n.t("The service has no search for it. A form of several steps stands below In progress if it was made. Of any other, whoever reads forms by their id or gets the webhook of the Smartform can compare the marker: Copy Marker hands it on.")].join("\n"),
        });
      }
      case "value": {
        const { property, shown, files } = node.value;
        return look(new vscode.TreeItem(property, files.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None), {
          icon: files.length > 0 ? "files" : "symbol-field", context: "formValue", id: `value:${node.form.marker}:${property}`, description: shown ?? "", tooltip: shown ?? l10n.t("No value"),
        });
      }
      case "file":
        return look(new vscode.TreeItem(node.file.name), { icon: "file-binary", context: "formFile", id: `file:${node.form.marker}:${node.property}:${node.file.fileId}`, description: l10n.t("uploaded"), tooltip: l10n.t("Uploaded into {0}. It is not in the form’s PDF.", node.property) });
      case "inProgress":
        return look(new vscode.TreeItem(l10n.t("In progress"), vscode.TreeItemCollapsibleState.Collapsed), {
          icon: "run-all", context: "formsInProgress", id: "inProgress", description: l10n.t("forms of several steps"), tooltip: l10n.t("Forms of Smartforms with several steps that are not completed yet, of the whole company, in the environment of the connection."),
        });
      case "noStep":
        return look(new vscode.TreeItem(l10n.t("No form in progress")), {
          icon: "info", context: "noFormInProgress", id: "noStep", description: node.environment ?? l10n.t("drafts"),
          tooltip: l10n.t("The service lists no form in progress here. Another environment may have some: the environment of the connection says where is looked."),
        });
      case "step": {
        const { form } = node;
        return look(new vscode.TreeItem(form.name ?? form.id ?? l10n.t("Form without a name")), {
          icon: "circle-outline", context: "formInProgress", id: `step:${form.id ?? ""}`, description: stepWords(form.currentStep), tooltip: l10n.t("Form {0} of Smartform {1}", form.id ?? l10n.t("without an id"), form.dialogDefinitionId ?? l10n.t("unknown")),
        });
      }
    }
  }
}

async function inProgress({ api, environment }: Session): Promise<TestFormNode[]> {
  const found = await api.call("forms.inProgress", environment ? { environment } : {});
  return found.length === 0 ? [{ kind: "noStep", environment }] : found.map((form) => ({ kind: "step", form }));
}

interface Look {
  readonly icon: string;
  readonly context: string;
  readonly id: string;
  readonly description: string;
  readonly tooltip: string;
}

function look(item: vscode.TreeItem, { icon, context, id, description, tooltip }: Look): vscode.TreeItem {
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = context;
  item.id = id;
  item.description = description;
  item.tooltip = tooltip;
  return item;
}

function when(at: string): string {
  return new Date(at).toLocaleString();
}

/** The shape of a step is not described: a name or a number is shown, and nothing else. */
function stepWords(step: unknown): string {
  if (typeof step === "string" || typeof step === "number") return l10n.t("step {0}", step);
  const name = typeof step === "object" && step !== null && "name" in step ? step.name : undefined;
  return typeof name === "string" ? name : "";
}
