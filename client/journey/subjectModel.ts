/** What a command was given: a row of a view, or anything at all from anybody. Only kinds, ids and places are taken. Knows no `vscode`. */
import * as z from "zod";
import { givenOrder } from "../signing/argument.ts";
import type { Thing } from "./journeyLinks.ts";

const formRow = z.object({ kind: z.enum(["form", "value", "file"]), form: z.object({ connection: z.string(), formId: z.string().min(1), environment: z.string().nullable() }) });
const archiveRow = z.object({
  kind: z.enum(["document", "version"]),
  place: z.object({ connection: z.string(), environment: z.string() }),
  document: z.object({ listed: z.object({ id: z.string().min(1) }) }),
  version: z.object({ id: z.string().min(1) }).optional(),
});

export interface Given {
  readonly thing: Thing;
  /** Which connection it is of; undefined where the row does not say. */
  readonly connection: string | undefined;
}

/** undefined where nothing is named. */
export function givenThing(argument: unknown): Given | undefined {
  const form = formRow.safeParse(argument);
  if (form.success) {
    const { connection, formId, environment } = form.data.form;
    return { connection, thing: { kind: "form", id: formId, environment } };
  }
  const archived = archiveRow.safeParse(argument);
  if (archived.success) {
    const { place: { connection, environment }, document, version } = archived.data;
    return { connection, thing: { kind: "document", id: version?.id ?? document.listed.id, environment } };
  }
  const order = givenOrder(argument);
  return order && { connection: undefined, thing: { kind: "order", id: order.id, environment: null } };
}
