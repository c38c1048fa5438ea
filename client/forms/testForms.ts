/** The list of test forms made from here, written before anything is sent: every created form is real data and can be looked for again. */
import * as z from "zod";

export const testForm = z.object({
  /** Unique; also in the form's `externalMetaData`. */
  marker: z.string(),
  connection: z.string(),
  /** Whose form it is: see `identityOf`. Empty in what an earlier version kept. */
  identity: z.string().default(""),
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

/** Another service or client may have the name of the connection by now, and its forms are not these (T90). */
export function isOf({ connection, identity }: TestForm, session: { readonly name: string; readonly identity: string }): boolean {
  return connection === session.name && (identity === "" || identity === session.identity);
}

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
  /** Markers of those that this window is sending. */
  readonly #sending = new Set<string>();

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
    if (form.state === "sending") this.#sending.add(form.marker);
    else this.#sending.delete(form.marker);
    const others = this.list().filter((other) => other.marker !== form.marker);
    await this.#keep([form, ...others].slice(0, kept));
  }

  async forget(marker: string): Promise<void> {
    this.#sending.delete(marker);
    await this.#keep(this.list().filter((form) => form.marker !== marker));
  }

  /** False for one whose window ended before its answer came: nobody knows of it. */
  isBeingSent(marker: string): boolean {
    return this.#sending.has(marker);
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
