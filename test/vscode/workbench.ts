/**
 * A workbench of VS Code in a browser page, as UI tests drive it: one window on a temporary workspace, with the packed
 * extension installed. Every wait ends at a state of the page, never at a time.
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { startEditor } from "../../scripts/editor.ts";
import { root } from "../../scripts/root.mjs";
import { judgeKept, permitDialog } from "../sandbox/permits.ts";
import type { Visit } from "../sandbox/visit.ts";
import { launchBrowser } from "./browser.ts";

export interface WorkbenchOptions {
  /** Files of the workspace: path inside it and content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** False (the default is true) opens it in Restricted Mode. */
  readonly trusted?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The file among `files` that names the folders of a workspace with several, instead of their common folder. */
  readonly workspaceFile?: string;
  /** What the page is told beside the folder, as `["logLevel", "trace"]`. */
  readonly payload?: readonly (readonly [string, string])[];
  /** Packed extensions beside the one under test. */
  readonly extensions?: readonly string[];
  /** That of the window, as a language pack sets it; English without. */
  readonly language?: string;
}

export interface Workbench extends AsyncDisposable {
  readonly page: Page;
  /** The temporary workspace on disk. */
  readonly folder: string;
  /** What the extension host and the workbench wrote to the console. */
  readonly console: readonly string[];
  /** Process of VS Code's server. */
  readonly pid: number;
  /** Folder of everything that VS Code's server and its extensions keep. */
  readonly data: string;
  /** VS Code's server is killed and starts again with what it kept; the page is loaded again. */
  restart(): Promise<void>;
}

/** Milliseconds, of a machine that is busy with other work too: nothing waits that long where all is well. */
const longestWait = 60_000;

/** What stands in an editor's lines without being text would be read as text. Tests of hints switch them on. */
const bareText = {
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "editor.inlayHints.enabled": "off",
};

/** Starts VS Code with the packed extension and opens a folder with these files. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "smartform-workspace-"));
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  for (const [path, content] of Object.entries(options.files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  /** Of the ticket dialogs that were answered with yes. */
  const hosts = new Set<string>();
  const editor = undo.use(
    await startEditor({
      ended: (data) => void judgeKept(data, hosts),
      extensions: [join(root, "smartform.vsix"), ...(options.extensions ?? [])],
      trusted: options.trusted ?? true,
      settings: { ...bareText, ...options.settings },
      ...(options.env && { env: options.env }),
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
  if (options.language !== undefined)
    await page.addInitScript(
      (language) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language }),
      options.language,
    );
  await page.goto(
    editor.address(options.workspaceFile === undefined ? folder : join(folder, options.workspaceFile), options.payload),
  );
  await page.locator(".monaco-workbench .part.statusbar").waitFor();
  await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
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
 * In the page: hands over the words of every ticket dialog that is answered with yes, by mouse or key, before VS Code
 * hears of the answer.
 */
function watchTickets(): void {
  const hear = (event: Event): void => {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    const button = event.target instanceof Element ? event.target.closest(".monaco-dialog-box .monaco-button") : null;
    const words = button?.closest<HTMLElement>(".monaco-dialog-box")?.innerText ?? "";
    const said = button?.textContent.trim() ?? "";
    if (button === null || !words.includes("Operation: ") || said === "Do Nothing" || said === "Cancel") return;
    void (window as unknown as { readonly smartformPermits: (words: string) => Promise<void> }).smartformPermits(words);
  };
  for (const kind of ["click", "keydown"]) window.addEventListener(kind, hear, { capture: true });
}

/** The only process under the editor's server whose command line holds this. */
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

/** The open quick input: command palette, pick list or input box. */
export function quickInput({ page }: Workbench): Locator {
  return page.locator(".quick-input-widget:visible");
}

/**
 * Runs a command by its title in the palette, as `Smartform: New Text`. The palette lists the commands that were there
 * when it opened, and they arrive while the window starts: it is opened anew until it lists this one.
 */
export async function runCommand(workbench: Workbench, title: string): Promise<void> {
  const { page } = workbench;
  const box = quickInput(workbench);
  const row = box.locator(".monaco-list-row", { hasText: title }).first();
  for (let openings = 1; ; openings++) {
    await page.keyboard.press("F1");
    // What is typed before the palette has put its own sign there is lost; so is a key that comes while a page in a
    // panel takes the focus.
    const opened = await page
      .waitForFunction(
        () => document.activeElement instanceof HTMLInputElement && document.activeElement.value === ">",
        undefined,
        { timeout: 5000 },
      )
      .then(
        () => true,
        () => false,
      );
    // Keys would go into an editor that takes the focus in this moment.
    if (opened)
      await box
        .locator("input")
        .first()
        .evaluate(
          (input: HTMLInputElement, words) => {
            input.value = words;
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
          },
          `>${title}`,
          { timeout: 5000 },
        )
        .catch(() => undefined);
    const listed =
      opened &&
      (await row.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      ));
    // An editor that opens late may take the focus, which closes the palette.
    if (
      listed &&
      (await row.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      ))
    ) {
      // What is typed next is for the command, and not for the palette that still closes.
      await page.waitForFunction(
        () => !(document.activeElement instanceof HTMLInputElement && document.activeElement.value.startsWith(">")),
      );
      return;
    }
    if (openings === 6) throw new Error(`The palette does not list "${title}".`);
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
  }
}

