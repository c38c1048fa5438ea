/** A sandbox in this process with two api clients of the same company: the author's and somebody else's. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api, BodyOf } from "../../api/index.ts";
import { guardedWrite } from "../../authoring/guard/guardedWrite.ts";
import type { WritePorts, WriteRequest, WriteResult } from "../../authoring/guard/guardedWrite.ts";
import { openJournal } from "../../authoring/guard/journal.ts";
import type { DiskJournal } from "../../authoring/guard/journal.ts";
import type { Change, LibraryText } from "../../authoring/guard/writePlan.ts";
import type { Ready } from "../../sandbox/index.ts";
import { apiOf } from "../sandbox/apiOf.ts";
import { startSandbox } from "../sandbox/permits.ts";

export interface World extends AsyncDisposable {
  readonly ready: Ready;
  readonly mine: Api;
  readonly theirs: Api;
  readonly journal: DiskJournal;
  readonly journalFolder: string;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Creates a text in a new folder. */
  text(more?: Partial<BodyOf<"textlibrary.texts.create">>): Promise<LibraryText>;
  read(id: string): Promise<LibraryText>;
  /** Writes a text as somebody else: all its fields, as the service requires, but only the translations in `more`. */
  foreign(text: LibraryText, more: Partial<BodyOf<"textlibrary.texts.update">>): Promise<void>;
  save(base: LibraryText, change: Change, ports?: Partial<WritePorts>): Promise<WriteResult>;
  /** Resolves with the methods of the requests about texts since the last call of this function, in order. */
  calls(): Promise<readonly string[]>;
}

export const identity = "the sandbox of this test";

/** Milliseconds: long enough for a busy machine, and short enough that a stalled response does not delay the tests. */
const timeout = 2_000;

export async function world(): Promise<World> {
  const sandbox = await startSandbox({});
  const { ready } = sandbox;
  const [mine, theirs] = [apiOf(ready, { timeout }), apiOf(ready, { timeout })];
  const journalFolder = await mkdtemp(join(tmpdir(), "smartform-journal-"));
  const journal = openJournal(journalFolder);
  let number = 0;

  const it: World = {
    ready,
    mine,
    theirs,
    journal,
    journalFolder,
    async control(method, path, body) {
      const response = await fetch(ready.controlUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${ready.controlSecret}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as unknown;
    },
    async text(more = {}) {
      number += 1;
      const { id: folderId } = await theirs.call("textlibrary.folders.create", {
        body: { name: `Folder ${number}`, code: `folder-${number}` },
      });
      const { id } = await theirs.call("textlibrary.texts.create", {
        body: {
          folderId,
          code: `text-${number}`,
          name: "A name",
          description: "A description",
          contentType: 2,
          isPublic: true,
          defaultLanguage: "en",
          translations: { en: { content: "one\ntwo\nthree\n" }, sv: { content: "ett\ntvå\ntre\n" } },
          ...more,
        },
      });
      return it.read(id);
    },
    read: (id) => theirs.call("textlibrary.texts.get", { path: { id } }),
    async foreign(text, more) {
      const { id, createdDate: _, updatedDate: __, translations: ___, isPublic, ...rest } = text;
      await theirs.call("textlibrary.texts.update", {
        path: { id },
        body: { ...rest, isPublic: isPublic ?? false, translations: {}, ...more },
      });
    },
    save: (base, change, ports = {}) =>
      guardedWrite({ identity, connection: "sandbox", base, change } satisfies WriteRequest, {
        api: mine,
        journal,
        lock: (_, work) => work(),
        ...ports,
      }),
    async calls() {
      const { items } = (await it.control("GET", "/ledger")) as {
        items: readonly { operation: string | null; method: string; clientId?: string }[];
      };
      await it.control("DELETE", "/ledger");
      return items.filter(({ operation }) => operation?.startsWith("textlibrary.texts.")).map(({ method }) => method);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([mine.close(), theirs.close()]);
      await sandbox[Symbol.asyncDispose]();
      journal[Symbol.dispose]();
      await rm(journalFolder, { recursive: true, force: true });
    },
  };
  return it;
}

/** Returns an api client that runs `happen` right after the response or the failure of an operation. */
export function withAfter(api: Api, operation: string, happen: () => Promise<void>): Api {
  const call = api.call as (...args: readonly unknown[]) => Promise<unknown>;
  return {
    ...api,
    call: (async (...args: readonly unknown[]) => {
      try {
        return await call(...args);
      } finally {
        if (args[0] === operation) await happen();
      }
    }) as Api["call"],
  };
}

export function languages(contents: Readonly<Record<string, string>>): Change {
  return { translations: new Map(Object.entries(contents)) };
}
