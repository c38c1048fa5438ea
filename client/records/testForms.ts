/**
 * The list of test forms made from here, written before anything is sent: every created form is real data and can be
 * looked for again.
 */
import * as z from "zod";
import { newestFirst, StoreFiles } from "../../disk/index.ts";
import { messageOf } from "../../language/index.ts";
import type { Warn } from "../../disk/index.ts";
import type { KeptState } from "../window/keptState.ts";

const testForm = z.object({
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
  /**
   * `unknown`: sent, and no answer came back. What was made together with its PDF has no id: the answer does not tell
   * it.
   */
  state: z.enum(["sending", "made", "unknown"]),
  formId: z.string().nullable(),
});
export type TestForm = z.output<typeof testForm>;

/**
 * Another service or client may have the name of the connection by now, and its forms are not these (T90). What an
 * earlier version kept has the name alone.
 */
export function isOf(
  { connection, identity }: Pick<TestForm, "connection" | "identity">,
  session: { readonly name: string; readonly identity: string },
): boolean {
  return identity === "" ? connection === session.name : identity === session.identity;
}

/** Whether it belongs to what the window is connected to. */
export function ofCurrent(
  form: Pick<TestForm, "connection" | "identity">,
  connections: {
    readonly current: string | undefined;
    isCurrent(owner: Pick<TestForm, "connection" | "identity">): boolean;
  },
): boolean {
  return form.identity === "" ? form.connection === connections.current : connections.isCurrent(form);
}

/**
 * The newest ones; the forms themselves stay on the service. More would make what VS Code keeps for the extension
 * larger than it likes.
 */
export const mostTestForms = 1000;

const key = "testForms";

export class TestForms {
  readonly #store: KeptState;
  readonly #files: StoreFiles<TestForm> | undefined;
  readonly #warn: Warn | undefined;
  readonly #listeners = new Set<() => void>();
  /** Markers of those that this window is sending. */
  readonly #sending = new Set<string>();

  /** `folder`: where the files are; whoever only reads the list needs none. */
  constructor(store: KeptState, folder?: string, warn?: Warn) {
    this.#store = store;
    this.#warn = warn;
    this.#files = folder === undefined ? undefined : new StoreFiles(folder, testForm, warn);
  }

  /**
   * At the start: lists again what the store lost, because the computer or the editor was ended. Resolves with the
   * paths of what cannot be read; they are left alone.
   */
  async recover(): Promise<readonly string[]> {
    if (this.#files === undefined) return [];
    const listed = new Map(this.list().map((form) => [form.marker, form]));
    const { lost, unreadable } = await this.#files.lost(
      ({ marker, state }) => listed.has(marker) && !(listed.get(marker)?.state === "sending" && state !== "sending"),
    );
    if (lost.length > 0) {
      const markers = new Set(lost.map(({ marker }) => marker));
      const all = newestFirst([...lost, ...this.list().filter(({ marker }) => !markers.has(marker))], ({ at }) => at);
      await this.#keep(all.slice(0, mostTestForms));
      for (const { marker } of all.slice(mostTestForms)) await this.#files.remove(marker);
    }
    return unreadable;
  }

  /** Newest first. What was being sent when the editor ended is unknown, not failed. */
  list(): readonly TestForm[] {
    return z.array(testForm).safeParse(this.#store.get(key)).data ?? [];
  }

  /** Resolves when it is on the disk. */
  async put(form: TestForm): Promise<void> {
    await this.#write(form);
    if (form.state === "sending") this.#sending.add(form.marker);
    else this.#sending.delete(form.marker);
    const others = this.list().filter((other) => other.marker !== form.marker);
    const all = [form, ...others].slice(0, mostTestForms);
    await (form.state === "sending" ? this.#keep(all) : this.#keepSent(all));
  }

  /** What was sent is not to be called failed because the editor does not keep the list. */
  async #keepSent(forms: readonly TestForm[]): Promise<void> {
    try {
      await this.#keep(forms);
    } catch (error) {
      this.#warn?.(`The list of test forms could not be kept: ${messageOf(error)}`);
    }
  }

  /**
   * What was sent is not to be called failed or unknown because the disk takes no more: the list has it, and the file
   * still says that it was sent.
   */
  async #write(form: TestForm): Promise<void> {
    try {
      await this.#files?.write(form.marker, form);
    } catch (error) {
      if (form.state === "sending") throw error;
    }
  }

  async forget(markers: readonly string[]): Promise<void> {
    if (markers.length === 0) return;
    for (const marker of markers) {
      this.#sending.delete(marker);
      await this.#files?.remove(marker);
    }
    await this.#keep(this.list().filter(({ marker }) => !markers.includes(marker)));
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
