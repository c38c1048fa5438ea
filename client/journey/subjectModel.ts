/**
 * Reads the argument of a command: a row of a view, or anything that any caller passed. Takes only kinds, ids and
 * places from it. Does not import `vscode`.
 */
import * as z from "zod";
import { ownerShape } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { givenOrder } from "../records/givenOrderModel.ts";
import type { Thing } from "../records/journeyLinks.ts";

const formRow = z.object({
  kind: z.enum(["form", "opened", "step", "value", "file"]),
  form: ownerShape.extend({ formId: z.string().min(1), environment: z.string().nullable() }),
});
const archiveRow = z.object({
  kind: z.enum(["document", "version"]),
  place: ownerShape.extend({ environment: z.string() }),
  document: z.object({ listed: z.object({ id: z.string().min(1) }) }),
  version: z.object({ id: z.string().min(1) }).optional(),
});

interface Given {
  readonly thing: Thing;
  /**
   * Owner of the thing; undefined if the row does not say. If an earlier version of the extension recorded a test form,
   * the identity of the form's owner is empty.
   */
  readonly owner: Owner | undefined;
}

/** Undefined if the argument names nothing. */
export function givenThing(argument: unknown): Given | undefined {
  const form = formRow.safeParse(argument);
  if (form.success) {
    const { identity, connection, formId, environment } = form.data.form;
    return { owner: { identity, connection }, thing: { kind: "form", id: formId, environment } };
  }
  const archived = archiveRow.safeParse(argument);
  if (archived.success) {
    const {
      place: { identity, connection, environment },
      document,
      version,
    } = archived.data;
    return {
      owner: { identity, connection },
      thing: { kind: "document", id: version?.id ?? document.listed.id, environment },
    };
  }
  const order = givenOrder(argument);
  return order && { owner: order.owner, thing: { kind: "order", id: order.id, environment: null } };
}
