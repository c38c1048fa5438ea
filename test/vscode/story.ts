/**
 * The window and the sandbox that the tests of one file share. The tests of a file tell one story: each test begins
 * where the earlier tests left the window. After a failure, the next test gets a new window and a new sandbox, in which
 * all earlier tests that did not fail are repeated first. So no failure hides another, and you can run each test alone.
 * A story begins in a new window, or in a window that an earlier story left as if it were new (`inTurn.ts`).
 */
import type { SandboxOptions } from "../../sandbox/index.ts";
import { visit } from "../sandbox/visit.ts";
import type { Visit } from "../sandbox/visit.ts";
import { endStory, expectStory, leaveWindow, takeWindow } from "./inTurn.ts";
import { showFailure } from "./pictures.ts";
import type { Workbench, WorkbenchOptions } from "./workbench.ts";

export interface WindowPlan {
  /** Returns the options of the window. Pushes helpers onto the stack if they must end only after the window. */
  readonly options: (undo: AsyncDisposableStack) => WorkbenchOptions | Promise<WorkbenchOptions>;
  /** Brings a new window to the state in which the first test begins. */
  readonly begin?: () => void | Promise<void>;
  /** Whether each test sets up everything that it needs. If so, earlier tests are not repeated after a failure. */
  readonly apart?: boolean;
}

export interface ServicePlan extends WindowPlan {
  /** Returns the options of the sandbox. Pushes helpers onto the stack if they must end only after the sandbox. */
  readonly sandbox?: (undo: AsyncDisposableStack) => SandboxOptions | Promise<SandboxOptions>;
}

export interface WindowStory {
  /** The current window; after a replacement, the new one. */
  readonly workbench: Workbench;
  readonly it: (title: string, body: () => void | Promise<void>) => void;
}

export interface ServiceStory extends WindowStory {
  /** The current sandbox; after a replacement, the new one. */
  readonly service: Visit;
}

interface Step {
  readonly title: string;
  readonly body: () => void | Promise<void>;
  failed: boolean;
}

/** Milliseconds for a new window and everything that is repeated in it. */
const patience = 900_000;
/** Milliseconds in which a test that timed out must notice that its window is closed. */
const lastWords = 60_000;

const now = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw new Error("It is there while a test runs, and only then.");
  return thing;
};

/** Opens the window of a file's tests. `name`: the name for pictures of failures. */
export function useWindow(name: string, { options, begin, apart = false }: WindowPlan): WindowStory {
  const steps: Step[] = [];
  let current: Workbench | undefined;
  let ends = new AsyncDisposableStack();
  /** Whether all tests in the current window have passed so far. */
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
   * Closes the window after a failure. If the test is given, takes a picture of the window first. Errors on closing are
   * only printed, because after a failure they prove nothing.
   */
  async function giveUp(failed?: Step): Promise<void> {
    isRight = false;
    if (current !== undefined && failed !== undefined)
      await showFailure(current, `${name}-${steps.indexOf(failed) + 1}`).catch(console.log);
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
    // Marks the test as failed here, because a test that timed out has not marked itself.
    if (latest !== undefined) latest.failed = true;
    await giveUp(latest);
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
          const reasons = [error, error instanceof Error ? error.cause : undefined]
            .filter((reason) => reason !== undefined)
            .map((reason) => (reason instanceof Error ? reason.message : String(reason)).split("\n", 1)[0]);
          console.log(
            `      "${title}" cannot be judged before "${missing.title}" is right. It ended with: ${reasons.join(" ")}`,
          );
          await giveUp();
          this.skip();
        }
      });
    },
  };
}

/** Does the same as `useWindow`, with a sandbox that the tests can call. */
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