/**
 * The window begins anew, with what VS Code keeps for it written down first: reloading the page alone may lose what was
 * open.
 */
export async function reloadWindow(workbench: Workbench): Promise<void> {
  const loaded = workbench.page.waitForEvent("load");
  await runCommand(workbench, "Developer: Reload Window");
  await loaded;
}

/** Changes settings of the user, and waits until the window has them: what it shows beside them changes with them. */
export async function setUserSettings(
  { page, data }: Workbench,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = join(data, "data", "Machine", "settings.json");
  const before = JSON.parse(await readFile(file, "utf8")) as Readonly<Record<string, unknown>>;
  const shows = before["breadcrumbs.enabled"] === false;
  await writeFile(file, JSON.stringify({ ...before, ...changed, "breadcrumbs.enabled": shows }, null, 2));
  await page
    .locator(".breadcrumbs-control:not(.hidden)")
    .first()
    .waitFor({ state: shows ? "visible" : "detached" });
}

/** Connects to the window's own sandbox, and waits for its library. */
export async function useSandbox(workbench: Workbench): Promise<void> {
  await openView(workbench, "Smartform");
  await workbench.page.getByRole("button", { name: "Use the Sandbox" }).first().click();
  await libraryItem(workbench, "Folder Claims").waitFor();
}

/**
 * Until the open quick input asks this, with a part of its prompt or placeholder: behind a list it is not there at
 * once, and the list takes what is typed.
 */
export async function asks(workbench: Workbench, prompt: string): Promise<void> {
  const box = quickInput(workbench);
  await box.getByText(prompt).or(box.getByPlaceholder(prompt)).first().waitFor();
}

/** Types an answer into the open input box and accepts it. */
export async function answer(workbench: Workbench, text: string): Promise<void> {
  const input = quickInput(workbench).locator("input:visible").first();
  await input.fill(text);
  await input.press("Enter");
}

/**
 * Opens a file of the workspace in an editor of choice. The list of editors is that of the moment in which it opens,
 * and extensions arrive while the window starts.
 */
export async function openWith(workbench: Workbench, file: string, editor: string): Promise<void> {
  const row = quickInput(workbench).locator(".monaco-list-row", { hasText: editor });
  for (let openings = 1; ; openings++) {
    await chooseFor(workbench, treeItem(workbench, file), "Open With...");
    if (
      await row.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
    )
      break;
    assert.ok(openings < 6, `${editor} is not offered`);
    await workbench.page.keyboard.press("Escape");
  }
  await row.click();
}

