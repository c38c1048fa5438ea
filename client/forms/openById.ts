/**
 * Opens any form of the company by its id, wherever it was made: it is then listed in the Test Forms view, with all
 * commands on forms.
 */
import * as l10n from "@vscode/l10n";
import type { Environment } from "../../api/index.ts";
import type { Connections } from "../connections/connections.ts";
import { ownerOf, sessionFor } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { visible } from "../../language/index.ts";
import { reading } from "../calls/reading.ts";
import { window } from "../window/window.ts";
import type { OpenedForms } from "../records/openedForms.ts";
import { findForm, readFormId } from "../records/reachedModel.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import { isOf } from "../records/testForms.ts";
import type { TestForms } from "../records/testForms.ts";

/**
 * `owner`: the library to look in; without it, that of the window. Undefined if the person cancelled. Rejects with an
 * error for the user if there is no such form, or if that cannot be determined.
 */
export type OpenById = (owner?: Owner) => Promise<ReachedForm | undefined>;

export function openerById(
  connections: Connections,
  { forms, opened }: { readonly forms: TestForms; readonly opened: OpenedForms },
): OpenById {
  return async (owner) => {
    const asked = await sessionFor(connections, { owner });
    const { formsAppUrl } = asked.api.connection;
    const problemOf = (typed: string): string | undefined => {
      const read = readFormId(typed, { formsAppUrl });
      return "problem" in read ? read.problem : undefined;
    };
    const typed = await window.showInputBox({
      title: l10n.t("Open Form by Its Id · {0}", asked.name),
      prompt: l10n.t("Id of the form, or the address of its page"),
      validateInput: problemOf,
    });
    if (typed === undefined) return undefined;
    const wanted = readFormId(typed, { formsAppUrl });
    if ("problem" in wanted) throw new Error(wanted.problem);
    const session = await connections.here(ownerOf(asked));
    const looked = await reading(l10n.t("Looking for the form in every environment…"), async (signal) => ({
      found: await findForm(session, wanted, { signal }),
    }));
    if (looked === undefined) return undefined;
    const { found } = looked;
    if (found === undefined)
      throw new Error(
        l10n.t(
          "{0} shows no form with the id {1} in any environment. The form was deleted or belongs to another company, or the id belongs to something else.",
          session.name,
          visible(wanted.formId),
        ),
      );
    const { mark, readableUnder } = found;
    const environment = readableUnder.length === 0 ? found.form.environment : await chosenOf(readableUnder);
    if (environment === undefined) return undefined;
    const form = { ...found.form, environment };
    const made = forms
      .list()
      .find(
        (each) =>
          isOf(each, session) && (each.formId === form.formId || (each.formId === null && each.marker === mark)),
      );
    if (made === undefined) {
      await opened.put(form);
      return form;
    }
    // The marker proves that this is the form whose answer was lost.
    const known = { ...made, formId: form.formId, state: "made" as const, environment: form.environment };
    if (made.formId === null) await forms.put(known);
    return known;
  };
}

/** Undefined if the person cancelled. */
async function chosenOf(places: readonly Environment[]): Promise<Environment | undefined> {
  const items = places.map((environment) => ({ label: environment, environment }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t("The service shows this form under several environments"),
    placeHolder: l10n.t("Environment under which the form is read"),
  });
  return picked?.environment;
}
