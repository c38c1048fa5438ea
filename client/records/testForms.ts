/**
 * The list of test forms made here. Each form is written to the list before the request is sent: every created form is
 * real data, and must be findable later.
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
  /** Owner of the form: see `identityOf`. Empty in entries of an earlier version. */
  identity: z.string().default(""),
  smartformId: z.string(),
  smartformName: z.string(),
  /** Null if the request named no environment: then the Smartform's saved draft ran. */
  environment: z.string().nullable(),
  /** The folder for short references in the request; the service does not return it. */
  textLibraryFolder: z.string().nullable().default(null),
  /** ISO time of sending. */
  at: z.string(),
  /**
   * `unknown`: sent, but no answer came. A form that was made together with its PDF has no id, because the answer does
   * not contain it.
   */
  state: z.enum(["sending", "made", "unknown"]),
  formId: z.string().nullable(),
});
export type TestForm = z.output<typeof testForm>;

/**
 * Returns whether the form belongs to the session. The name of the connection may now lead to another service or
 * client, which has other forms (T90). Entries of an earlier version have only the name.
 */
export function isOf(
  { connection, identity }: Pick<TestForm, "connection" | "identity">,
  session: { readonly name: string; readonly identity: string },
): boolean {
  return identity === "" ? connection === session.name : identity === session.identity;
}

/** Returns whether the form belongs to the window's connection. */
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
 * How many forms are kept in the list, newest first; the forms themselves stay on the service. More forms would make
 * the extension's stored state larger than VS Code recommends.
 */
export const mostTestForms = 1000;

const key = "testForms";

export class TestForms {
  readonly #store: KeptState;
  readonly #files: StoreFiles<TestForm> | undefined;
  readonly #warn: Warn | undefined;
  readonly #listeners = new Set<() => void>();
  /** Markers of the forms that this window is sending. */
  readonly #sending = new Set<string>();

  /** `folder`: where the files are; not needed for reading the list. */
  constructor(store: KeptState, folder?: string, warn?: Warn) {
    this.#store = store;
    this.#warn = warn;
    this.#files = folder === undefined ? undefined : new StoreFiles(folder, testForm, warn);
  }

  /**
   * At start: lists again what the store lost because the computer or the editor stopped. Resolves with the paths of
   * unreadable files, which are left alone.
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

  /**
   * Returns the forms, newest first. A form that was being sent when the editor ended is still listed as `sending`; see
   * `isBeingSent`.
   */
  list(): readonly TestForm[] {
    return z.array(testForm).safeParse(this.#store.get(key)).data ?? [];
  }

  /** Resolves once the form is on the disk. */
  async put(form: TestForm): Promise<void> {
    await this.#write(form);
    if (form.state === "sending") this.#sending.add(form.marker);
    else this.#sending.delete(form.marker);
    const others = this.list().filter((other) => other.marker !== form.marker);
    const all = [form, ...others].slice(0, mostTestForms);
    await (form.state === "sending" ? this.#keep(all) : this.#keepSent(all));
  }

  /** If the editor cannot keep the list, only a warning is logged: a form that was sent must not count as failed. */
  async #keepSent(forms: readonly TestForm[]): Promise<void> {
    try {
      await this.#keep(forms);
    } catch (error) {
      this.#warn?.(`The list of test forms could not be kept: ${messageOf(error)}`);
    }
  }

  /**
   * A full disk must not make a sent form count as failed or unknown. The list gets the form's new state even if the
   * file still says `sending`.
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

  /**
   * Returns whether this window is sending the form. If the window that sent the form ended before the answer arrived,
   * the result is false, and the state of the form is unknown.
   */
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