/**
 * Answers the dialog for a file or folder. VS Code's dialog writes its first path (which ends so) over what was typed
 * before, and drops an answer that comes while it lists a folder.
 */
export async function answerPath(
  workbench: Workbench,
  first: string,
  path: string,
  accept = (): Promise<void> => workbench.page.keyboard.press("Enter"),
): Promise<void> {
  const input = quickInput(workbench).locator("input:visible").first();
  const idle = (): Promise<void> =>
    quickInput(workbench).locator(".monaco-progress-container:not(.active)").first().waitFor({ state: "attached" });
  await becomes(workbench, async () => (await input.inputValue()).endsWith(first), true);
  await idle();
  await becomes(
    workbench,
    async () => {
      // The dialog may set the selection between that of all and the typing, and what is typed then stands behind what
      // was there.
      if ((await input.inputValue()) !== path) await input.fill(path);
      await idle();
      return input.inputValue();
    },
    path,
  );
  await accept();
}

/** Picks an entry of the open list by a part of its label. */
export async function pick(workbench: Workbench, label: string): Promise<void> {
  await quickInput(workbench).locator(".monaco-list-row", { hasText: label }).first().click();
}

/** Opens a file of the workspace in a text editor. */
export async function openFile(workbench: Workbench, path: string): Promise<void> {
  await openTab(workbench, path);
  await activeEditor(workbench).locator(".view-lines").first().waitFor();
}

/**
 * Opens a file of the workspace in whatever shows it. A page in a panel may take the focus, which closes the list of
 * files: it is opened anew then.
 */
export async function openTab(workbench: Workbench, path: string): Promise<void> {
  const { page } = workbench;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const box = quickInput(workbench);
  for (let openings = 1; ; openings++) {
    await page.keyboard.press("Control+P");
    const isListed = await box
      .locator("input")
      .fill(path, { timeout: 5000 })
      .then(() => box.locator(".monaco-list-row", { hasText: name }).first().click({ timeout: 5000 }))
      .then(
        () => true,
        () => false,
      );
    if (
      isListed &&
      (await activeTab(workbench, name)
        .first()
        .waitFor({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        ))
    )
      return;
    if (openings === 4) throw new Error(`${path} does not open.`);
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
  }
}

/**
 * Signs in to a running sandbox as to any service, through the boxes and the notice, and waits for the library. One
 * that is known, and signed out of, needs its secret alone.
 */
export async function signIn(
  workbench: Workbench,
  service: Visit,
  options: { readonly name: string; readonly folder: string },
): Promise<void> {
  const { clientId, clientSecret } = service.client("standard");
  const { authUrl, formsApiUrl, formsAppUrl } = service.ready;
  await openView(workbench, "Smartform");
  await workbench.page.getByRole("button", { name: "Sign In to a Service" }).first().click();
  const answers = [
    ["Name of the connection", options.name],
    ["Address of the token service", authUrl],
    ["Address of the forms API", formsApiUrl],
    ["Address of the forms application", formsAppUrl],
    ["Client id", clientId],
    ["Client secret", clientSecret],
  ] as const;
  const signedOut = "Connections that you are signed out of";
  await quickInput(workbench)
    .getByText(answers[0][0])
    .or(quickInput(workbench).getByPlaceholder(signedOut))
    .first()
    .waitFor();
  const isKnown = await quickInput(workbench).getByPlaceholder(signedOut).isVisible();
  if (isKnown) await pick(workbench, options.name);
  for (const [prompt, value] of isKnown ? answers.slice(-1) : answers) {
    await quickInput(workbench).getByText(prompt).waitFor();
    await answer(workbench, value);
  }
  await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
  await libraryItem(workbench, `Folder ${options.folder}`).waitFor();
}

/**
 * A row of the Text Library by the beginning of what a screen reader says: `Folder Claims`, `Text photo`, `Language
 * en`.
 */
export function libraryItem({ page }: Workbench, spoken: string): Locator {
  return page.locator(`.sidebar [role="treeitem"][aria-label^="${spoken}"]`).first();
}

/** False where a row does not come: the one before was folded meanwhile. */
async function unfoldAll(workbench: Workbench, path: readonly string[]): Promise<boolean> {
  for (const spoken of path) {
    const row = libraryItem(workbench, spoken);
    if (
      !(await row.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      ))
    )
      return false;
    await unfold(row);
  }
  return true;
}

