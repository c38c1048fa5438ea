/** The list of test forms made from here, written before anything is sent: every created form is real data and can be looked for again. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { readJsonFiles, replaceFile } from "../durableFile.ts";

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

/** The newest ones; the forms themselves stay on the service. More would make what VS Code keeps for the extension larger than it likes. */
export const mostTestForms = 1000;

export interface Store {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = "testForms";

/** VS Code writes its store to the disk some time after it says so: each form is in a file of its own until a later start finds it in the store. */
export class TestForms {
  readonly #store: Store;
  readonly #folder: string | undefined;
  readonly #listeners = new Set<() => void>();
  /** Markers of those that this window is sending. */
  readonly #sending = new Set<string>();

  /** `folder`: where the files are; whoever only reads the list needs none. */
  constructor(store: Store, folder?: string) {
    this.#store = store;
    this.#folder = folder;
  }

  /** At the start: lists again what the store lost, because the computer or the editor was ended. Resolves with the paths of what cannot be read; they are left alone. */
  async recover(): Promise<readonly string[]> {
    if (this.#folder === undefined) return [];
    const listed = new Map(this.list().map((form) => [form.marker, form]));
    const [lost, unreadable]: readonly [TestForm[], string[]] = [[], []];
    for (const { path, json } of await readJsonFiles(this.#folder)) {
      const form = json === undefined ? undefined : fromJson(json);
      if (form === undefined) unreadable.push(path);
      else if (!listed.has(form.marker) || (listed.get(form.marker)?.state === "sending" && form.state !== "sending")) lost.push(form);
      else await rm(path, { force: true });
    }
    if (lost.length > 0) {
      const markers = new Set(lost.map(({ marker }) => marker));
      const all = [...lost, ...this.list().filter(({ marker }) => !markers.has(marker))].toSorted((one, other) => one.at > other.at ? -1 : one.at < other.at ? 1 : 0);
      await this.#keep(all.slice(0, mostTestForms));
      for (const { marker } of all.slice(mostTestForms)) await rm(join(this.#folder, `${marker}.json`), { force: true });
    }
    return unreadable;
  }

  /** Newest first. What was being sent when the editor ended is unknown, not failed. */
  list(): readonly TestForm[] {
    const read = z.array(testForm).safeParse(this.#store.get(key));
    return read.success ? read.data : [];
  }

  /** Resolves when it is on the disk. */
  async put(form: TestForm): Promise<void> {
    if (this.#folder !== undefined) {
      await mkdir(this.#folder, { recursive: true });
      await replaceFile(this.#folder, `${form.marker}.json`, JSON.stringify(form));
    }
    if (form.state === "sending") this.#sending.add(form.marker);
    else this.#sending.delete(form.marker);
    const others = this.list().filter((other) => other.marker !== form.marker);
    await this.#keep([form, ...others].slice(0, mostTestForms));
  }

  async forget(markers: readonly string[]): Promise<void> {
    if (markers.length === 0) return;
    for (const marker of markers) {
      this.#sending.delete(marker);
      if (this.#folder !== undefined) await rm(join(this.#folder, `${marker}.json`), { force: true });
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

function fromJson(json: string): TestForm | undefined {
  try {
    return testForm.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
