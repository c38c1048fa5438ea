/**
 * An address that the service will call contains sign-in details, or it begins with `http:`. In the second case, others
 * can read and change what is sent there.
 */
import * as l10n from "../l10n.ts";
import { textOf } from "../requests/request.ts";
import type { CallRequestRule } from "../rules/finding.ts";
import { said } from "../words/sentences.ts";

export const requestPlainAddress: CallRequestRule = {
  code: "request-plain-address",
  severity: "warning",
  title: "A callback without encryption, or with a sign-in in its address",
  evidence: "text",
  looksAt: "callRequest",

  check({ read }, report) {
    for (const node of read.addresses) {
      const address = textOf(node) ?? "";
      const message = said(
        isPlain(address)
          ? l10n.t(
              "This address begins with http, so others can intercept everything sent there, even a password. Use https.",
            )
          : "",
        hasSignIn.test(address)
          ? l10n.t(
              "This address contains sign-in details. Everybody who sees the address sees these details too, and the API documents do not say that the service uses them. Leave them out.",
            )
          : "",
      );
      if (message !== "") report({ start: node.start, end: node.end, message });
    }
  },

  fixes(finding, { request }) {
    const written = request.text.slice(finding.start, finding.end);
    if (!isPlain(written.slice(1, -1)) || hasSignIn.test(written.slice(1, -1))) return [];
    return [
      {
        title: l10n.t("Use https"),
        edits: [{ start: finding.start, end: finding.end, newText: written.replace(/^"http:/i, '"https:') }],
        preferred: false,
      },
    ];
  },
};

const hasSignIn = /^https?:\/\/[^/\\?#]*@/i;

/** Nobody else can read what stays on this machine. */
function isPlain(address: string): boolean {
  return (
    /^http:\/\/[^/]/i.test(address) &&
    !/^http:\/\/(?:[^/\\?#]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d*)?(?:[/?#]|$)/i.test(address)
  );
}
