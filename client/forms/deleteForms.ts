/** Deletes forms: looks at them first, asks, and reports what was found afterwards. */
import { setTimeout as wait } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import type { AnswerOf } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import type { Connections } from "../connections/connections.ts";
import type { Session } from "../connections/session.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { reading } from "../calls/reading.ts";
import { window } from "../window/window.ts";
import { deletionReport, deletionWords, leftAlone, lookAfter, lookBefore, placesOf } from "./deleteModel.ts";
import type { Before } from "./deleteModel.ts";
import { sessionOf } from "./formSession.ts";
import type { OpenedForms } from "../records/openedForms.ts";
import { asTestForm, nameOfForm } from "../records/reachedModel.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import { isOf } from "../records/testForms.ts";
import type { TestForms } from "../records/testForms.ts";

/** Resolves when the person has read the outcome. */
type DeleteForms = (wanted: readonly ReachedForm[]) => Promise<void>;

interface DeleterParts {
  readonly forms: TestForms;
  readonly opened: OpenedForms;
  /** Called when forms may be gone, among them forms that no list on this computer contains. */
  readonly changed: () => void;
  /** Called with the forms that were there before the deletion and are gone after it. */
  readonly deleted: (gone: readonly ReachedForm[]) => void;
}

export function deleterOfForms(
  connections: Connections,
  { forms, opened, changed, deleted }: DeleterParts,
): DeleteForms {
  async function forget(gone: readonly ReachedForm[]): Promise<void> {
    await forms.forget(gone.flatMap(({ marker }) => marker ?? []));
    await opened.forget(gone);
    changed();
  }

  /** Asks, deletes and reports. */
  async function request(session: Session, before: Before<ReachedForm>): Promise<void> {
    const meant = [...before.ours, ...before.others.map(({ form }) => form)];
    const [only] = meant;
    const look = (signal: AbortSignal): Promise<string> => report(session, { before, meant, signal });
    const dialog = {
      question:
        meant.length === 1 && only
          ? questionOf(only)
          : before.others.length === 0
            ? l10n.t("Delete {0} test forms?", meant.length)
            : l10n.t("Delete {0} forms?", meant.length),
      consequences: deletionWords(before),
      filedUnder: placesOf(before),
      yes: oneOrMany(meant.length, l10n.t("Delete the Form"), l10n.t("Delete {0} Forms", meant.length)),
    };
    // The address names no environment: a form is deleted by its id alone, even if it was read under an environment
    // (T73).
    const sent: { readonly answer: AnswerOf<"forms.delete" | "forms.deleteBulk"> } | undefined =
      meant.length === 1 && only
        ? await carryOut({
            session,
            operation: "forms.delete",
            request: { path: { id: only.formId } },
            dialog,
            lookUp: look,
          })
        : await carryOut({
            session,
            operation: "forms.deleteBulk",
            request: { body: { dialogValuesIds: meant.map(({ formId }) => formId) } },
            dialog,
            lookUp: look,
          });
    if (sent === undefined) return;
    const words = await reading(l10n.t("Checking whether the forms are gone…"), look);
    await window.showInformationMessage(
      words ??
        l10n.t(
          "The service accepted the deletion, but it was not checked whether the forms are gone. Refresh the view, and delete them again if they are still there.",
        ),
    );
  }

  async function report(
    { api }: Session,
    {
      before,
      meant,
      signal,
    }: { readonly before: Before<ReachedForm>; readonly meant: readonly ReachedForm[]; readonly signal: AbortSignal },
  ): Promise<string> {
    const after = await lookAfter(api, meant, {
      signal,
      wait: (milliseconds) => wait(milliseconds, undefined, { signal }),
    });
    await forget([...after.gone, ...before.notShown]);
    deleted(after.gone);
    return deletionReport(after, before);
  }

  return async (wanted) => {
    const [first] = wanted;
    if (first === undefined) return;
    const reached = await sessionOf(connections, first);
    // A form has several rows if it is also listed as opened by id or in progress. All forms here are of one company.
    const rows = Map.groupBy(
      wanted.filter((form) => isOf(form, reached)),
      ({ formId }) => formId,
    );
    const mine = [...rows.values()].flatMap(([form]) => (form === undefined ? [] : [asTestForm(form, forms.list())]));
    const before = await reading(l10n.t("Checking the forms before anything is deleted…"), (signal) =>
      lookBefore(reached.api, mine, { signal }),
    );
    if (before === undefined) return;
    if (before.ours.length + before.others.length === 0) {
      await window.showWarningMessage([l10n.t("Nothing was deleted."), ...leftAlone(before)].join(" "));
      await forget(before.notShown);
      return;
    }
    // Deletes all forms in one call: the documents state no maximum for a bulk delete, and a person who was asked about
    // all forms should not be asked again.
    await request(reached, before);
  };
}

function questionOf(form: ReachedForm): string {
  if (form.marker !== null) return l10n.t("Delete the test form of {0}?", visible(form.smartformName));
  return form.smartformName === ""
    ? l10n.t("Delete the form {0}?", visible(form.formId))
    : l10n.t("Delete the form {0} of {1}?", visible(form.formId), visible(nameOfForm(form)));
}
