/**
 * The Test Forms view: forms made from here, forms opened by id, forms of several steps that are in progress, and the
 * contents of all of them.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { explained } from "../calls/answersModel.ts";
import type { Session } from "../connections/session.ts";
import { rowItem } from "../window/rowItem.ts";
import type { Services } from "../services.ts";
import { adviceOn } from "./adviceModel.ts";
import { versionWords } from "../records/smartformModel.ts";
import type { MadeForm } from "./createTestForm.ts";
import { sessionOf } from "./formSession.ts";
import { stepsOf } from "./inProgressModel.ts";
import type { Step } from "./inProgressModel.ts";
import type { OpenedForm, OpenedForms } from "../records/openedForms.ts";
import { readBoth, valuesOf } from "../records/readBackModel.ts";
import type { FormValue, Upload } from "../records/readBackModel.ts";
import { environmentWords, nameOfForm } from "../records/reachedModel.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import { ofCurrent } from "../records/testForms.ts";
import type { TestForm, TestForms } from "../records/testForms.ts";

export type TestFormNode =
  | { readonly kind: "form"; readonly form: MadeForm }
  /** A form whose answer was lost; the form may exist. */
  | { readonly kind: "lost"; readonly form: TestForm }
  | { readonly kind: "openedForms" }
  | { readonly kind: "opened"; readonly form: OpenedForm }
  /** `row`: id of the form's row that contains this row; the same form may be in the view several times. */
  | { readonly kind: "value"; readonly form: ReachedForm; readonly row: string; readonly value: FormValue }
  | {
      readonly kind: "file";
      readonly form: ReachedForm;
      readonly row: string;
      readonly property: string;
      readonly file: Upload;
      readonly index: number;
    }
  | { readonly kind: "inProgress" }
  | Step
  /** No form is in progress in `environment`, which is undefined if the connection's forms run as drafts. */
  | { readonly kind: "noStep"; readonly environment: string | undefined };

