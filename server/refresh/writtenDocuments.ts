/** The documents that the server writes and clients show: who saw one is told when it says something else. */
import { createHash } from "node:crypto";
import { setImmediate as breath } from "node:timers/promises";
import { parsePrintedAddress } from "../places/address.ts";
import { createPace } from "./pace.ts";
import type { Content } from "./writtenContent.ts";

export interface WrittenDocuments extends Disposable {
  /** What it says now, for a client that will show it. */
  readonly ask: (uri: string, options: { readonly signal: AbortSignal }) => Promise<Content>;
  /** This open document may print something else now; without one everything may. */
  readonly changed: (document?: string) => void;
  /** Nobody shows it any more. */
  readonly closed: (uri: string) => void;
}

export interface WrittenOptions {
  readonly read: (uri: string, options: { readonly reads: boolean; readonly signal: AbortSignal }) => Promise<Content>;
  /** Tells the client that it says something else; resolves once the client heard it. */
  readonly refresh: (uri: string) => Promise<void>;
  readonly problem: (error: unknown) => void;
}

interface Told {
  /** Of what the client was told last that it says. */
  readonly digest: string;
  /** The client was told that it says something else, and has not asked again: it is not looked at before. */
  waits: boolean;
}

/** A client need not tell that it closed one: those that were asked for last are kept. */
const mostKept = 100;
/** Milliseconds between two looks while changes go on, and in times of how long the last look took. */
const [pause, pauseTimes] = [200, 4];

export function createWrittenDocuments({ read, refresh, problem }: WrittenOptions): WrittenDocuments {
  const told = new Map<string, Told>();
  const stop = new AbortController();
  const changedDocuments = new Set<string>();
  let everything = false;
  let looking: Promise<void> = Promise.resolve();
  let took = 0;
  const pace = createPace(
    () => {
      looking = looking.then(lookAgain).catch(problem);
    },
    { pause: () => Math.max(pause, pauseTimes * took) },
  );

  function keep(uri: string, content: Content): void {
    told.delete(uri);
    told.set(uri, { digest: digestOf(content), waits: false });
    for (const oldest of told.keys()) {
      if (told.size <= mostKept) break;
      told.delete(oldest);
    }
  }

  async function lookAgain(): Promise<void> {
    const [all, documents] = [everything, new Set(changedDocuments)];
    everything = false;
    changedDocuments.clear();
    const begun = performance.now();
    for (const uri of [...told.keys()]) {
      const printed = parsePrintedAddress(uri);
      if (
        told.get(uri)?.waits !== false ||
        (!all && !(printed !== null && "document" in printed && documents.has(printed.document)))
      )
        continue;
      const content = await read(uri, { reads: false, signal: stop.signal });
      if (stop.signal.aborted) return;
      // What is shown stays until something else is known.
      const shown = told.get(uri);
      if (content.state !== "unknown" && shown?.waits === false && shown.digest !== digestOf(content)) {
        // A client that still shows it asks for it again. One that did not hear it is told at the next change.
        shown.waits = true;
        void refresh(uri).catch((error: unknown) => {
          shown.waits = false;
          problem(error);
        });
      }
      await breath();
    }
    took = performance.now() - begun;
  }

  return {
    async ask(uri, { signal }) {
      const before = told.get(uri);
      let isAnswered = false;
      try {
        const content = await read(uri, { reads: true, signal });
        isAnswered = !signal.aborted;
        if (isAnswered) keep(uri, content);
        return content;
      } finally {
        // The client goes on showing what it had: it is told at the next change.
        if (!isAnswered && before !== undefined) before.waits = false;
      }
    },
    changed(document) {
      if (told.size === 0) return;
      if (document === undefined) everything = true;
      else changedDocuments.add(document);
      pace.wish();
    },
    closed: (uri) => void told.delete(uri),
    [Symbol.dispose]() {
      stop.abort();
      pace[Symbol.dispose]();
    },
  };
}

function digestOf(content: Content): string {
  return content.state === "known" ? createHash("sha256").update(content.text).digest("base64") : content.state;
}
