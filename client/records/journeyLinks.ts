/**
 * What a person sent on from here: which form became which signing order, and which document of the archive. Ids alone,
 * so that nothing about a person is kept. Knows no `vscode`.
 */
import * as z from "zod";
import type { Session } from "../connections/session.ts";
import { isOf } from "./testForms.ts";
import type { TestForm } from "./testForms.ts";
import type { KeptState } from "../window/keptState.ts";

const thing = z.object({
  kind: z.enum(["form", "order", "document"]),
  /** Of a document: that of any of its versions. */
  id: z.string().min(1),
  /** Where it lies. null for a form that ran as the saved draft, and for orders, which have none. */
  environment: z.string().nullable(),
});
export type Thing = Readonly<z.output<typeof thing>>;

const link = z.object({
  /** Which service and client it was made with. */
  identity: z.string(),
  from: thing,
  to: thing,
  /** ISO time of this computer. */
  at: z.string(),
});
export type Link = Readonly<z.output<typeof link>>;

const key = "smartform.journey.links";

/** Older ones are dropped; what they linked stays on the service. */
const kept = 500;

/** Resolves when it is written. */
export async function keepLink(store: KeptState, added: Link): Promise<void> {
  await store.update(key, [added, ...all(store)].slice(0, kept));
}

/** Of one connection, newest first. */
export function linksOf(store: KeptState, identity: string): readonly Link[] {
  return all(store).filter((each) => each.identity === identity);
}

function all(store: KeptState): readonly Link[] {
  return z.array(link).safeParse(store.get(key)).data ?? [];
}

/** One thing is one, whatever version of it or environment is named. */
export function keyOf({ kind, id }: Pick<Thing, "kind" | "id">): string {
  return `${kind} ${id.toLowerCase()}`;
}

/** What the PDF panel of this key shows; undefined for a file, and for what belongs to another connection. */
export function thingOfPanel(
  panel: string,
  {
    session,
    forms,
  }: {
    readonly session: Pick<Session, "name" | "identity">;
    readonly forms: readonly Pick<TestForm, "formId" | "environment" | "connection" | "identity">[];
  },
): Thing | undefined {
  const [first = "", second = ""] = panel.split(" ");
  const form = forms.find(({ formId }) => formId !== null && formId === first);
  if (form?.formId)
    return isOf(form, session) ? { kind: "form", id: form.formId, environment: form.environment } : undefined;
  if (first.startsWith("signing.") && second !== "") return { kind: "order", id: second, environment: null };
  // A connection's name may hold spaces.
  const archive = `archive ${session.name} `;
  const [environment, id] = panel.startsWith(archive) ? panel.slice(archive.length).split(" ") : [];
  return environment && id ? { kind: "document", id, environment } : undefined;
}
