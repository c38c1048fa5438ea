/** The text above the rows of the Test Forms view. Knows no `vscode`. */
import * as l10n from "@vscode/l10n";
import { mostTestForms } from "../records/testForms.ts";

/**
 * Says how to make the first form, or warns that each new form now drops the oldest from the list, which the service
 * could not name again. `here`: number of this connection's forms in the view; `all`: number of test forms of all
 * connections. Undefined if there is nothing to say.
 */
export function adviceOn({ here, all }: { readonly here: number; readonly all: number }): string | undefined {
  if (here === 0)
    return l10n.t(
      "No test form was made on this connection yet. Open a request file (*.form.json) and choose Create Test Form above its first line. Open Form by Its Id, above, shows any other form.",
    );
  if (all < mostTestForms) return undefined;
  return l10n.t(
    "The list is full: it holds the newest {0} test forms of all connections. With each new one the oldest leaves the list, though it stays on the service, which cannot name it again. Delete forms that nobody needs any more.",
    mostTestForms,
  );
}