export class TestFormTree implements vscode.TreeDataProvider<TestFormNode> {
  readonly #host: Services;
  readonly #forms: TestForms;
  readonly #opened: OpenedForms;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(host: Services, { forms, opened }: { readonly forms: TestForms; readonly opened: OpenedForms }) {
    this.#host = host;
    this.#forms = forms;
    this.#opened = opened;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: TestFormNode): Promise<TestFormNode[]> {
    if (node === undefined) return this.#roots();
    if (node.kind === "value")
      return node.value.files.map((file, index) => ({
        kind: "file",
        form: node.form,
        row: node.row,
        property: node.value.property,
        file,
        index,
      }));
    if (node.kind === "openedForms") return this.#openedHere().map((form) => ({ kind: "opened", form }));
    if (node.kind !== "form" && node.kind !== "opened" && node.kind !== "step" && node.kind !== "inProgress") return [];
    const { connections } = this.#host;
    if (node.kind === "inProgress") return explained(connections.session().then(inProgress));
    const { form } = node;
    const both = await explained(sessionOf(connections, form).then(({ api }) => readBoth(api, form)));
    return valuesOf(both).map((value) => ({ kind: "value", form, row: rowId(node), value }));
  }

  /** The forms of the connection in use. */
  #roots(): TestFormNode[] {
    if (this.#host.connections.current === undefined || !vscode.workspace.isTrusted) return [];
    return [
      ...this.#ofCurrent().map((form): TestFormNode =>
        form.formId === null ? { kind: "lost", form } : { kind: "form", form: { ...form, formId: form.formId } },
      ),
      ...(this.#openedHere().length > 0 ? [{ kind: "openedForms" } as const] : []),
      ...(this.#hasForms ? [{ kind: "inProgress" } as const] : []),
    ];
  }

  get #hasForms(): boolean {
    return this.#host.connections.services.includes("forms");
  }

  #ofCurrent(): readonly TestForm[] {
    return this.#forms.list().filter((form) => ofCurrent(form, this.#host.connections));
  }

  #openedHere(): readonly OpenedForm[] {
    return this.#opened.list().filter((form) => ofCurrent(form, this.#host.connections));
  }

  /** VS Code needs the parent to reveal a row. */
  getParent(node: TestFormNode): TestFormNode | undefined {
    return node.kind === "opened" ? { kind: "openedForms" } : undefined;
  }

  /** The text above the rows. */
  get advice(): string | undefined {
    if (this.#host.connections.current === undefined || !this.#hasForms || !vscode.workspace.isTrusted)
      return undefined;
    return adviceOn({ here: this.#ofCurrent().length + this.#openedHere().length, all: this.#forms.list().length });
  }

  getTreeItem(node: TestFormNode): vscode.TreeItem {
    switch (node.kind) {
      case "form": {
        const { smartformName, environment, at, formId } = node.form;
        return rowItem({
          label: smartformName,
          expandable: true,
          icon: "file",
          context: "testForm",
          id: rowId(node),
          description: `${when(at)} · ${environment ?? l10n.t("draft")}`,
          tooltip: l10n.t(
            "Test form of {0}, {1}\nMade {2}\nId {3}",
            smartformName,
            versionWords(environment),
            when(at),
            formId,
          ),
        });
      }
      case "lost": {
        const { smartformName, at, marker } = node.form;
        if (this.#forms.isBeingSent(marker))
          return rowItem({
            label: smartformName,
            icon: "cloud-upload",
            context: "sentForm",
            id: `form:${marker}`,
            description: l10n.t("being sent"),
            tooltip: l10n.t("This test form is being sent."),
          });
        if (node.form.state === "made") {
          return rowItem({
            label: smartformName,
            icon: "file",
            context: "lostForm",
            id: `form:${marker}`,
            description: l10n.t("id not known · {0}", when(at)),
            tooltip: l10n.t(
              'This form was created together with its PDF, and in that case the service does not return the form’s id. To look for the form, use "Find Form Whose Id Is Not Known…". Its external metadata contains smartformTest = {0}.',
              marker,
            ),
          });
        }
        return rowItem({
          label: smartformName,
          icon: "question",
          context: "lostForm",
          id: `form:${marker}`,
          description: l10n.t("{0} · may exist", when(at)),
          tooltip: [
            l10n.t(
              "It is not known whether this test form was created: the service’s answer was lost.\nIf the form exists, its external metadata contains smartformTest = {0}.",
              marker,
            ),
            l10n.t(
              'The service cannot search for this marker. "Find Form Whose Id Is Not Known…" looks for the form among the forms in progress and those that audit events mention. Anyone who reads forms by their id, or receives the Smartform’s webhook, can also identify the form by the marker. "Copy Marker" copies it, so that you can pass it on.',
            ),
          ].join("\n"),
        });
      }
      case "value": {
        const { property, shown, files } = node.value;
        return rowItem({
          label: property,
          ...(files.length > 0 && { expandable: "expanded" }),
          icon: files.length > 0 ? "files" : "symbol-field",
          context: "formValue",
          id: `value:${node.row}:${property}`,
          description: shown ?? "",
          tooltip: shown ?? l10n.t("No value"),
        });
      }
      case "file":
        return rowItem({
          label: node.file.name,
          icon: "file-binary",
          context: "formFile",
          id: `file:${node.row}:${node.property}:${node.index}`,
          description: l10n.t("uploaded"),
          tooltip: l10n.t("This file was uploaded into {0}. It is not in the form’s PDF.", node.property),
        });
      case "openedForms":
        return rowItem({
          label: l10n.t("Opened by id"),
          expandable: "expanded",
          icon: "go-to-file",
          context: "openedForms",
          id: "openedForms",
          description: "",
          tooltip: l10n.t(
            "Forms that you opened by their id. They may belong to customers or colleagues: what you delete here is gone for them too.",
          ),
        });
      case "opened": {
        const { smartformName, environment, formId } = node.form;
        const place = environment === null ? environmentWords(node.form) : l10n.t("filed under {0}", environment);
        return rowItem({
          label: nameOfForm(node.form),
          expandable: true,
          icon: "file",
          context: "openedForm",
          id: rowId(node),
          description: environmentWords(node.form),
          tooltip:
            smartformName === ""
              ? l10n.t("Form {0}, {1}", formId, place)
              : l10n.t("Form {0} of {1}, {2}", formId, smartformName, place),
        });
      }
      case "inProgress":
        return rowItem({
          label: l10n.t("In progress"),
          expandable: true,
          icon: "run-all",
          context: "formsInProgress",
          id: "inProgress",
          description: l10n.t("forms with several steps"),
          tooltip: l10n.t(
            "Forms that are not completed yet. Their Smartforms have several steps. The list covers the whole company, in the environment of the connection.",
          ),
        });
      case "noStep":
        return rowItem({
          label: l10n.t("No form in progress"),
          icon: "info",
          context: "noFormInProgress",
          id: "noStep",
          description: node.environment ?? l10n.t("drafts"),
          tooltip: l10n.t(
            "The service lists no form in progress here. Another environment may have some. To look there, change the environment of the connection.",
          ),
        });
      case "step": {
        const { form, step } = node;
        return rowItem({
          label: nameOfForm(form),
          expandable: true,
          icon: "circle-outline",
          context: "formInProgress",
          id: rowId(node),
          description: step,
          tooltip: l10n.t("Form {0} of Smartform {1}", form.formId, form.smartformId ?? l10n.t("unknown")),
        });
      }
      case "nameless":
        return rowItem({
          label: node.name === "" ? l10n.t("Form without a name") : node.name,
          icon: "circle-outline",
          context: "namelessForm",
          id: `nameless:${node.index}`,
          description: node.step,
          tooltip: l10n.t("The service lists this form without an id, so nothing can be done with it here."),
        });
    }
  }
}

async function inProgress(session: Session): Promise<TestFormNode[]> {
  const { api, environment } = session;
  const found = await api.call("forms.inProgress", environment ? { environment } : {});
  if (found.length === 0) return [{ kind: "noStep", environment }];
  return [...stepsOf(found, session)];
}

function when(at: string): string {
  return new Date(at).toLocaleString();
}

function rowId(node: Extract<TestFormNode, { readonly kind: "form" | "opened" | "step" }>): string {
  return `${node.kind}:${node.kind === "step" ? node.row : (node.form.marker ?? node.form.formId)}`;
}
