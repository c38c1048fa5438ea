/** Forms in progress as the service lists them: with an id each is a form like any other. Knows no `vscode`. */
import * as l10n from "@vscode/l10n";
import type { AnswerOf, Environment } from "../../api/index.ts";
import type { ReachedForm } from "./reachedModel.ts";

export type Step =
  | { readonly kind: "step"; readonly form: ReachedForm; readonly step: string }
  /** The documents do not describe an item: this one has no id. */
  | { readonly kind: "nameless"; readonly name: string; readonly step: string; readonly index: number };

export interface ListedBy {
  /** Under whose environment it was listed. */
  readonly session: { readonly name: string; readonly identity: string; readonly environment: Environment | undefined };
  readonly index: number;
}

export function stepOf(listed: AnswerOf<"forms.inProgress">[number], { session: { name: connection, identity, environment }, index }: ListedBy): Step {
  const step = stepWords(listed.currentStep);
  if (!listed.id) return { kind: "nameless", name: listed.name ?? "", step, index };
  const form: ReachedForm = {
    formId: listed.id, environment: environment ?? null, connection, identity, smartformId: listed.dialogDefinitionId || null, smartformName: listed.name ?? "", textLibraryFolder: null, marker: null,
  };
  return { kind: "step", form, step };
}

/** The shape of a step is not described: a name or a number is shown, and nothing else. */
function stepWords(step: unknown): string {
  if (typeof step === "string" || typeof step === "number") return l10n.t("step {0}", step);
  const name = typeof step === "object" && step !== null && "name" in step ? step.name : undefined;
  return typeof name === "string" ? name : "";
}
