/**
 * Keeps the forms that were opened by id, so that they can be opened again. Keeps only ids, names and the environment,
 * never the values of a form.
 */
import * as z from "zod";
import { reachedForm } from "./reachedModel.ts";
import type { ReachedForm } from "./reachedModel.ts";
import type { KeptState } from "../window/keptState.ts";

const openedForm = reachedForm.extend({ marker: z.null() });
export type OpenedForm = z.output<typeof openedForm>;

/** At most this many forms are kept: the newest. */
export const mostOpened = 100;

const key = "openedForms";

export class OpenedForms {
  readonly #store: KeptState;
  readonly #listeners = new Set<() => void>();

  constructor(store: KeptState) {
    this.#store = store;
  }

  /** Returns the forms, last opened first. */
  list(): readonly OpenedForm[] {
    return z.array(openedForm).safeParse(this.#store.get(key)).data ?? [];
  }

  find(id: string): OpenedForm | undefined {
    return this.list().find((form) => keyOf(form) === id);
  }

  put(form: OpenedForm): Promise<void> {
    return this.#keep([form, ...this.list().filter((other) => keyOf(other) !== keyOf(form))].slice(0, mostOpened));
  }

  /** Changes the form at its place in the list; does nothing if the form is not listed. */
  async change(form: ReachedForm, change: Partial<Pick<OpenedForm, "smartformId" | "smartformName">>): Promise<void> {
    if (this.find(keyOf(form)) !== undefined)
      await this.#keep(this.list().map((each) => (keyOf(each) === keyOf(form) ? { ...each, ...change } : each)));
  }

  async forget(forms: readonly Pick<ReachedForm, "identity" | "formId">[]): Promise<void> {
    const gone = new Set(forms.map(keyOf));
    const kept = this.list().filter((form) => !gone.has(keyOf(form)));
    if (kept.length < this.list().length) await this.#keep(kept);
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  async #keep(forms: readonly OpenedForm[]): Promise<void> {
    await this.#store.update(key, forms);
    for (const listener of this.#listeners) listener();
  }
}

/** Forms of two companies may have the same id. */
export function keyOf({ identity, formId }: Pick<ReachedForm, "identity" | "formId">): string {
  return JSON.stringify([identity, formId]);
}
