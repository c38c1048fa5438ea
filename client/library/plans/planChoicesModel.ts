/** The parts of a plan that an author can choose, each with its button label. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { hasReferences, notFindable, staleReferences } from "../../../authoring/index.ts";
import type { LibraryPlan } from "../../../authoring/index.ts";

interface PlanChoice {
  readonly title: string;
  /** What this choice carries out. */
  readonly plan: LibraryPlan;
}

/** Returns the choices, the whole plan first. */
export function planChoices(plan: LibraryPlan): readonly PlanChoice[] {
  const kind = kindOf(plan);
  const choices = [{ title: wholeWords(plan, kind), plan }];
  if (kind === "edits") {
    const inFiles = plan.steps.filter((step) => step.do === "file");
    if (inFiles.length === 0 || inFiles.length === plan.steps.length) return choices;
    return [...choices, { title: l10n.t("Only in Files"), plan: { title: plan.title, steps: inFiles, said: [] } }];
  }
  if (!hasReferences(plan)) return choices;
  const alone = l10n.t("Leave References Alone (breaks them)");
  const title = kind === "rename" ? l10n.t("Rename Code Only (breaks references)") : alone;
  return [...choices, { title, plan: withoutReferences(plan) }];
}

type Kind = "rename" | "move" | "change" | "edits";

function kindOf({ steps: [first] }: LibraryPlan): Kind {
  if (first?.do === "folder") return "rename";
  if (first?.do !== "text") return "edits";
  return "code" in first.fields ? "rename" : "folderId" in first.fields ? "move" : "change";
}

function wholeWords(plan: LibraryPlan, kind: Kind): string {
  switch (kind) {
    case "edits":
      return l10n.t("Rename Everywhere");
    case "rename":
      return hasReferences(plan) ? l10n.t("Rename Everywhere") : l10n.t({ message: "Rename", comment: ["A button."] });
    case "move":
      return hasReferences(plan)
        ? l10n.t("Move and Update References")
        : l10n.t({ message: "Move", comment: ["A button."] });
    case "change":
      return l10n.t({ message: "Change", comment: ["A button."] });
  }
}

/** Returns the plan without the steps that update references. */
function withoutReferences({ title, steps, elsewhere }: LibraryPlan): LibraryPlan {
  const alone = steps.filter(({ do: what }) => what === "folder" || what === "text");
  return { title, steps: alone, said: [staleReferences(), notFindable()], ...(elsewhere && { elsewhere }) };
}
