/**
 * Finds the form that a command works on. It is the form of the row, or one that the person picks: a test form, a form
 * that was opened before, or any other form by its id.
 */
import * as l10n from "@vscode/l10n";
import { window } from "../window/window.ts";
import type { Connections } from "../connections/connections.ts";
import { ownerInUse } from "../connections/ownerModel.ts";
import { versionWords } from "../records/smartformModel.ts";
import { formOf } from "./givenModel.ts";
import type { OpenById } from "./openById.ts";
import type { OpenedForms } from "../records/openedForms.ts";
import { environmentWords, nameOfForm } from "../records/reachedModel.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import { ofCurrent } from "../records/testForms.ts";
import type { TestForms } from "../records/testForms.ts";

export interface FormPicker {
  readonly one: (argument: unknown) => Promise<ReachedForm | undefined>;
  /** The tree passes the clicked item and all selected ones. */
  readonly several: (argument: unknown, selected: unknown) => Promise<readonly ReachedForm[]>;
}

export function formPicker(
  connections: Connections,
  { forms, opened, openById }: { readonly forms: TestForms; readonly opened: OpenedForms; readonly openById: OpenById },
): FormPicker {
  interface Item {
    readonly icon?: string;
    readonly label: string;
    readonly description?: string;
    readonly detail?: string;
    readonly form: ReachedForm | undefined;
  }

  /** `every`: lists the forms of all connections; otherwise only the forms of the connection in use. */
  function items({ every }: { readonly every: boolean }): readonly Item[] {
    const made = forms
      .list()
      .flatMap((form) => (form.formId === null ? [] : [{ ...form, formId: form.formId }]))
      .filter((form) => every || ofCurrent(form, connections));
    const named = opened.list().filter((form) => every || ofCurrent(form, connections));
    const described = (form: ReachedForm) => ({
      label: nameOfForm(form),
      description: every
        ? `${form.connection} · ${form.marker === null ? environmentWords(form) : versionWords(form.environment)}`
        : environmentWords(form),
      form,
    });
    return [
      ...made.map((form) => ({ ...described(form), detail: `${new Date(form.at).toLocaleString()} · ${form.formId}` })),
      ...named.map((form) => ({ ...described(form), detail: l10n.t("opened by its id · {0}", form.formId) })),
      { icon: "edit", label: l10n.t("Any form, by its id…"), form: undefined },
    ];
  }

  const options = { placeHolder: l10n.t("Form"), matchOnDescription: true, matchOnDetail: true } as const;

  return {
    async one(argument) {
      const given = formOf(argument);
      if (given !== undefined) return given;
      const owner = await ownerInUse(connections);
      const all = items({ every: true });
      const picked = all.length === 1 ? all[0] : await window.showQuickPick(all, options);
      return picked && (picked.form ?? openById(owner));
    },
    async several(argument, selected) {
      const rows = Array.isArray(selected) ? (selected as readonly unknown[]) : [argument];
      const given = rows.flatMap((row) => formOf(row) ?? []);
      if (given.length > 0) return given;
      const owner = await ownerInUse(connections);
      const all = items({ every: false });
      const picked =
        all.length === 1 ? all : ((await window.showQuickPick(all, { ...options, canPickMany: true })) ?? []);
      const known = picked.flatMap(({ form }) => form ?? []);
      const other = picked.some(({ form }) => form === undefined) ? await openById(owner) : undefined;
      return other === undefined ? known : [...known, other];
    },
  };
}
