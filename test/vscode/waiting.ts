/** Waits for states that no locator of the page shows. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { longestWait } from "./workbench.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Reads until the result is the expected one, with the common time limit. To wait for a save, read the service's
 * content: VS Code clears a tab's dirty mark when the save begins.
 */
export async function becomes<T>({ page }: Workbench, read: () => Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + longestWait;
  for (;;) {
    const actual = await read();
    if (isDeepStrictEqual(actual, expected)) return;
    if (performance.now() > end) assert.deepEqual(actual, expected);
    // Pauses, because polling without a pause would slow down the work that the test waits for.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 50);
        }),
    );
  }
}

/** Waits until VS Code has backed up these words of an unsaved editor, so that a reloaded window has them. */
export async function waitForBackup(workbench: Workbench, words: string): Promise<void> {
  const backups = join(workbench.data, "data/User/Backups");
  await becomes(
    workbench,
    async () => {
      // VS Code creates and removes these folders while they are listed.
      const entries = await readdir(backups, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return [];
          throw error;
        },
      );
      const contents = await Promise.all(
        entries
          .filter((entry) => entry.isFile())
          .map((entry) => readFile(join(entry.parentPath, entry.name), "utf8").catch(() => "")),
      );
      return contents.some((content) => content.includes(words));
    },
    true,
  );
}
