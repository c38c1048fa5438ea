/**
 * A workbench of VS Code in a browser page, as UI tests drive it: one window on a temporary workspace, with the packed
 * extension installed. Every wait ends at a state of the page, never at a time.
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { startEditor } from "../../scripts/editor.ts";
import { root } from "../../scripts/root.mjs";
import { judgeKept, permitDialog } from "../sandbox/permits.ts";
import { launchBrowser } from "./browser.ts";

export interface WorkbenchOptions {
  /** Files of the workspace: relative path and content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** False opens the window in Restricted Mode; the default is true. */
  readonly trusted?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The file among `files` that lists the folders of a multi-root workspace. It is opened instead of the folder. */
  readonly workspaceFile?: string;
  /** Payload of the page in addition to the folder, such as `["logLevel", "trace"]`. */
  readonly payload?: readonly (readonly [string, string])[];
  /** Packed extensions besides the one under test. */
  readonly extensions?: readonly string[];
  /** Files added to the extension where it is installed, such as a language: relative path and content. */
  readonly added?: Readonly<Record<string, string>>;
  /** Display language of the window, as a language pack sets it; English by default. */
  readonly language?: string;
}

export interface Workbench extends AsyncDisposable {
  readonly page: Page;
  /** The temporary workspace on disk. */
  readonly folder: string;
  /** What the extension host and the workbench wrote to the console. */
  readonly console: readonly string[];
  /** Process id of VS Code's server. */
  readonly pid: number;
  /** Folder of everything that VS Code's server and its extensions store. */
  readonly data: string;
  /** Kills VS Code's server and starts it again with what it stored; the page is reloaded. */
  restart(): Promise<void>;
}

/**
 * The longest wait in milliseconds. No successful wait takes that long, even on a machine that is busy with other work.
 */
export const longestWait = 60_000;

/**
 * Settings for tests that read the screen. Inlay hints are off, because they would be read as text; tests of hints
 * switch them on. Recently used files and commands are not listed, because they would come first in the lists of a
 * window that serves several stories.
 */
export const bareText = {
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "search.quickOpen.includeHistory": false,
  "workbench.commandPalette.history": 0,
  "editor.inlayHints.enabled": "off",
};

/**
 * No animations: without a graphics card, a browser spends a tenth of its processor time on them. VS Code's own setting
 * for reduced motion does not stop progress bars.
 */
const still = "*, ::before, ::after { animation: none !important; transition: none !important; }";

/** Starts VS Code with the packed extension and opens a folder with these files. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "smartform-workspace-"));
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await writeFiles(folder, options.files);
  /** Hosts of the ticket dialogs that were answered with yes. */
  const hosts = new Set<string>();
  const editor = undo.use(
    await startEditor({
      ended: (data) => void judgeKept(data, hosts),
      extensions: [join(root, "smartform.vsix"), ...(options.extensions ?? [])],
      trusted: options.trusted ?? true,
      forAuthors: true,
      settings: { ...bareText, ...options.settings },
      ...(options.env && { env: options.env }),
      ...(options.added && { added: options.added }),
    }),
  );
  const browser = await launchBrowser();
  undo.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(longestWait);
  const console: string[] = [];
  page.on("console", (message) => console.push(message.text()));
  await page.exposeFunction("smartformPermits", (words: string) => void hosts.add(permitDialog(words) ?? ""));
  await page.addInitScript(watchTickets);
  await page.addInitScript(readAtOnce);
  if (options.language !== undefined)
    await page.addInitScript(
      (language) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language }),
      options.language,
    );
  await page.goto(
    editor.address(options.workspaceFile === undefined ? folder : join(folder, options.workspaceFile), options.payload),
  );
  try {
    await page.locator(".monaco-workbench .part.statusbar").waitFor();
    await page.addStyleTag({ content: still });
    if (options.workspaceFile !== undefined) await listFolders(page);
    await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
  } catch (error) {
    const shown = await page.locator("body").innerText();
    throw new Error(`The window did not open. It showed:\n${shown}\n\nIts console:\n${console.join("\n")}`, {
      cause: error,
    });
  }
  const kept = undo.move();
  return {
    page,
    folder,
    console,
    data: editor.data,
    get pid() {
      return editor.pid;
    },
    async restart() {
      await editor.restart();
      await page.reload();
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/**
 * Opens a workspace file again if VS Code has read it without showing its folders. If VS Code reads the file before the
 * window has a workspace, it does not announce the folders (`onWorkspaceConfigurationChanged`). It remembers them, so
 * they appear at the next opening.
 */
async function listFolders(page: Page): Promise<void> {
  const folders = page.locator(".explorer-folders-view .monaco-list-row").first();
  const listed = await folders.waitFor({ timeout: longestWait / 15 }).then(
    () => true,
    () => false,
  );
  if (listed || !(await page.getByText("You have not yet added a folder to the workspace.").isVisible())) return;
  await page.reload();
  await page.locator(".monaco-workbench .part.statusbar").waitFor();
}

export async function writeFiles(folder: string, files: WorkbenchOptions["files"]): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/**
 * Runs in the page: passes on the words of every ticket dialog that is answered with yes, by mouse or key, before VS
 * Code receives the answer.
 */
function watchTickets(): void {
  const hear = (event: Event): void => {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    const button = event.target instanceof Element ? event.target.closest(".monaco-dialog-box .monaco-button") : null;
    const words = button?.closest<HTMLElement>(".monaco-dialog-box")?.innerText ?? "";
    const said = button?.textContent.trim() ?? "";
    if (button === null || !words.includes("Operation: ") || said === "Copy Details" || said === "Cancel") return;
    void (window as unknown as { readonly smartformPermits: (words: string) => Promise<void> }).smartformPermits(words);
  };
  for (const kind of ["click", "keydown"]) window.addEventListener(kind, hear, { capture: true });
}

/**
 * Runs in the page: gives the server's messages to VS Code at once. VS Code would take each message as a Blob and read
 * it with a FileReader, and the message would go through the browser's main process twice. Without this detour, a test
 * costs an eighth less.
 */
function readAtOnce(): void {
  const { readAsArrayBuffer } = FileReader.prototype;
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.binaryType = "arraybuffer";
    }
  };
  FileReader.prototype.readAsArrayBuffer = function (this: FileReader, data: Blob | ArrayBuffer) {
    if (!(data instanceof ArrayBuffer)) return readAsArrayBuffer.call(this, data);
    queueMicrotask(() => void this.onload?.({ target: { result: data } } as ProgressEvent<FileReader>));
  };
}

/** Returns the only process under the editor's server whose command line contains `word`. */
export async function processOf(server: number, word: string): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = /^\d+ \(.*\) \S (\d+) /s.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isUnder = (id: number): boolean => id === server || (parents.has(id) && isUnder(parents.get(id) ?? 0));
  const found: number[] = [];
  for (const id of parents.keys()) {
    if (id !== server && isUnder(id) && (await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")).includes(word))
      found.push(id);
  }
  assert.equal(found.length, 1, `one process with ${word}, not ${found.length}`);
  return found[0] ?? 0;
}
