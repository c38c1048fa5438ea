/** The operation is none that a request file of this kind can hold. */
import { property, textOf } from "../requests/request.ts";
import type { OperationRule, OperationScope } from "./finding.ts";
import { markOf } from "./operationPlaces.ts";
import { quoted } from "./requestObjects.ts";
import { didYouMean, nearest, prepareWords } from "./spelling.ts";

export const requestUnknownOperation: OperationRule = {
  code: "request-unknown-operation",
  severity: "error",
  title: "An operation that this kind of request file does not hold",
  looksAt: "operation",

  check(scope, report) {
    const { read, request, file } = scope;
    const node = property(request.root, "operation")?.value;
    if (read.operation !== null || !node || (node.kind === "plain" && node.value === undefined)) return;
    const ids = file.operations.map(({ id }) => id);
    const listed = ids.length > 6 ? ` Files of this kind hold ${ids.slice(0, 6).join(", ")} and ${ids.length - 6} more.` : ` Files of this kind hold ${ids.join(", ")}.`;
    const name = textOf(node);
    const says = name === undefined ? "The operation is named by its id." : `There is no operation "${name}" for this kind of file.`;
    report({ ...markOf(node), message: `${says}${didYouMean(alike(scope)) || listed}` });
  },

  fixes(finding, scope) {
    const words = alike(scope);
    return words.map((word) => ({ title: `Use "${word}"`, edits: [{ start: finding.start, end: finding.end, newText: quoted(word) }], preferred: words.length === 1 }));
  },
};

function alike({ request, file, effort }: OperationScope): readonly string[] {
  const written = textOf(property(request.root, "operation")?.value);
  return written === undefined ? [] : nearest(written, prepareWords(file.operations.map(({ id }) => id)), effort);
}
