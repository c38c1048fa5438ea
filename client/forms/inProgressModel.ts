/**
 * Forms in progress as the service lists them. A listed item with an id is treated like any other form. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { AnswerOf, Environment } from "../../api/index.ts";
import { distinctIds } from "../window/distinctIds.ts";
import type { ReachedForm } from "../records/reachedModel.ts";

export type Step =
  /** `row`: distinguishes this item from the other listed items. */
  | { readonly kind: "step"; readonly form: ReachedForm; readonly step: string; readonly row: string }
  /** An item without an id. The documents do not describe the items, so the id may be missing. */
  | { readonly kind: "nameless"; readonly name: string; readonly step: string; readonly index: number };

/** The session in whose environment the forms were listed. */
interface ListedBy {
  readonly name: string;
  readonly identity: string;
  readonly environment: Environment | undefined;
}

export function stepsOf(
  listed: AnswerOf<"forms.inProgress">,
  { name: connection, identity, environment }: ListedBy,
): readonly Step[] {
  const rows = distinctIds(listed.map(({ id }) => id ?? ""));
  return listed.map(({ id, name, currentStep, dialogDefinitionId }, index): Step => {
    const step = stepWords(currentStep);
    if (!id) return { kind: "nameless", name: name ?? "", step, index };
    const form: ReachedForm = {
      formId: id,
      environment: environment ?? null,
      connection,
      identity,
      smartformId: dialogDefinitionId || null,
      smartformName: name ?? "",
      textLibraryFolder: null,
      marker: null,
    };
    return { kind: "step", form, step, row: rows[index] ?? id };
  });
}

/** Shows the step only if it is a name or a number, because its shape is not documented. */
function stepWords(step: unknown): string {
  if (typeof step === "string" || typeof step === "number") return l10n.t("step {0}", step);
  const name = typeof step === "object" && step !== null && "name" in step ? step.name : undefined;
  return typeof name === "string" ? name : "";
}