/** Opens one language of a text from the tree; the path goes from the top folder to the text. */
export async function openText(workbench: Workbench, path: readonly string[], language: string): Promise<void> {
  // Rows that are drawn again, as after a switch of the connection, may be folded again.
  for (let tries = 1; !(await unfoldAll(workbench, path)); tries++)
    assert.ok(tries < 6, `${path.join(", ")} is not in the tree`);
  const tab = activeTab(workbench, `${path.at(-1)?.replace(/^Text /, "") ?? ""}.${language}`);
  await clickUntil(libraryItem(workbench, `Language ${language}`), tab);
  await activeEditor(workbench).locator(".view-lines").first().waitFor();
}

/** The tab in front, by a part of its label. */
export function activeTab({ page }: Workbench, label: string, state: "dirty" | "clean" | "any" = "any"): Locator {
  return page
    .locator(`.tabs-container .tab.active${{ dirty: ".dirty", clean: ":not(.dirty)", any: "" }[state]}`, {
      hasText: label,
    })
    .first();
}

/**
 * A connection to the sandbox with the addresses of all its services, as the user's settings hold it
 * (`smartform.connections`).
 */
export function profileOf({ ready, client }: Visit, name: string): Readonly<Record<string, string>> {
  const {
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  } = ready;
  return {
    name,
    clientId: client("standard").clientId,
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  };
}

/** Opens a view container by the name of its icon in the activity bar. */
export async function openView({ page }: Workbench, name: string): Promise<void> {
  const icon = page.locator(".activitybar .action-item", { has: page.locator(`[aria-label^="${name}"]`) }).first();
  const title = page.locator(".sidebar .composite.title", { hasText: name });
  if (!(await icon.evaluate((item) => item.classList.contains("checked")))) {
    await icon.click();
    // A window that just started may have brought the view back before the click, which closed it.
    const closed = page.locator(".monaco-workbench.nosidebar");
    await closed.or(title).first().waitFor();
    if ((await closed.count()) > 0) await icon.click();
  }
  await title.waitFor();
}

/** Unfolds a view of the container that is shown, by the view's name, if it is folded. */
export async function unfoldView(workbench: Workbench, name: string): Promise<void> {
  await turnView(workbench, name, true);
}

/** Folds a view, so that others have its room. */
export async function foldView(workbench: Workbench, name: string): Promise<void> {
  await turnView(workbench, name, false);
}

async function turnView({ page }: Workbench, name: string, open: boolean): Promise<void> {
  const header = page.locator(`.sidebar .pane-header[aria-label^="${name}"]`);
  await header.waitFor();
  // In the middle there may be buttons, which show when the mouse comes.
  if ((await header.getAttribute("aria-expanded")) !== String(open)) await header.click({ position: { x: 30, y: 11 } });
  await page.locator(`.sidebar .pane-header[aria-label^="${name}"][aria-expanded="${open}"]`).waitFor();
}

/** The themes that whatever is shown is looked at in, beside the light one that a window opens with. */
export const themes = {
  "vs-dark": "Default Dark Modern",
  "hc-black": "Default High Contrast",
  "hc-light": "Default High Contrast Light",
} as const;

/** Changes the theme by the workspace's settings, and waits until the window has it. */
export async function useTheme({ page, folder }: Workbench, theme: keyof typeof themes): Promise<void> {
  await mkdir(join(folder, ".vscode"), { recursive: true });
  await writeFile(join(folder, ".vscode", "settings.json"), JSON.stringify({ "workbench.colorTheme": themes[theme] }));
  await page.locator(`.monaco-workbench.${theme}`).waitFor();
}

