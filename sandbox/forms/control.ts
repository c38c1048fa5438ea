/** Routes of the Control API for forms, for tests and people. */
import * as z from "zod";
import { readBody } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import type { ControlRow } from "../base/route.ts";
import { newId } from "../base/state.ts";
import { controlForm, submitAsPerson } from "./screen.ts";
import { checkWebhook, switchWebhook } from "./webhooks.ts";

export const formsControl: readonly ControlRow[] = [
  ["POST", "/forms/{formId}/submit", submitAsPerson],
  [
    "POST",
    "/forms/{formId}/files",
    (call) => {
      const { property, name, contentBase64 } = readBody(
        z.object({ property: z.string().min(1), name: z.string().min(1), contentBase64: z.base64() }),
        call.body,
      );
      const fileId = newId();
      call.state.run(
        "INSERT INTO file VALUES (?, ?, ?, ?, ?)",
        fileId,
        controlForm(call).id,
        property,
        name,
        Buffer.from(contentBase64, "base64"),
      );
      return { json: { fileId } };
    },
  ],
  [
    "POST",
    "/webhooks",
    ({ state, body }) => {
      const { smartformId, url, enabled } = readBody(
        z.object({ smartformId: z.string(), url: z.string(), enabled: z.boolean() }),
        body,
      );
      if (!state.one("SELECT 1 FROM smartform WHERE id = ?", smartformId)) throw new Refusal("smartform-missing");
      switchWebhook(state, { smartform: smartformId, url: checkWebhook(url) ?? url, enabled });
      return { json: {} };
    },
  ],
  [
    "GET",
    "/webhooks",
    ({ state }) => ({
      json: {
        items: state
          .all<{ enabled: number }>(
            "SELECT smartform AS smartformId, url, name, enabled FROM webhook ORDER BY smartform, url",
          )
          .map((row) => ({ ...row, enabled: row.enabled === 1 })),
      },
    }),
  ],
];
