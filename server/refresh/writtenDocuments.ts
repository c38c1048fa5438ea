/**
 * The documents that the server writes and clients show. If the content of a document changes, the client that shows it
 * is notified.
 */
import { createHash } from "node:crypto";
import { setImmediate as breath } from "node:timers/promises";
import { parsePrintedAddress } from "../places/address.ts";
import { createPace } from "./pace.ts";
import type { Content } from "./writtenContent.ts";

export interface WrittenDocuments extends Disposable {
  /** Resolves with the current content, for a client that will show it. */
  readonly ask: (uri: string, options: { readonly signal: AbortSignal }) => Promise<Content>;
  /** What this open document prints may have changed; without an argument, anything may have changed. */
  readonly changed: (document?: string) => void;
  /** No client shows this document any longer. */
  readonly closed: (uri: string) => void;
}

interface WrittenOptions {
  readonly read: (uri: string, options: { readonly reads: boolean; readonly signal: AbortSignal }) => Promise<Content>;
  /** Notifies the client that the content changed; resolves once the client has answered. */
  readonly refresh: (uri: string) => Promise<void>;
  readonly problem: (error: unknown) => void;
}

interface Told {
  /** The digest of the content that the client got last. */
  readonly digest: string;
  /**
   * Whether the client was notified of a change and has not requested the content since; until then the document is
   * skipped.
   */
  waits: boolean;
}

/** A client need not report that it closed a document, so only the most recently requested ones are kept. */
const mostKept = 100;
/**
 * The pause between two checks while changes continue: its minimum in milliseconds, and the number by which the
 * duration of the last check is multiplied.
 */
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
      // The shown content stays until new content is known.
      const shown = told.get(uri);
      if (content.state !== "unknown" && shown?.waits === false && shown.digest !== digestOf(content)) {
        // A client that still shows the document requests its content again. If the notification fails, the next change
        // repeats it.
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
        // The client keeps showing the old content, so it is notified at the next change.
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
