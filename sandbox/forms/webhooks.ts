/** Webhooks belong to the Smartform and outlive the request that named them (document 1, "Events"). */
import type { Call } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import type { Form } from "./form.ts";
import { plainShape } from "./readForm.ts";

/** Returns the URL as sent; only absolute http and https addresses are webhooks (T46). */
export function checkWebhook(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) throw new Refusal("bad-webhook");
  return url;
}

/** Reuses a webhook with this URL; a disabled one is enabled only if the request forces it (T44, T45). */
export function addWebhook(
  state: State,
  { smartform, url, force }: { smartform: string; url: string; force: boolean },
): void {
  state.run("INSERT INTO webhook VALUES (?, ?, 'Integration', 1) ON CONFLICT DO NOTHING", smartform, url);
  if (force) state.run("UPDATE webhook SET enabled = 1 WHERE smartform = ? AND url = ?", smartform, url);
}

/** Enables or disables a webhook, as an administrator would. */
export function switchWebhook(
  state: State,
  { smartform, url, enabled }: { smartform: string; url: string; enabled: boolean },
): void {
  state.run(
    "INSERT INTO webhook VALUES (?, ?, 'Integration', ?) ON CONFLICT DO UPDATE SET enabled = excluded.enabled",
    smartform,
    url,
    Number(enabled),
  );
}

/** Calls every enabled webhook of the Smartform after a form is submitted. */
export function callWebhooks({ state, send }: Pick<Call, "state" | "send">, form: Form): void {
  for (const { url } of state.all<{ url: string }>(
    "SELECT url FROM webhook WHERE smartform = ? AND enabled = 1 ORDER BY url",
    form.smartform,
  )) {
    send({ channel: "webhook", to: url, url, formId: form.id, payload: webhookPayload(state, form) });
  }
}

/** The plain shape, with the data table under another spelling (T53). */
function webhookPayload(state: State, form: Form) {
  const { DataTableValues: dataTableValues, ...rest } = plainShape(state, form, { omitFiles: true });
  return { ...rest, dataTableValues };
}
