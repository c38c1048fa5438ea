/** What can be done with the test forms of the list: read back, export, download what was uploaded, delete, look again. */
import { setTimeout as wait } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { AnswerOf } from "../../api/index.ts";
import { carryOut } from "../carryOut.ts";
import { visible } from "../plainText.ts";
import { registerCommand } from "../commands.ts";
import type { Session } from "../connections/connections.ts";
import { safeFileName } from "../fileName.ts";
import { commands, views } from "../identifiers.ts";
import { oneOrMany } from "../oneOrMany.ts";
import { reading } from "../reading.ts";
import { askTarget, saveFile } from "../saveFile.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../sides.ts";
import { window } from "../window.ts";
import { noFormYet } from "./adviceModel.ts";
import { formFileOf, formIdOf, formValueOf, markerOf, testFormOf } from "./givenModel.ts";
import { deletionReport, leftAlone, lookAfter, lookBefore, type Before } from "./deleteModel.ts";
import { sentAndStored } from "./sentStoredModel.ts";
import { readRequest } from "./requestModel.ts";
import { requestFiles } from "./formCommands.ts";
import { placeOf, readBoth, readValue, valuesOf, type FormValue, type Upload } from "./readBackModel.ts";
import { sessionOf } from "./formSession.ts";
import type { MadeForm } from "./createTestForm.ts";
import { TestFormTree } from "./testFormTree.ts";
import { isOf, type TestForms } from "./testForms.ts";

/** Ids that one bulk delete takes: the most of its row in the operation table. */
const atOnce = 100;

