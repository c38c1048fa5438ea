/**
 * The browser that the workbench runs in: the one that SMARTFORM_CHROMIUM names, otherwise an installed Chromium
 * (preferably the headless one) or Chrome.
 */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Launches Chromium without its background traffic, which would only time out on a machine without internet. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env["SMARTFORM_CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error(
      "No Chromium found. Install Debian's package chromium-headless-shell, or name a Chromium or Chrome in SMARTFORM_CHROMIUM.",
    );
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