/** A row of a tree in the side bar by a part of its label. */
export function treeItem({ page }: Workbench, label: string): Locator {
  return page.locator('.sidebar [role="treeitem"]', { hasText: label }).first();
}

/** The mouse goes where it says nothing: what it tells of a row lies over the rows below, as long as it stays. */
async function away(row: Locator): Promise<void> {
  await row.page().mouse.move(0, 0);
}

/**
 * Chooses from the context menu of a row, by a part of the label, until what it opens is there. A row that the view has
 * drawn anew meanwhile is lost to the command, which then asks which one is meant: it is chosen again, as a person
 * does.
 */
export async function chooseFor(workbench: Workbench, row: Locator, label: string, opens?: Locator): Promise<void> {
  const asked = quickInput(workbench);
  for (let tries = 1; ; tries++) {
    await chooseOnce(workbench, row, label);
    if (opens === undefined) return;
    await opens.or(asked).first().waitFor();
    if (
      await opens
        .first()
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 5) throw new Error(`"${label}" lost its row five times.`);
    await workbench.page.keyboard.press("Escape");
    await asked.waitFor({ state: "hidden" });
  }
}

async function chooseOnce(workbench: Workbench, row: Locator, label: string): Promise<void> {
  const { page } = workbench;
  const item = page.locator(".monaco-menu").getByText(label);
  for (let openings = 1; ; openings++) {
    await away(row);
    await row.click({ button: "right" });
    if (
      await item.waitFor({ timeout: 2500 }).then(
        () => true,
        () => false,
      )
    )
      break;
    // A list that was still being read moved the row away, and the menu is another row's.
    if (openings === 8) throw new Error(`The menu has no "${label}".`);
    await page.keyboard.press("Escape");
  }
  await chooseInMenu(workbench, label);
}

/** Chooses from the open menu, by a part of the label. A menu takes no click that comes as soon as it is there. */
export async function chooseInMenu({ page }: Workbench, label: string): Promise<void> {
  await page.locator(".monaco-menu").getByText(label).hover();
  await page.locator(".monaco-menu .action-item.focused", { hasText: label }).waitFor();
  await page.keyboard.press("Enter");
}

/**
 * Presses the button that a row shows while the mouse is over it: a view that is read again in that moment draws its
 * rows anew, without one.
 */
export async function pressOn(row: Locator, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await away(row);
    await row.hover();
    if (
      await row
        .getByRole("button", { name })
        .click({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 5) throw new Error(`The row has no button "${name}".`);
  }
}

/**
 * Presses a line above the text, until what comes of it is there, or it is gone itself: one that is drawn anew in that
 * moment takes no click.
 */
export async function pressLens(workbench: Workbench, label: string, comes?: Locator): Promise<void> {
  const lens = activeEditor(workbench).locator(".codelens-decoration").getByText(label);
  for (let tries = 1; ; tries++) {
    await lens.click();
    const done =
      comes === undefined
        ? lens.waitFor({ state: "detached", timeout: 5000 })
        : comes.first().waitFor({ timeout: 5000 });
    if (
      await done.then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 5) throw new Error(`Nothing comes of "${label}".`);
  }
}

/**
 * Rests the mouse on the target until its hover is there. VS Code drops a hover whose target is drawn again meanwhile:
 * the mouse then leaves and comes back.
 */
export async function hoverOver({ page }: Workbench, target: Locator, told: string | RegExp): Promise<Locator> {
  const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: told }).first();
  for (let tries = 1; ; tries++) {
    await target.hover();
    if (
      await hover.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    )
      return hover;
    if (tries === 6) throw new Error(`No hover tells ${String(told)}.`);
    await page.mouse.move(0, 0);
  }
}

/**
 * Chooses what the light bulb offers at the cursor. Its menu lists what was known when it opened: it is opened again
 * until it lists this.
 */
