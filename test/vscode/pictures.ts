/** Pictures of a window. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";
import type { Workbench } from "./workbench.ts";

/** Saves a picture of the window under out/screenshots. */
export async function screenshot({ page }: Workbench, name: string): Promise<void> {
  const folder = join(root, "out", "screenshots");
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/**
 * For a failed test: takes a picture, and prints what the window asks and shows, since a machine may not keep pictures.
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
