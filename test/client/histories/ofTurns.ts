/** Locks and progress for windows that take turns. They replace the real ones, which take time. */
import type { LateProgress } from "../../../client/window/lateProgress.ts";
import { here } from "./manyWindows.ts";

export * from "../../../disk/index.ts";

export const withFileLock = <T>(path: string, work: () => Promise<T>): Promise<T> => here().ports.lock(path, work);

/** Returns a progress that can be cancelled at once and shows nothing. */
export function openLateProgress(_title: string, { stop }: { readonly stop: () => void }): LateProgress {
  const editor = here();
  editor.stop = stop;
  return { say: () => {}, close: () => void (editor.stop = undefined) };
}
