/** Draws media/icon.png, which galleries show, from media/icon.svg: `npm run icon`. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "../test/vscode/browser.ts";
import { root } from "./root.mjs";

const media = join(root, "media");
await using browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
await page.goto(pathToFileURL(join(media, "icon.svg")).href);
await page.screenshot({ path: join(media, "icon.png"), omitBackground: true });