export function registerTestForms(host: Services, { forms, sides }: { readonly forms: TestForms; readonly sides: Sides }): vscode.Disposable {
  const { log, connections } = host;
  const tree = new TestFormTree(host, forms);
  const view = vscode.window.createTreeView(views.testForms, { treeDataProvider: tree, showCollapseAll: true, canSelectMany: true });

  function refresh(): void {
    view.message = tree.advice;
    tree.refresh();
  }
  refresh();

  const session = (form: MadeForm): Promise<Session> => sessionOf(connections, form);

  function show(content: unknown, name: string): Thenable<vscode.TextEditor> {
    return sides.open(`${JSON.stringify(content, undefined, 2)}\n`, `${name}.json`);
  }

  async function readBack(form: MadeForm): Promise<void> {
    const { api } = await session(form);
    const both = await reading(l10n.t("Reading the form…"), (signal) => readBoth(api, form, { signal }));
    if (both !== undefined) await show({ asTheWebhookHasIt: both.plain, asPrinted: both.readable }, l10n.t("{0} as stored", form.smartformName));
  }

  /** Beside the request as it is written now. */
  async function compare(form: MadeForm, given: unknown): Promise<void> {
    const uri = given instanceof vscode.Uri && given.path.endsWith(".form.json") ? given : await requestFileOf(form);
    if (uri === undefined) return;
    const name = vscode.workspace.asRelativePath(uri);
    const { body } = readRequest((await vscode.workspace.openTextDocument(uri)).getText());
    if (body === null) throw new Error(l10n.t("{0} cannot be compared: it is no request that could be sent any more. The Problems view says what is wrong with it.", name));
    const { api } = await session(form);
    const both = await reading(l10n.t("Reading the form…"), (signal) => readBoth(api, form, { signal }));
    if (both === undefined) return;
    const { sent, stored } = sentAndStored(body, both);
    await vscode.commands.executeCommand("vscode.diff", sides.show(sent, l10n.t("{0} as sent", form.smartformName) + ".json"), sides.show(stored, l10n.t("{0} as stored", form.smartformName) + ".json"), l10n.t("{0}: as written ↔ as stored", name));
  }

  /** The file that has the form's name, or the one that the author picks. */
  async function requestFileOf({ smartformName }: MadeForm): Promise<vscode.Uri | undefined> {
    const files = await vscode.workspace.findFiles(requestFiles, "**/node_modules/**", 500);
    const named = files.filter((file) => file.path.endsWith(`/${smartformName}.form.json`));
    const [only] = named;
    if (only !== undefined && named.length === 1) return only;
    if (files.length === 0) throw new Error(l10n.t("There is no request file (*.form.json) in this workspace to compare with. What was sent is not kept, since it may hold personal values."));
    const items = (named.length > 1 ? named : files).map((file) => ({ label: vscode.workspace.asRelativePath(file), file }));
    return (await window.showQuickPick(items, { placeHolder: l10n.t("Request that the test form was made from") }))?.file;
  }

  async function showValue(form: MadeForm, property: string): Promise<void> {
    const { api } = await session(form);
    const read = await reading(l10n.t("Reading the value…"), async (signal) => ({ found: await readValue(api, form, property, { signal }) }));
    if (read === undefined) return;
    if (read.found === undefined) await window.showInformationMessage(l10n.t("{0} has no value in this form, or the service does not show the form any more.", property));
    else await show({ [property]: read.found.value }, `${form.smartformName} ${property}`);
  }

  async function download(form: MadeForm, { property, file }: { readonly property: string; readonly file: Upload }): Promise<void> {
    const { api } = await session(form);
    const target = await askTarget({ title: l10n.t("Save the uploaded file"), name: file.name });
    if (target === undefined) return;
    const downloaded = await reading(l10n.t("Downloading the file…"), (signal) => api.call("forms.propertyFile", { path: { id: form.formId, property, fileId: file.fileId }, ...placeOf(form) }, { signal }));
    if (downloaded !== undefined) await saveFile(target, downloaded.bytes);
  }

  /** Both shapes and every uploaded file, in a folder of its own: the only whole copy of a form that there can be. */
  async function exportForm(form: MadeForm): Promise<void> {
    const { api } = await session(form);
    const [parent] = await vscode.window.showOpenDialog({ title: l10n.t("Export the form into a new folder of"), canSelectFiles: false, canSelectFolders: true, openLabel: l10n.t("Export Here") }) ?? [];
    if (parent === undefined) return;
    const folder = vscode.Uri.joinPath(parent, `${safeFileName(form.smartformName)} ${form.formId.replaceAll(/[^\w-]/g, "_")}`);
    const files = await reading(l10n.t("Exporting the form…"), async (signal) => {
      const both = await readBoth(api, form, { signal });
      const uploads = valuesOf(both).flatMap(({ property, files: list }) => list.map((file) => ({ property, file })));
      await saveFile(vscode.Uri.joinPath(folder, "form.json"), new TextEncoder().encode(`${JSON.stringify({ asTheWebhookHasIt: both.plain, asPrinted: both.readable }, undefined, 2)}\n`));
      for (const [index, { property, file }] of uploads.entries()) {
        const { bytes } = await api.call("forms.propertyFile", { path: { id: form.formId, property, fileId: file.fileId }, ...placeOf(form) }, { signal });
        await saveFile(vscode.Uri.joinPath(folder, `${index + 1} ${safeFileName(file.name)}`), bytes);
      }
      return uploads.length;
    });
    if (files === undefined) return;
    await window.showInformationMessage(files === 0
      ? l10n.t("The form was exported to {0}: both shapes in which it is read, and no uploaded file, since it has none.", folder.fsPath)
      : oneOrMany(files,
        l10n.t("The form was exported to {0}: both shapes in which it is read, and its uploaded file.", folder.fsPath),
        l10n.t("The form was exported to {0}: both shapes in which it is read, and its {1} uploaded files.", folder.fsPath, files)));
  }

  async function remove(wanted: readonly MadeForm[]): Promise<void> {
    const [first] = wanted;
    if (first === undefined) return;
    const reached = await session(first);
    const mine = wanted.filter((form) => isOf(form, reached));
    const before = await reading(l10n.t("Looking at the forms before anything is deleted…"), (signal) => lookBefore(reached.api, mine, { signal }));
    if (before === undefined) return;
    if (before.ours.length === 0) {
      await window.showWarningMessage([l10n.t("Nothing was deleted."), ...leftAlone(before)].join(" "));
      await forms.forget(before.notShown.map(({ marker }) => marker));
      return;
    }
    for (let from = 0; from < before.ours.length; from += atOnce) {
      const some = { ...before, ours: before.ours.slice(from, from + atOnce) };
      if (!await request(reached, some)) return;
    }
  }

  /** Asks, deletes and reports; false where the author said no. */
  async function request(session: Session, before: Before<MadeForm>): Promise<boolean> {
    const { ours } = before;
    const [only] = ours;
    const look = (signal: AbortSignal): Promise<string> => report(session, before, signal);
    const dialog = {
      question: ours.length === 1 && only ? l10n.t("Delete the test form of {0}?", visible(only.smartformName)) : l10n.t("Delete {0} test forms?", ours.length),
      consequences: [oneOrMany(ours.length,
        l10n.t("It is gone for good, with everything that was filled in or uploaded. Export keeps a copy."),
        l10n.t("They are gone for good, with everything that was filled in or uploaded. Export keeps a copy.")), ...ours.map(({ smartformName, formId, environment }) => visible(`${smartformName}, ${environment ?? l10n.t("draft")}: ${formId}`)), ...leftAlone(before)],
      filedUnder: ours.flatMap(({ environment }) => environment ?? []),
      yes: ours.length === 1 ? l10n.t("Delete the Form") : l10n.t("Delete {0} Forms", ours.length),
    };
    // No environment in the address: what was read under one is deleted by its id alone (T73).
    const sent: { readonly answer: AnswerOf<"forms.delete" | "forms.deleteBulk"> } | undefined = ours.length === 1 && only
      ? await carryOut({ session, operation: "forms.delete", request: { path: { id: only.formId } }, dialog, lookUp: look })
      : await carryOut({ session, operation: "forms.deleteBulk", request: { body: { dialogValuesIds: ours.map(({ formId }) => formId) } }, dialog, lookUp: look });
    if (sent === undefined) return false;
    const words = await reading(l10n.t("Looking whether the forms are gone…"), look);
    await window.showInformationMessage(words ?? l10n.t("The service said yes. Whether the forms are gone was not looked at: refresh the view, and delete them once more if they are still there."));
    return true;
  }

  async function report({ api }: Session, before: Before<MadeForm>, signal: AbortSignal): Promise<string> {
    const after = await lookAfter(api, before.ours, { signal, wait: (milliseconds) => wait(milliseconds, undefined, { signal }) });
    await forms.forget([...after.gone, ...before.notShown].map(({ marker }) => marker));
    return deletionReport(after, before);
  }

  /** What the tree gives (the item, and all that are selected), or what the author picks. */
  async function formsOf(argument: unknown, selected: unknown): Promise<readonly MadeForm[]> {
    const nodes = Array.isArray(selected) ? selected as readonly unknown[] : [argument];
    const given = nodes.flatMap((node) => testFormOf(node) ?? []);
    if (given.length > 0) return given;
    const made = (await tree.getChildren()).flatMap((node) => (node.kind === "form" ? [node.form] : []));
    if (made.length === 0) throw new Error(noFormYet());
    const items = made.map((form) => ({ label: form.smartformName, description: form.environment ?? l10n.t("draft"), detail: `${new Date(form.at).toLocaleString()} · ${form.formId}`, form }));
    const picked = await window.showQuickPick(items, { canPickMany: true, placeHolder: l10n.t("Test forms"), matchOnDescription: true, matchOnDetail: true });
    return (picked ?? []).map(({ form }) => form);
  }

  const onOne = (act: (form: MadeForm) => Promise<void>) => async (argument: unknown): Promise<void> => {
    const [form] = await formsOf(argument, undefined);
    if (form !== undefined) await act(form);
  };

  return vscode.Disposable.from(
    view,
    connections.onDidChange(refresh),
    forms.onDidChange(refresh),
    registerCommand(log, commands.refreshTestForms, refresh),
    registerCommand(log, commands.readTestForm, onOne(readBack)),
    registerCommand(log, commands.compareTestForm, async (argument, uri) => {
      const [form] = await formsOf(argument, undefined);
      if (form !== undefined) await compare(form, uri);
    }),
    registerCommand(log, commands.exportTestForm, onOne(exportForm)),
    // Of the key: a row that is no form is none to delete.
    registerCommand(log, commands.deleteTestForms, async (argument, selected) =>
      remove(argument === "selected" ? view.selection.flatMap((node) => (node.kind === "form" ? [node.form] : [])) : await formsOf(argument, selected))),
    registerCommand(log, commands.showFormValue, async (argument) => {
      const given = formValueOf(argument);
      if (given !== undefined) await showValue(given.form, given.property);
      else await pickValue(argument, (form, { property }) => showValue(form, property));
    }),
    registerCommand(log, commands.saveFormFile, async (argument) => {
      const given = formFileOf(argument);
      if (given !== undefined) await download(given.form, given);
      else await pickValue(argument, async (form, { property, files }) => {
        const file = files.length < 2 ? files[0] : (await window.showQuickPick(files.map((each) => ({ label: each.name, each })), { placeHolder: l10n.t("File") }))?.each;
        if (file !== undefined) await download(form, { property, file });
      }, ({ files }) => files.length > 0);
    }),
    registerCommand(log, commands.copyFormId, async (argument) => {
      const id = formIdOf(argument);
      if (id !== undefined) await vscode.env.clipboard.writeText(id);
    }),
    registerCommand(log, commands.copyFormMarker, async (argument) => {
      const marker = markerOf(argument);
      if (marker !== undefined) await vscode.env.clipboard.writeText(marker);
    }),
    registerCommand(log, commands.forgetTestForm, async (argument, selected) => {
      const rows = Array.isArray(selected) ? selected as readonly unknown[] : [argument];
      await forms.forget(rows.flatMap((row) => markerOf(row) ?? []));
    }),
  );

  async function pickValue(argument: unknown, act: (form: MadeForm, value: FormValue) => Promise<void>, fits: (value: FormValue) => boolean = () => true): Promise<void> {
    const [form] = await formsOf(argument, undefined);
    if (form === undefined) return;
    const { api } = await session(form);
    const both = await reading(l10n.t("Reading the form…"), (signal) => readBoth(api, form, { signal }));
    if (both === undefined) return;
    const values = valuesOf(both).filter(fits);
    if (values.length === 0) throw new Error(l10n.t("The form has nothing of this kind."));
    const picked = await window.showQuickPick(values.map((value) => ({ label: value.property, description: value.shown ?? "", value })), { placeHolder: l10n.t("Property") });
    if (picked !== undefined) await act(form, picked.value);
  }
}
