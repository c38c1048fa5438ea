/** Sending this request reaches people, or other systems. */
import * as l10n from "../l10n.ts";
import { property } from "../requests/request.ts";
import { markOf } from "../rules/callPlaces.ts";
import type { CallRequestRule } from "../rules/finding.ts";

/** A message names at most this many receivers and counts the others. */
const most = 5;

export const requestNotifiesPeople: CallRequestRule = {
  code: "request-notifies-people",
  severity: "warning",
  title: "A request that reaches people",
  evidence: "text",
  looksAt: "callRequest",

  check({ read, request, file, mistakes }, report) {
    const { operation } = read;
    const { values, missing } = mistakes();
    // A request that cannot be sent reaches nobody.
    if (
      operation === null ||
      request.root?.kind !== "object" ||
      request.problems.length > 0 ||
      values.length > 0 ||
      missing.length > 0
    )
      return;
    const { effect, receivers } = file.reach(
      operation.id,
      read.value as { readonly query?: unknown; readonly body?: unknown },
    );
    if (effect !== "reaches-people" || receivers.length === 0) return;
    const message =
      receivers.length > most
        ? l10n.t(
            "If you send this, it reaches {0} and {1} more, and cannot be taken back.",
            receivers.slice(0, most).join(", "),
            receivers.length - most,
          )
        : l10n.t("If you send this, it reaches {0}, and cannot be taken back.", receivers.join(", "));
    const written = property(request.root, "operation")?.value;
    report({ ...(written ? markOf(written) : { start: request.root.start, end: request.root.start + 1 }), message });
  },
};
