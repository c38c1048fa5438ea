/** Changes the settings of an open window. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { quiet } from "../../scripts/editor.ts";
import { bareText } from "./workbench.ts";
import type { Workbench } from "./workbench.ts";

const fileOf = ({ data }: Workbench): string => join(data, "data", "Machine", "settings.json");
const read = async (workbench: Workbench): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse(await readFile(fileOf(workbench), "utf8")) as Readonly<Record<string, unknown>>;

/** A connection in the user's settings (`smartform.connections`): its name, its client id and its addresses. */
export type Connection = Readonly<Record<string, string>>;

const connectionsIn = (settings: Readonly<Record<string, unknown>>): readonly Connection[] =>
  (settings["smartform.connections"] ?? []) as readonly Connection[];

/** Returns the names of the connections in the user's settings. */
export async function connectionsOf(workbench: Workbench): Promise<readonly string[]> {
  return connectionsIn(await read(workbench)).map(({ name = "" }) => name);
}

/** Adds a connection to the user's settings. Waits until the window has it. */
export async function addConnection(workbench: Workbench, connection: Connection): Promise<void> {
  const before = await read(workbench);
  await write(workbench, { ...before, "smartform.connections": [...connectionsIn(before), connection] });
}

/** Resets the user's settings to the initial settings of a window, and adds these. Waits until the window has them. */
export async function replaceUserSettings(
  workbench: Workbench,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await write(workbench, { ...quiet, ...bareText, ...settings });
}

/** Writes the user's settings and a new title for the window. The window has the settings once it has this title. */
async function write(workbench: Workbench, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const title = `with the settings ${randomUUID()}`;
  await writeFile(fileOf(workbench), JSON.stringify({ ...settings, "window.title": title }, null, 2));
  await workbench.page.waitForFunction((wanted) => document.title.includes(wanted), title);
}

/** Changes settings of the user, and waits until the window has them. */
export async function setUserSettings(workbench: Workbench, changed: Readonly<Record<string, unknown>>): Promise<void> {
  const before = await read(workbench);
  const shows = before["breadcrumbs.enabled"] === false;
  await writeFile(fileOf(workbench), JSON.stringify({ ...before, ...changed, "breadcrumbs.enabled": shows }, null, 2));
  await workbench.page
    .locator(".breadcrumbs-control:not(.hidden)")
    .first()
    .waitFor({ state: shows ? "visible" : "detached" });
}

/** The themes in which everything is tested, besides the light theme that a window opens with. */
export const themes = {
  "vs-dark": "Default Dark Modern",
  "hc-black": "Default High Contrast",
  "hc-light": "Default High Contrast Light",
} as const;

/** All themes. The first is the theme that a window opens with. */
export const allThemes = { vs: "Default Light Modern", ...themes } as const;

/**
 * Changes the theme through the workspace's settings, and waits until the window has it. Without a theme, the window
 * gets the light theme that it opened with.
 */
export async function useTheme({ page, folder }: Workbench, theme?: keyof typeof allThemes): Promise<void> {
  await mkdir(join(folder, ".vscode"), { recursive: true });
  const settings = theme === undefined ? {} : { "workbench.colorTheme": allThemes[theme] };
  await writeFile(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
  await page.locator(`.monaco-workbench.${theme ?? "vs"}`).waitFor();
}
