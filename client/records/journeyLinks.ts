/**
 * Links between things sent from here: which form became which signing order, and which document of the archive. Only
 * ids are kept, and nothing about a person. Does not import `vscode`.
 */
import * as z from "zod";
import type { Session } from "../connections/session.ts";
import { isOf } from "./testForms.ts";
import type { TestForm } from "./testForms.ts";
import type { KeptState } from "../window/keptState.ts";

const thing = z.object({
  kind: z.enum(["form", "order", "document"]),
  /** For a document: the id of any of its versions. */
  id: z.string().min(1),
  /**
   * The environment under which the thing is filed. Null for a form that ran as the saved draft, and for orders, which
   * have no environment.
   */
  environment: z.string().nullable(),
});
export type Thing = Readonly<z.output<typeof thing>>;

const link = z.object({
  /** Service and client of both things. */
  identity: z.string(),
  from: thing,
  to: thing,
  /** ISO time of this computer's clock. */
  at: z.string(),
});
export type Link = Readonly<z.output<typeof link>>;

const key = "smartform.journey.links";

/** Older links are dropped; the linked things stay on the service. */
const kept = 500;

/** Resolves once the link is written. */
export async function keepLink(store: KeptState, added: Link): Promise<void> {
  await store.update(key, [added, ...all(store)].slice(0, kept));
}

/** Returns the links of one connection, newest first. */
export function linksOf(store: KeptState, identity: string): readonly Link[] {
  return all(store).filter((each) => each.identity === identity);
}

function all(store: KeptState): readonly Link[] {
  return z.array(link).safeParse(store.get(key)).data ?? [];
}

/** Returns the key of a thing, which is the same in every environment. Each version of a document has its own key. */
export function keyOf({ kind, id }: Pick<Thing, "kind" | "id">): string {
  return `${kind} ${id.toLowerCase()}`;
}

/** Returns what the PDF panel of this key shows; undefined for a file, and for what belongs to another connection. */
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
  // A connection's name may contain spaces.
  const archive = `archive ${session.name} `;
  const [environment, id] = panel.startsWith(archive) ? panel.slice(archive.length).split(" ") : [];
  return environment && id ? { kind: "document", id, environment } : undefined;
}