export async function chooseFix({ page }: Workbench, label: string): Promise<void> {
  const menu = page.locator(".action-widget");
  for (let tries = 1; ; tries++) {
    await page.keyboard.press("Control+.");
    if (
      await menu
        .getByText(label)
        .click({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 6) throw new Error(`The light bulb does not offer "${label}".`);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
  }
}

/** Scrolls a tree, from a row of it that is in view, until the wanted row is there: rows out of view do not exist. */
export async function scrollTo({ page }: Workbench, from: Locator, wanted: Locator): Promise<void> {
  await from.hover();
  for (let turns = 0; (await wanted.count()) === 0; turns++) {
    if (turns === 2000) throw new Error(`The tree has no ${String(wanted)}.`);
    await page.mouse.wheel(0, 300);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Waits until no row of the side bar has changed for 60 frames: a drag fails when its row is redrawn. */
export async function quietRows({ page }: Workbench): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 0;
        const observer = new MutationObserver(() => {
          frames = 0;
        });
        observer.observe(document.querySelector(".sidebar") ?? document.body, { childList: true, subtree: true });
        const count = (): void => {
          frames += 1;
          if (frames < 60) return void requestAnimationFrame(count);
          observer.disconnect();
          resolve();
        };
        requestAnimationFrame(count);
      }),
  );
}

/** Clicks a row until it is selected: while the list is redrawn, another row may take its place. */
export async function selectRow(row: Locator): Promise<void> {
  const selected = row.and(row.page().locator('[aria-selected="true"]'));
  for (let tries = 1; ; tries++) {
    await away(row);
    await row.click();
    if (
      await selected.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 4) throw new Error("The row is not selected by a click.");
  }
}

/** Opens a row's children if they are not shown. */
export async function expand(workbench: Workbench, label: string): Promise<void> {
  await unfold(treeItem(workbench, label));
}

