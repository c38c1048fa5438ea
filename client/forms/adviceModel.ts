/** The text above the rows of the Test Forms view. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { mostTestForms } from "../records/testForms.ts";

/**
 * Says how to make the first form. If the list is full, warns that each new form drops the oldest form from the list.
 * The service lists only forms in progress, so it might not list a dropped form. `here`: number of this connection's
 * forms in the view; `all`: number of test forms of all connections. Undefined if there is nothing to say.
 */
export function adviceOn({ here, all }: { readonly here: number; readonly all: number }): string | undefined {
  if (here === 0)
    return l10n.t(
      'This view lists the test forms that you create on this connection. To create one, open a request file (*.form.json) and choose "Create test form" above its first line. To see any other form, choose "Open Form by Its Id…" in the title of this view.',
    );
  if (all < mostTestForms) return undefined;
  return l10n.t(
    "The list is full: it contains the newest {0} test forms of all connections. Each new form removes the oldest one from the list, but not from the service. The service lists only forms that are in progress, so you might not find the removed form there. Delete forms that are no longer needed.",
    mostTestForms,
  );
}
