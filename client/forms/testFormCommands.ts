/**
 * Commands on forms, those made here and all others: read back, export, download uploads, delete, open by id, find a
 * lost one.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { safeFileName } from "../window/fileName.ts";
import { commands, views } from "../identifiers.ts";
import { oneOrMany } from "../../language/index.ts";
import { reading } from "../calls/reading.ts";
import { askTarget, newFolder, saveFile } from "../window/saveFile.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { fileRow, workspaceFiles } from "../window/pickFile.ts";
import { window } from "../window/window.ts";
import { deleterOfForms } from "./deleteForms.ts";
import { pdfKeys } from "./formPdf.ts";
import { formFileOf, formOf, formValueOf, markerOf, openedFormOf } from "./givenModel.ts";
import { findLost, lostWords } from "./lostModel.ts";
import type { OpenById } from "./openById.ts";
import { keyOf } from "../records/openedForms.ts";
import type { OpenedForm, OpenedForms } from "../records/openedForms.ts";
import type { FormPicker } from "./pickForm.ts";
import { nameOfForm } from "../records/reachedModel.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import { sentAndStored } from "./sentStoredModel.ts";
import { readRequest } from "../records/formRequestModel.ts";
import { requestFiles } from "./formCommands.ts";
import { placeOf, readBoth, readValue, valuesOf } from "../records/readBackModel.ts";
import type { FormValue, Upload } from "../records/readBackModel.ts";
import { sessionOf } from "./formSession.ts";
import { createRowsView } from "../window/rowsView.ts";
import { TestFormTree } from "./testFormTree.ts";
import type { TestFormNode } from "./testFormTree.ts";
import { ofCurrent } from "../records/testForms.ts";
import type { TestForm, TestForms } from "../records/testForms.ts";

interface FormsOfView {
  readonly forms: TestForms;
  readonly opened: OpenedForms;
  readonly picker: FormPicker;
  readonly openById: OpenById;
  readonly sides: Sides;
}

export function registerTestForms(
  host: Services,
  { forms, opened, picker, openById, sides }: FormsOfView,
): vscode.Disposable {
  const { log, connections } = host;
  const tree = new TestFormTree(host, { forms, opened });
  const rows = createRowsView(views.testForms, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const { view } = rows;

  function refresh(): void {
    view.message = tree.advice;
    tree.refresh();
  }
  refresh();

  const remove = deleterOfForms(connections, {
    forms,
    opened,
    changed: refresh,
    deleted(gone) {
      for (const key of gone.flatMap(({ formId }) => Object.values(pdfKeys(formId))))
        host.panels.tell(key, l10n.t("You deleted this form after this PDF was read."));
    },
  });
  const session = (form: ReachedForm): Promise<Session> => sessionOf(connections, form);

  function show(content: unknown, name: string): Thenable<vscode.TextEditor> {
    return sides.open(`${JSON.stringify(content, undefined, 2)}\n`, `${name}.json`);
  }

  async function readBack(form: ReachedForm): Promise<void> {
    const { api } = await session(form);
    const both = await reading(l10n.t("Reading the form…"), (signal) => readBoth(api, form, { signal }));
    if (both !== undefined)
      await show(
        { asTheWebhookHasIt: both.plain, asPrinted: both.readable },
        l10n.t("{0} as stored", nameOfForm(form)),
      );
  }

  /** Compares the form with the current content of the request file. */
  async function compare(form: ReachedForm, given: unknown): Promise<void> {
    const uri = given instanceof vscode.Uri && given.path.endsWith(".form.json") ? given : await requestFileOf(form);
    if (uri === undefined) return;
    const name = vscode.workspace.asRelativePath(uri);
    const { body } = readRequest((await vscode.workspace.openTextDocument(uri)).getText());
    if (body === null)
      throw new Error(
        l10n.t(
          "{0} cannot be compared, because it is no longer a request that can be sent. The Problems view shows what is wrong with it.",
          name,
        ),
      );
    const { api } = await session(form);
    const both = await reading(l10n.t("Reading the form…"), (signal) => readBoth(api, form, { signal }));
    if (both === undefined) return;
    const { sent, stored } = sentAndStored(body, both);
    await vscode.commands.executeCommand(
      "vscode.diff",
      sides.show(sent, l10n.t("{0} as sent", form.smartformName) + ".json"),
      sides.show(stored, l10n.t("{0} as stored", form.smartformName) + ".json"),
      l10n.t("{0}: as written ↔ as stored", name),
    );
  }

  /** Returns the file named like the form's Smartform, or the one that the author picks. */
  async function requestFileOf({ smartformName }: ReachedForm): Promise<vscode.Uri | undefined> {
    const files = await workspaceFiles(requestFiles);
    const named = files.filter((file) => file.path.endsWith(`/${smartformName}.form.json`));
    const [only] = named;
    if (only !== undefined && named.length === 1) return only;
    if (files.length === 0)
      throw new Error(
        l10n.t(
          "There is no request file (*.form.json) in this workspace to compare with. Sent requests are not kept, since they may hold personal values.",
        ),
      );
    const items = (named.length > 1 ? named : files).map(fileRow);
    return (await window.showQuickPick(items, { placeHolder: l10n.t("Choose the request that created the test form") }))
      ?.file;
  }

  async function showValue(form: ReachedForm, property: string): Promise<void> {
    const { api } = await session(form);
    const read = await reading(l10n.t("Reading the value…"), async (signal) => ({
      found: await readValue(api, form, property, { signal }),
    }));
    if (read === undefined) return;
    if (read.found === undefined)
      await window.showInformationMessage(
        l10n.t("{0} has no value in this form, or the service no longer shows the form.", property),
      );
    else await show({ [property]: read.found.value }, `${nameOfForm(form)} ${property}`);
  }

  async function download(
    form: ReachedForm,
    { property, file }: { readonly property: string; readonly file: Upload },
  ): Promise<void> {
    const { api } = await session(form);
    const target = await askTarget({ title: l10n.t("Save the uploaded file"), name: file.name });
    if (target === undefined) return;
    const downloaded = await reading(l10n.t("Downloading the file…"), (signal) =>
      api.call(
        "forms.propertyFile",
        { path: { id: form.formId, property, fileId: file.fileId }, ...placeOf(form) },
        { signal },
      ),
    );
    if (downloaded !== undefined) await saveFile(target, downloaded.bytes);
  }

  /**
   * Exports both shapes and every uploaded file into a new folder: the only complete copy that can be made of a form.
   */
  async function exportForm(form: ReachedForm): Promise<void> {
    const { api } = await session(form);
    const [parent] =
      (await vscode.window.showOpenDialog({
        title: l10n.t("Choose where to create the folder for the exported form"),
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel: l10n.t("Export Here"),
      })) ?? [];
    if (parent === undefined) return;
    const folder = await newFolder(
      parent,
      [
        ...(form.smartformName === "" ? [] : [safeFileName(form.smartformName)]),
        form.formId.replaceAll(/[^\w-]/g, "_"),
      ].join(" "),
    );
    const files = await reading(l10n.t("Exporting the form…"), async (signal) => {
      const both = await readBoth(api, form, { signal });
      const uploads = valuesOf(both).flatMap(({ property, files: list }) => list.map((file) => ({ property, file })));
      await saveFile(
        vscode.Uri.joinPath(folder, "form.json"),
        new TextEncoder().encode(
          `${JSON.stringify({ asTheWebhookHasIt: both.plain, asPrinted: both.readable }, undefined, 2)}\n`,
        ),
      );
      for (const [index, { property, file }] of uploads.entries()) {
        const { bytes } = await api.call(
          "forms.propertyFile",
          { path: { id: form.formId, property, fileId: file.fileId }, ...placeOf(form) },
          { signal },
        );
        await saveFile(vscode.Uri.joinPath(folder, `${index + 1} ${safeFileName(file.name)}`), bytes);
      }
      return uploads.length;
    });
    if (files === undefined) return;
    await window.showInformationMessage(
      files === 0
        ? l10n.t(
            "The form was exported to {0}, in both formats that the service offers. It has no uploaded files.",
            folder.fsPath,
          )
        : oneOrMany(
            files,
            l10n.t(
              "The form was exported to {0}, in both formats that the service offers, with its uploaded file.",
              folder.fsPath,
            ),
            l10n.t(
              "The form was exported to {0}, in both formats that the service offers, with its {1} uploaded files.",
              folder.fsPath,
              files,
            ),
          ),
    );
  }

  const onOne =
    (act: (form: ReachedForm) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const form = await picker.one(argument);
      if (form !== undefined) await act(form);
    };

  /** Reveals the row of the form, expanded. */
  async function reveal(form: ReachedForm): Promise<void> {
    const node: TestFormNode | undefined =
      form.marker === null ? nodeOf(opened.find(keyOf(form))) : await rowOf(form.marker);
    if (node !== undefined) await view.reveal(node, { select: true, focus: true, expand: true });
  }

  const rowOf = async (marker: string): Promise<TestFormNode | undefined> =>
    (await tree.getChildren()).find((node) => node.kind === "form" && node.form.marker === marker);

  async function find(argument: unknown): Promise<void> {
    const marker = markerOf(argument);
    const sought = forms
      .list()
      .filter(
        (form) =>
          form.formId === null &&
          !forms.isBeingSent(form.marker) &&
          (marker === undefined ? ofCurrent(form, connections) : form.marker === marker),
      );
    if (sought.length === 0)
      throw new Error(l10n.t("There is no form to look for: the ids of all forms in the list are known."));
    const form = marker === undefined ? await pickLost(sought) : sought[0];
    if (form === undefined) return;
    const { api } = await sessionOf(connections, form);
    const search = await reading(l10n.t("Looking for the form…"), (signal) =>
      findLost(api, form, { audits: api.connection.auditApiUrl !== undefined, signal }),
    );
    if (search === undefined) return;
    const { formId } = search;
    if (formId === undefined) {
      if ((await window.showWarningMessage(lostWords(search), l10n.t("Open Form by Its Id…"))) !== undefined)
        await vscode.commands.executeCommand(commands.openForm);
      return;
    }
    await forms.put({ ...form, state: "made", formId });
    await reveal({ ...form, formId });
  }

  return vscode.Disposable.from(
    rows,
    connections.onDidChange(refresh),
    forms.onDidChange(refresh),
    opened.onDidChange(refresh),
    registerCommand(log, commands.refreshTestForms, refresh),
    registerCommand(log, commands.openForm, async () => {
      const form = await openById();
      if (form !== undefined) await reveal(form);
    }),
    registerCommand(log, commands.findTestForm, find),
    registerCommand(log, commands.readTestForm, onOne(readBack)),
    registerCommand(log, commands.compareTestForm, async (argument, uri) => {
      const form = await picker.one(argument);
      if (form !== undefined) await compare(form, uri);
    }),
    registerCommand(log, commands.exportTestForm, onOne(exportForm)),
    // The Delete key passes "selected"; selected rows that are not forms are ignored.
    registerCommand(log, commands.deleteTestForms, async (argument, selected) =>
      remove(
        argument === "selected"
          ? (await rows.selection()).flatMap((node) =>
              node.kind === "form" || node.kind === "opened" || node.kind === "step" ? [node.form] : [],
            )
          : await picker.several(argument, selected),
      ),
    ),
    registerCommand(log, commands.showFormValue, async (argument) => {
      const given = formValueOf(argument);
      if (given !== undefined) await showValue(given.form, given.property);
      else await pickValue(argument, (form, { property }) => showValue(form, property));
    }),
    registerCommand(log, commands.saveFormFile, async (argument) => {
      const given = formFileOf(argument);
      if (given !== undefined) await download(given.form, given);
      else
        await pickValue(
          argument,
          async (form, { property, files }) => {
            const file =
              files.length < 2
                ? files[0]
                : (
                    await window.showQuickPick(
                      files.map((each) => ({ label: each.name, each })),
                      { placeHolder: l10n.t("File") },
                    )
                  )?.each;
            if (file !== undefined) await download(form, { property, file });
          },
          ({ files }) => files.length > 0,
        );
    }),
    registerCommand(log, commands.copyFormId, async (argument) => {
      const id = formOf(argument)?.formId;
      if (id !== undefined) await vscode.env.clipboard.writeText(id);
    }),
    registerCommand(log, commands.copyFormMarker, async (argument) => {
      const marker = markerOf(argument);
      if (marker !== undefined) await vscode.env.clipboard.writeText(marker);
    }),
    registerCommand(log, commands.forgetTestForm, async (argument, selected) => {
      const rows = Array.isArray(selected) ? (selected as readonly unknown[]) : [argument];
      await forms.forget(rows.flatMap((row) => markerOf(row) ?? []));
      await opened.forget(rows.flatMap((row) => openedFormOf(row) ?? []));
    }),
  );

  async function pickValue(
    argument: unknown,
    act: (form: ReachedForm, value: FormValue) => Promise<void>,
    fits: (value: FormValue) => boolean = () => true,
  ): Promise<void> {
    const form = await picker.one(argument);
    if (form === undefined) return;
    const { api } = await session(form);
    const both = await reading(l10n.t("Reading the form…"), (signal) => readBoth(api, form, { signal }));
    if (both === undefined) return;
    const values = valuesOf(both).filter(fits);
    if (values.length === 0) throw new Error(l10n.t("The form has no value or file that this command can use."));
    const picked = await window.showQuickPick(
      values.map((value) => ({ label: value.property, description: value.shown ?? "", value })),
      { placeHolder: l10n.t("Property") },
    );
    if (picked !== undefined) await act(form, picked.value);
  }
}

function nodeOf(form: OpenedForm | undefined): TestFormNode | undefined {
  return form && { kind: "opened", form };
}

async function pickLost(forms: readonly TestForm[]): Promise<TestForm | undefined> {
  const items = forms.map((form) => ({
    label: form.smartformName,
    description: form.environment ?? l10n.t("draft"),
    detail: new Date(form.at).toLocaleString(),
    form,
  }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t("Form to look for") }))?.form;
}
