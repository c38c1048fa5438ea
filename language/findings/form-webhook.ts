/** The service takes only absolute http and https addresses (document 1, "Events"). */
import * as l10n from "../l10n.ts";
import { textOf, valueAt } from "../requests/request.ts";
import type { FormRequestRule } from "../rules/finding.ts";
import { inJson } from "../rules/requestObjects.ts";

export const formWebhook: FormRequestRule = {
  code: "form-webhook",
  severity: "error",
  title: "A webhook that is not an absolute http or https address",
  evidence: "text",
  looksAt: "formRequest",

  check({ request }, report) {
    const node = valueAt(request, "webhook");
    const webhook = textOf(node);
    if (node === null || webhook === undefined || isWebAddress(webhook)) return;
    report({
      start: node.start,
      end: node.end,
      message: l10n.t(
        '"{0}" is not a complete http or https address. Write the whole address, such as https://example.com/forms.',
        webhook,
      ),
    });
  },

  fixes(finding, { request }) {
    const webhook = textOf(valueAt(request, "webhook")) ?? "";
    const completed = `https://${webhook.replace(/^\/\//, "")}`;
    // `https://` is added only if a host with a dot follows: a path or a single word is not an address.
    if (!/^(\/\/)?[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]+)?(\/|$)/i.test(webhook) || !isWebAddress(completed)) return [];
    return [
      {
        title: l10n.t('Use "{0}"', completed),
        edits: [{ start: finding.start, end: finding.end, newText: inJson(completed) }],
        preferred: true,
      },
    ];
  },
};

/** Whether the address has a scheme, a host and perhaps a port; anything but white space may follow. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\/(?:[^\s/?#@]*@)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]<>\\^|%"`{}]+)(?::[0-9]{0,5})?(?:[/?#]\S*)?$/i.test(
    address,
  );
}
