/** The user's settings for the server, as far as the client reports them. A setting without a value is on. */
import type { Connection } from "vscode-languageserver";
import { inlayHintKinds } from "../language/index.ts";
import type { InlayHintKind } from "../language/index.ts";

/** The prefix of the settings' names. */
export const section = "smartform.inlayHints";
export const workspaceFindings = "smartform.workspaceFindings";

export interface Settings {
  /** Whether a client that requests findings of the whole workspace gets them. */
  readonly allFiles: boolean;
  readonly inlayHints: ReadonlySet<InlayHintKind>;
}

interface KeptSettings {
  readonly now: () => Settings;
  /** Requests the settings; if the client cannot answer, they stay unchanged. */
  ask(): void;
}

/** `changed` is called for every answer of the client. */
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
