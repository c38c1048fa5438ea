/** A password is written out, and everybody who has the file can read it; or the name of a secret is not valid. */
import * as l10n from "../l10n.ts";
import { property } from "../requests/request.ts";
import { markOf } from "../rules/callPlaces.ts";
import type { CallRequestRule, CallRequestScope } from "../rules/finding.ts";
import { finder } from "../rules/requestObjects.ts";

export const requestSecret: CallRequestRule = {
  code: "request-secret",
  severity: "error",
  title: "A password in a file",
  evidence: "text",
  looksAt: "callRequest",

  check({ read }, report) {
    for (const node of read.passwords) {
      report({
        start: node.start,
        end: node.end,
        message: l10n.t(
          'A password does not belong in a file. Write { "secret": "name" } instead. You are asked for the password when you send the request for the first time, and it is kept in the secret storage of the editor.',
        ),
      });
    }
    for (const place of read.places) {
      const node = place.kind === "secret" ? property(place.node, "secret")?.value : undefined;
      if (!node || (node.kind === "plain" && node.value === undefined) || isSecretName(place.name)) continue;
      report({ ...markOf(node), message: l10n.t("The name of a secret has up to 64 letters, digits, dots, - and _.") });
    }
  },

  fixes(finding, scope) {
    const password = passwordAt(scope, finding.start);
    return password === undefined
      ? []
      : [
          {
            title: l10n.t("Ask for the password when the request is sent"),
            edits: [{ start: finding.start, end: finding.end, newText: '{ "secret": "password" }' }],
            preferred: false,
          },
        ];
  },
};

function isSecretName(name: string | undefined): name is string {
  return name !== undefined && /^[\w.-]{1,64}$/.test(name);
}

const passwordAt = finder(
  ({ read }: CallRequestScope) => read.passwords,
  ({ start }) => start,
);