/** Clicks a row until what it opens is there. A row that is drawn again during the click does not take it. */
export async function clickUntil(row: Locator, opens: Locator): Promise<void> {
  for (let tries = 1; ; tries++) {
    await away(row);
    await row.click();
    if (
      await opens
        .first()
        .waitFor({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        )
    )
      return;
    if (tries === 4) throw new Error("Nothing comes of a click on the row.");
  }
}

/**
 * Clicks a button until it is gone, with the dialog that it ends. A dialog that still looks at what was typed does not
 * take a click.
 */
export async function clickAway(button: Locator): Promise<void> {
  for (let tries = 1; ; tries++) {
    await button.click();
    if (
      await button.waitFor({ state: "hidden", timeout: 5000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 4) throw new Error("The dialog stays, whatever is clicked.");
  }
}

export async function unfold(row: Locator): Promise<void> {
  await turnRow(row, true);
}

export async function fold(row: Locator): Promise<void> {
  await turnRow(row, false);
}

/** A row that is drawn again during the click does not take it. A row that has no rows inside is left as it is. */
async function turnRow(row: Locator, open: boolean): Promise<void> {
  const isTurned = row.and(row.page().locator(`[aria-expanded="${open}"]`));
  await row.waitFor();
  for (let tries = 1; (await row.getAttribute("aria-expanded")) === String(!open); tries++) {
    if (tries === 4) throw new Error(`The row does not ${open ? "un" : ""}fold.`);
    await away(row);
    await row.locator(".monaco-tl-twistie").click();
    await isTurned.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
}

/** The editor group's text editor that has, or last had, the focus. */
export function activeEditor({ page }: Workbench): Locator {
  return page.locator(".editor-group-container.active .editor-instance .monaco-editor:visible").last();
}

/** The visible lines of the active editor. */
export async function editorText(workbench: Workbench): Promise<string> {
  const lines = await activeEditor(workbench)
    .locator(".view-line")
    .evaluateAll((elements) =>
      elements.map((element) => ({
        top: Number.parseFloat((element as HTMLElement).style.top),
        text: element.textContent ?? "",
      })),
    );
  return lines
    .sort((a, b) => a.top - b.top)
    .map((line) => line.text.replaceAll("\u00a0", " "))
    .join("\n");
}

/** Replaces the whole text of the active editor by typing, so that every keystroke is an edit of its own. */
export async function replaceText(workbench: Workbench, text: string): Promise<void> {
  await focusEditor(workbench);
  await workbench.page.keyboard.press("Control+A");
  await workbench.page.keyboard.insertText(text);
}

/** Puts the cursor into the active editor, at the end of its text. */
export async function focusEditor(workbench: Workbench): Promise<void> {
  await activeEditor(workbench).locator(".view-lines").first().click();
  await workbench.page.keyboard.press("Control+End");
}

/** Until what is typed goes into the active editor: a click on its tab hands the focus over a moment later. */
export async function editorHasFocus({ page }: Workbench): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest(".editor-group-container.active .monaco-editor"));
}

/** The squiggles of one severity in the active editor. */
export function squiggles(workbench: Workbench, severity: "error" | "warning" | "info"): Locator {
  return activeEditor(workbench).locator(`.squiggly-${severity}`);
}

/** The rows of the Problems panel, opened if it is not. */
export async function problems(workbench: Workbench): Promise<Locator> {
  const { page } = workbench;
  const panel = page.locator(".markers-panel");
  if (!(await panel.isVisible())) await page.keyboard.press("Control+Shift+M");
  await panel.waitFor();
  return panel.locator(".monaco-list-row");
}

/** The messages that VS Code shows at its lower right corner. */
export function notifications({ page }: Workbench): Locator {
  return page.locator(".notifications-toasts .notification-list-item");
}

/** A message wherever VS Code shows it: of more than five within a moment it lists the others alone. */
export async function told(workbench: Workbench, words: string | RegExp): Promise<Locator> {
  const found = workbench.page
    .locator(".notifications-toasts .notification-list-item, .notifications-center .notification-list-item")
    .filter({ hasText: words })
    .first();
  for (
    let tries = 1;
    !(await found.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    ));
    tries++
  ) {
    if (tries === 6) throw new Error(`Nothing says ${String(words)}.`);
    await runCommand(workbench, "Notifications: Show Notifications");
  }
  return found;
}

/** The modal dialog. */
export function dialog({ page }: Workbench): Locator {
  return page.locator(".monaco-dialog-box");
}

/** The document inside the visible webview panel. */
export function webview({ page }: Workbench): FrameLocator {
  return page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
}

/**
 * Reads until the answer is the expected one, at most half a minute. VS Code takes the dirty mark from a tab when a
 * save begins, so that only what the service holds says that it is done.
 */
export async function becomes<T>({ page }: Workbench, read: () => Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + longestWait;
  for (;;) {
    const actual = await read();
    if (isDeepStrictEqual(actual, expected)) return;
    if (performance.now() > end) assert.deepEqual(actual, expected);
    // Asking without a pause takes the time of what is waited for.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 50);
        }),
    );
  }
}

/** Until VS Code has kept these words of an unsaved editor, so that a window that is loaded again has them. */
export async function waitForBackup(workbench: Workbench, words: string): Promise<void> {
  const backups = join(workbench.data, "data/User/Backups");
  await becomes(
    workbench,
    async () => {
      // VS Code makes and removes these folders while they are listed.
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

/** Saves a picture of the window under out/screenshots. */
export async function screenshot({ page }: Workbench, name: string): Promise<void> {
  const folder = join(root, "out", "screenshots");
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/**
 * For a test that failed: a picture, and in the test's output what the window asks and says, since a machine may keep
 * no pictures.
 */
export async function showFailure(workbench: Workbench, name: string): Promise<void> {
  await screenshot(workbench, `${name}-failed`);
  const said = await workbench.page
    .locator(".quick-input-widget:visible, .monaco-dialog-box, .notification-toast")
    .allInnerTexts();
  console.log(
    `The window of ${name} showed: ${said.length > 0 ? said.join("\n---\n") : "no question and no notification"}`,
  );
}
