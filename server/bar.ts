/**
 * Shows how far a long work is: where the client asked for it, or else in a bar of its own once the work turns out to
 * be long.
 */
import type { Connection } from "vscode-languageserver";
import { l10n } from "../language/index.ts";

/** One bar of a client. */
export interface Shown {
  begin(title: string, percentage: number): void;
  report(percentage: number, message: string): void;
  done(): void;
}

interface Bar {
  /** The end takes the bar away; another beginning brings it back. */
  readonly progress: (done: number, total: number) => void;
  readonly close: () => void;
}

/** Work on fewer things is over before anybody has read that it began. */
const many = 500;

interface BarOptions {
  readonly title: string;
  /** Says how much is done, in words that name what is counted. */
  readonly words: (done: number, total: number) => string;
  /** What the client asked for; absent where it did not. */
  readonly asked?: Shown;
  /** Makes one; absent where the client shows none. */
  readonly create?: Connection["window"]["createWorkDoneProgress"];
}

export function openBar({ title, words, asked, create }: BarOptions): Bar {
  let shown: Promise<Shown> | undefined;
  const open = async (): Promise<Shown> => {
    const bar = asked ?? (await create?.()) ?? nothing;
    bar.begin(title, 0);
    return bar;
  };
  function close(): void {
    void shown?.then((bar) => bar.done());
    shown = undefined;
  }
  return {
    close,
    progress(done, total) {
      if (done >= total) return close();
      if (asked !== undefined || total >= many) shown ??= open();
      void shown?.then((bar) => bar.report(Math.floor((done / total) * 100), words(done, total)));
    },
  };
}

/** Milliseconds. Work that is over by then shows no bar. */
const brief = 500;

interface LateBarOptions {
  readonly title: string;
  /** undefined where the client shows none. */
  readonly create: Connection["window"]["createWorkDoneProgress"] | undefined;
  /** The person wants the work to end. */
  readonly stop: () => void;
}

/** A bar for work on files that takes longer than half a second, which the person can end. */
export function openLateBar({ title, create, stop }: LateBarOptions): Bar {
  const begun = performance.now();
  let shown: ReturnType<Connection["window"]["createWorkDoneProgress"]> | undefined;
  function close(): void {
    void shown?.then((bar) => bar.done());
    shown = undefined;
  }
  return {
    close,
    progress(done, total) {
      if (done >= total) return close();
      if (shown === undefined && create !== undefined && performance.now() - begun > brief) {
        shown = create().then((bar) => {
          bar.begin(title, 0, undefined, true);
          bar.token.onCancellationRequested(stop);
          return bar;
        });
      }
      void shown?.then((bar) => bar.report(Math.floor((done / total) * 100), filesDone(done, total)));
    },
  };
}

export function filesDone(done: number, total: number): string {
  return l10n.t("{0} of {1} files", done, total);
}

const nothing: Shown = { begin: () => undefined, report: () => undefined, done: () => undefined };
