/**
 * Shows the progress of long work: in the client's own bar if it asked for one, otherwise in a new bar once the work
 * turns out to be long.
 */
import type { Connection } from "vscode-languageserver";
import { l10n } from "../language/index.ts";

/** One progress bar of a client. */
export interface Shown {
  begin(title: string, percentage: number): void;
  report(percentage: number, message: string): void;
  done(): void;
}

interface Bar {
  /** Reaching the total closes the bar; work that begins again reopens it. */
  readonly progress: (done: number, total: number) => void;
  readonly close: () => void;
}

/** Work on fewer items ends before anybody has read the bar. */
const many = 500;

interface BarOptions {
  readonly title: string;
  /** Returns how much is done, in words that name what is counted. */
  readonly words: (done: number, total: number) => string;
  /** The bar that the client asked for; absent if it asked for none. */
  readonly asked?: Shown;
  /** Creates a bar; absent if the client cannot show one. */
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

/** Milliseconds. Work that ends within this time shows no bar. */
const brief = 500;

interface LateBarOptions {
  readonly title: string;
  /** undefined if the client cannot show a bar. */
  readonly create: Connection["window"]["createWorkDoneProgress"] | undefined;
  /** Returns how much is done, in words that name what is counted. */
  readonly words: (done: number, total: number) => string;
  /** Called when the user cancels the work. Absent if the work cannot be cancelled. */
  readonly stop?: () => void;
}

/** A bar that is shown once the work has taken half a second. */
export function openLateBar({ title, create, words, stop }: LateBarOptions): Bar {
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
          bar.begin(title, 0, undefined, stop !== undefined);
          if (stop !== undefined) bar.token.onCancellationRequested(stop);
          return bar;
        });
      }
      void shown?.then((bar) => bar.report(Math.floor((done / total) * 100), words(done, total)));
    },
  };
}

export function filesDone(done: number, total: number): string {
  return l10n.t("{0} of {1} files", done, total);
}

const nothing: Shown = { begin: () => undefined, report: () => undefined, done: () => undefined };
