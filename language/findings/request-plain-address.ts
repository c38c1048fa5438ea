/** An address that the service will call begins with http: what is sent there can be read and changed on the way. */
import * as l10n from "../l10n.ts";
import { textOf } from "../requests/request.ts";
import type { OperationRule } from "./finding.ts";

export const requestPlainAddress: OperationRule = {
  code: "request-plain-address",
  severity: "warning",
  title: "A callback without encryption",
  looksAt: "operation",

  check({ read }, report) {
    for (const node of read.addresses) {
      if (isPlain(textOf(node) ?? "")) report({ start: node.start, end: node.end, message: l10n.t("This address begins with http: whoever is on the way reads what is sent there, a password too. Use https.") });
    }
  },

  fixes(finding, { request }) {
    const written = request.text.slice(finding.start, finding.end);
    return [{ title: l10n.t("Use https"), edits: [{ start: finding.start, end: finding.end, newText: written.replace(/^"http:/i, '"https:') }], preferred: false }];
  },
};

/** What stays on this machine can be read by nobody else. */
function isPlain(address: string): boolean {
  return /^http:\/\/[^/]/i.test(address) && !/^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/?#]|$)/i.test(address);
}
