/**
 * The window that the tests of one file share, with the sandbox beside it. The tests of a file tell one story: each
 * begins where the ones before it left the window. After a failure the next test gets a new window and a new sandbox,
 * where all earlier tests that did not fail are repeated first, so that no failure hides another and each test can be
 * run alone. A story begins in a new window, or in one that an earlier story left as if it were new (`inTurn.ts`).
 */
import type { SandboxOptions } from "../../sandbox/index.ts";
import { visit } from "../sandbox/visit.ts";
import type { Visit } from "../sandbox/visit.ts";
import { endStory, expectStory, leaveWindow, takeWindow } from "./inTurn.ts";
import { showFailure } from "./pictures.ts";
import type { Workbench, WorkbenchOptions } from "./workbench.ts";

export interface WindowPlan {
  /**
   * Returns what the window is opened with. Helpers made for the window, which must end after it, go onto the stack.
   */
  readonly options: (undo: AsyncDisposableStack) => WorkbenchOptions | Promise<WorkbenchOptions>;
  /** Brings a new window to where the first test begins. */
  readonly begin?: () => void | Promise<void>;
  /** Whether each test sets up everything it needs, so that none must be repeated for another. */
  readonly apart?: boolean;
}

export interface ServicePlan extends WindowPlan {
  /** Helpers made for the sandbox, which must end after it, go onto the stack. */
  readonly sandbox?: (undo: AsyncDisposableStack) => SandboxOptions | Promise<SandboxOptions>;
}

export interface WindowStory {
  /** The current window, even after it was replaced. */
  readonly workbench: Workbench;
  readonly it: (title: string, body: () => void | Promise<void>) => void;
}

export interface ServiceStory extends WindowStory {
  /** The current sandbox, even after it was replaced. */
  readonly service: Visit;
}

interface Step {
  readonly title: string;
  readonly body: () => void | Promise<void>;
  failed: boolean;
}

/** Milliseconds for a new window and everything that is repeated in it. */
const patience = 900_000;
/** Milliseconds for a test that timed out to notice that its window is closed. */
const lastWords = 60_000;

const now = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw new Error("It is there while a test runs, and only then.");
  return thing;
};

/** `name` names the picture of a failure. */
export function useWindow(name: string, { options, begin, apart = false }: WindowPlan): WindowStory {
  const steps: Step[] = [];
  let current: Workbench | undefined;
  let ends = new AsyncDisposableStack();
  /** Whether nothing has failed in the current window. */
  let isRight = true;
  let latest: Step | undefined;
  let running: Promise<void> = Promise.resolve();
  expectStory();

  const workbench: Workbench = {
    get page() {
      return now(current).page;
    },
    get folder() {
      return now(current).folder;
    },
    get console() {
      return now(current).console;
    },
    get pid() {
      return now(current).pid;
    },
    get data() {
      return now(current).data;
    },
    restart: () => now(current).restart(),
    [Symbol.asyncDispose]: () => now(current)[Symbol.asyncDispose](),
  };

  async function open(): Promise<void> {
    const wanted = await options(ends);
    const opened = await takeWindow(wanted);
    ends.defer(() => (isRight ? leaveWindow(opened, wanted) : opened[Symbol.asyncDispose]()));
    current = opened;
    isRight = true;
    await begin?.();
  }

  async function close(): Promise<void> {
    current = undefined;
    const ended = ends;
    ends = new AsyncDisposableStack();
    await ended.disposeAsync();
  }

  /**
   * Takes a picture of the window and closes it. What is open after a failure proves nothing, so errors on closing are
   * only printed.
   */
  async function giveUp(): Promise<void> {
    isRight = false;
    if (current !== undefined) await showFailure(current, name).catch(console.log);
    await close().catch(console.log);
    await Promise.race([running.catch(() => undefined), new Promise((resolve) => void setTimeout(resolve, lastWords))]);
  }

  /** Repeats all earlier tests that did not fail, in a new window. */
  async function catchUp(step: Step): Promise<void> {
    await open();
    for (const earlier of apart ? [] : steps.slice(0, steps.indexOf(step)).filter(({ failed }) => !failed)) {
      try {
        await earlier.body();
      } catch (error) {
        throw new Error(`"${earlier.title}" failed where it was done again for this one.`, { cause: error });
      }
    }
  }

  const take = async (context: Mocha.Context, step: Step): Promise<void> => {
    if (current === undefined) {
      const limit = context.timeout();
      context.timeout(patience);
      await catchUp(step);
      context.timeout(limit);
    }
    await step.body();
  };

  afterEach(async function () {
    if (this.currentTest?.state !== "failed") return;
    // A test that timed out has not marked itself as failed.
    if (latest !== undefined) latest.failed = true;
    await giveUp();
  });

  after(async () => {
    endStory();
    await close();
  });

  return {
    workbench,
    it: (title, body) => {
      const step: Step = { title, body, failed: false };
      steps.push(step);
      it(title, async function () {
        const missing = apart ? undefined : steps.find(({ failed }) => failed);
        latest = step;
        running = take(this, step);
        try {
          await running;
        } catch (error) {
          step.failed = true;
          if (missing === undefined) throw error;
          console.log(`      "${title}" cannot be judged before "${missing.title}" is right. It ended with`, error);
          await giveUp();
          this.skip();
        }
      });
    },
  };
}

/** Like `useWindow`, with a sandbox that the test calls. */
export function useService(name: string, { sandbox, options, ...plan }: ServicePlan): ServiceStory {
  let current: Visit | undefined;
  const service: Visit = {
    get ready() {
      return now(current).ready;
    },
    send: (...args) => now(current).send(...args),
    signIn: (...args) => now(current).signIn(...args),
    call: (...args) => now(current).call(...args),
    client: (...args) => now(current).client(...args),
    bearer: (...args) => now(current).bearer(...args),
    control: (...args) => now(current).control(...args),
    forget: () => now(current).forget(),
    close: () => now(current).close(),
  };
  const story = useWindow(name, {
    ...plan,
    options: async (undo) => {
      const visited = await visit(await sandbox?.(undo));
      current = visited;
      undo.defer(() => visited.close());
      return options(undo);
    },
  });
  return { ...story, service };
}
