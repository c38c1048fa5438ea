/**
 * The sandbox's outbox: what would have reached people or other systems (T172). It is read through the control API,
 * which only the sandbox has. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Control } from "../connections/sandboxControl.ts";

const outbox = z.looseObject({
  items: z.array(
    z.looseObject({
      channel: z.string(),
      to: z.string(),
      subject: z.string().optional(),
      formId: z.string().optional(),
      orderId: z.string().optional(),
      payload: z.unknown().optional(),
      /** ISO 8601, by the sandbox's own clock. */
      at: z.string(),
    }),
  ),
});

type OutboxItem = z.output<typeof outbox>["items"][number];

const advice = l10n.t('To reach the sandbox again, use the command "Smartform: Use the Sandbox".');

/** Oldest first. Rejects if the sandbox gives no valid answer. */
export async function readOutbox(
  { controlUrl, controlSecret }: Control,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly OutboxItem[]> {
  const url = new URL(`${controlUrl}/outbox`);
  if (url.hostname !== "127.0.0.1")
    throw new Error(
      l10n.t(
        "The outbox was not requested from {0}, because only the sandbox on this computer has an outbox, and it is always at 127.0.0.1.",
        url.host,
      ),
    );
  // Loaded on demand, because most windows never need it.
  const { Agent } = await import("undici");
  // A separate agent, because the default one may use a proxy.
  const agent = new Agent();
  try {
    const { statusCode, body } = await agent
      .request({
        origin: url.origin,
        path: url.pathname,
        method: "GET",
        headers: { authorization: `Bearer ${controlSecret}` },
        signal,
      })
      .catch((cause: unknown) => {
        throw new Error(l10n.t("The sandbox does not answer. {0}", advice), { cause });
      });
    const written = await body.text();
    if (statusCode !== 200)
      throw new Error(l10n.t("The sandbox did not show its outbox ({0}). {1}", statusCode, advice));
    return outbox.parse(JSON.parse(written)).items;
  } finally {
    await agent.destroy();
  }
}

/** Formats the outbox as text, newest first. */
export function outboxWords(items: readonly OutboxItem[]): string {
  const head = l10n.t(
    "Outbox of the sandbox: what would have reached people or other systems. None of it left this computer.",
  );
  if (items.length === 0) return `${head}\n\n${l10n.t("The outbox is empty.")}\n`;
  return [head, ...items.map(itemWords).reverse()].join("\n\n");
}

function itemWords({ at, channel, to, subject, formId, orderId, payload }: OutboxItem): string {
  return [
    l10n.t("{0} {1} to {2}", at, channel, to),
    ...(subject === undefined ? [] : [l10n.t("Subject: {0}", subject)]),
    ...(formId === undefined ? [] : [l10n.t("Form: {0}", formId)]),
    ...(orderId === undefined ? [] : [l10n.t("Signing order: {0}", orderId)]),
    ...(payload === undefined ? [] : [JSON.stringify(payload, null, 2)]),
    "",
  ].join("\n");
}
