/**
 * The last lines of a window's log, for a report, because VS Code does not always write its log to a file that can be
 * read. Does not import `vscode`.
 */

const levels = ["trace", "debug", "info", "warn", "error"] as const;
type Level = (typeof levels)[number];

/** How many lines are kept. */
const most = 300;

/**
 * Returns the same channel, and keeps the lines that the channel logs. Lines below the log level are not logged, and so
 * not kept.
 */
export function rememberLines<
  Log extends Readonly<Record<Level, (message: string, ...more: readonly unknown[]) => void>>,
>(
  channel: Log,
  { isLogged, now = () => new Date() }: { readonly isLogged: (level: Level) => boolean; readonly now?: () => Date },
): { readonly log: Log; readonly lines: () => string } {
  const lines: string[] = [];
  const keeping = new Map<unknown, unknown>(
    levels.map((level) => [
      level,
      (message: string, ...more: readonly unknown[]) => {
        if (isLogged(level)) {
          lines.push(
            `${now().toISOString().replace("T", " ").replace("Z", "")} [${level}] ${[message, ...more].map(String).join(" ")}`,
          );
          lines.splice(0, lines.length - most);
        }
        channel[level](message, ...more);
      },
    ]),
  );
  const log = new Proxy(channel, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name, target);
      return keeping.get(name) ?? (typeof own === "function" ? (own.bind(target) as unknown) : own);
    },
  });
  return { log, lines: () => lines.join("\n") };
}
