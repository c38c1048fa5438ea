/** What a person sets in the editor for the server, as far as the client tells it. What is not said is on. */
import type { Connection } from "vscode-languageserver";
import { inlayHintKinds } from "../language/index.ts";
import type { InlayHintKind } from "../language/index.ts";

/** What stands in front of the names of the settings. */
export const section = "smartform.inlayHints";
export const workspaceFindings = "smartform.workspaceFindings";

export interface Settings {
  /** Whether a client that asks for findings of the whole workspace gets them. */
  readonly allFiles: boolean;
  readonly inlayHints: ReadonlySet<InlayHintKind>;
}

interface KeptSettings {
  readonly now: () => Settings;
  /** A client that cannot say what the settings are leaves them as they were. */
  ask(): void;
}

/** `changed` hears of every answer of the client. */
export function keepSettings(
  connection: Pick<Connection, "workspace">,
  {
    changed,
    problem,
  }: {
    readonly changed: (now: Settings, before: Settings) => void;
    readonly problem: (line: string) => void;
  },
): KeptSettings {
  let settings: Settings = { allFiles: true, inlayHints: new Set(inlayHintKinds) };
  return {
    now: () => settings,
    ask() {
      readSettings(connection).then(
        (read) => {
          const before = settings;
          settings = read;
          changed(read, before);
        },
        (error: unknown) => problem(`workspace/configuration: ${String(error)}`),
      );
    },
  };
}

async function readSettings(connection: Pick<Connection, "workspace">): Promise<Settings> {
  const [said, files] = (await connection.workspace.getConfiguration([
    { section },
    { section: workspaceFindings },
  ])) as readonly unknown[];
  return {
    allFiles: files !== "open files",
    inlayHints: new Set(
      inlayHintKinds.filter(
        (kind) =>
          !(typeof said === "object" && said !== null && (said as Partial<Record<string, unknown>>)[kind] === false),
      ),
    ),
  };
}
