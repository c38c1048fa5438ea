/** The list of test forms made from here, written before anything is sent: every created form is real data and can be looked for again. */
import * as z from "zod";

export const testForm = z.object({
  /** Unique; also in the form's `externalMetaData`. */
  marker: z.string(),
  connection: z.string(),
  smartformId: z.string(),
  smartformName: z.string(),
  /** null: the saved draft ran. */
  environment: z.string().nullable(),
  /** The folder of short references that the request named; the service does not tell it back. */
  textLibraryFolder: z.string().nullable().default(null),
  /** ISO time of sending. */
  at: z.string(),
  /** `unknown`: sent, and no answer came back. */
  state: z.enum(["sending", "made", "unknown"]),
  formId: z.string().nullable(),
});
export type TestForm = z.output<typeof testForm>;

/** Keeps the newest ones; the forms themselves stay on the service. */
const kept = 200;

export interface Store {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = "testForms";

export class TestForms {
  readonly #store: Store;
  readonly #listeners = new Set<() => void>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Newest first. What was being sent when the editor ended is unknown, not failed. */
  list(): readonly TestForm[] {
    const read = z.array(testForm).safeParse(this.#store.get(key));
    return read.success ? read.data : [];
  }

  /** Resolves when it is written. */
  async put(form: TestForm): Promise<void> {
    const others = this.list().filter((other) => other.marker !== form.marker);
    await this.#keep([form, ...others].slice(0, kept));
  }

  async forget(marker: string): Promise<void> {
    await this.#keep(this.list().filter((form) => form.marker !== marker));
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  async #keep(forms: readonly TestForm[]): Promise<void> {
    await this.#store.update(key, forms);
    for (const listener of this.#listeners) listener();
  }
}
