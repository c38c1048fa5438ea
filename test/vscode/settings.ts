/** Changes the settings of an open window. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workbench } from "./workbench.ts";

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
