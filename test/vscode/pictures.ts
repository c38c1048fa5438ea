/**
 * Pictures of a window: pictures for the tests only, and pictures that the documents and the package show.
 * `npm run pictures` replaces the pictures of documents and package, with `cwebp` and `img2webp` from Debian's package
 * webp.
 */
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/root.mjs";
import { useTheme } from "./settings.ts";
import type { themes } from "./settings.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Whether the pictures of documents and package are replaced. Otherwise they are taken, but not put in their places.
 */
const isMaking = process.env["SMARTFORM_PICTURES"] === "1";
const run = promisify(execFile);
const taken = join(root, "out", "screenshots");

/** Settings that keep the name of the temporary folder out of a window's title. */
export const withoutFolder = {
  "window.commandCenter": false,
  "window.title": "${activeEditorShort}${separator}Visual Studio Code",
};

/** A part of a window, in CSS pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The environment variable that is "1" if only pictures of failures are taken. */
export const onlyFailures = "SMARTFORM_ONLY_FAILURES";
const isTaking = isMaking || process.env[onlyFailures] !== "1";

/**
 * Saves a picture of the window, or of a part of it, under out/screenshots, and returns its path. A run of all tests
 * takes none: nobody looks at hundreds of pictures, and each takes a tenth of a second.
 */
export async function screenshot(workbench: Workbench, name: string, part?: Part): Promise<string> {
  return isTaking ? take(workbench, name, part) : pathOf(name);
}

const pathOf = (name: string): string => join(taken, `${name}.png`);

async function take({ page }: Workbench, name: string, part?: Part): Promise<string> {
  await mkdir(taken, { recursive: true });
  await page.screenshot({ path: pathOf(name), ...(part && { clip: part }) });
  return pathOf(name);
}

/**
 * Shows the window of a failed test: takes a picture, and also prints the window's questions and notifications, because
 * some machines do not keep pictures.
 */
export async function showFailure(workbench: Workbench, name: string): Promise<void> {
  await take(workbench, `${name}-failed`);
  const said = await workbench.page
    .locator(".quick-input-widget:visible, .monaco-dialog-box, .notification-toast")
    .allInnerTexts();
  console.log(
    `The window of ${name} showed: ${said.length > 0 ? said.join("\n---\n") : "no question and no notification"}`,
  );
}

/** Takes a picture of the window for a document. `place`: the path of the picture without an ending. */
export async function picture(workbench: Workbench, place: string, part?: Part): Promise<void> {
  await still(workbench);
  const path = await screenshot(workbench, place.replaceAll("/", "-"), part);
  if (!isMaking) return;
  const target = join(root, `${place}.webp`);
  await mkdir(dirname(target), { recursive: true });
  await run("cwebp", ["-quiet", "-z", "9", "-near_lossless", "40", path, "-o", target]);
}

/** The themes of the walkthrough's pictures, by the names that package.json gives them. */
const ofWalkthrough = {
  light: undefined,
  dark: "vs-dark",
  hc: "hc-black",
  hcLight: "hc-light",
} as const satisfies Record<string, keyof typeof themes | undefined>;
/** VS Code scales the pictures of a walkthrough as if they had this number of dots per CSS pixel. */
const dots = 1.5;

/**
 * Takes a picture for a step of the walkthrough: in all themes if pictures are replaced, otherwise only in the window's
 * theme. `show` shows again what a change of the theme removes from the window.
 */
export async function pictureOfStep(
  workbench: Workbench,
  step: string,
  part: Part,
  show: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  if (!isMaking) {
    await show();
    return picture(workbench, `media/walkthrough/${step}.light`, part);
  }
  const { page } = workbench;
  const size = page.viewportSize();
  if (size === null) throw new Error("The page has no size.");
  // The session is not detached, because the window would then lose its size.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: dots, mobile: false });
  for (const [name, theme] of Object.entries(ofWalkthrough)) {
    await useTheme(workbench, theme);
    await show();
    await picture(workbench, `media/walkthrough/${step}.${name}`, part);
  }
  await useTheme(workbench, undefined);
  await session.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });
}

/** An animation: states of a window, each shown for a while. */
export interface Film {
  /** Adds a picture of the window. The animation shows it for this number of milliseconds. */
  readonly frame: (milliseconds: number) => Promise<void>;
  /** Writes the animation. `place`: its path without an ending. */
  readonly end: (place: string) => Promise<void>;
}

export function startFilm(workbench: Workbench, name: string): Film {
  const frames: string[] = [];
  return {
    frame: async (milliseconds) => {
      await still(workbench);
      const number = String(frames.length / 3 + 1).padStart(2, "0");
      frames.push("-d", String(milliseconds), await screenshot(workbench, `${name}-${number}`));
    },
    end: async (place) => {
      if (isMaking)
        await run("img2webp", [
          "-loop",
          "0",
          "-min_size",
          "-lossless",
          "-m",
          "6",
          ...frames,
          "-o",
          join(root, `${place}.webp`),
        ]);
    },
  };
}

/** Waits until two pictures of the window are the same, so that no picture shows a window that is still changing. */
async function still({ page }: Workbench): Promise<void> {
  if (!isMaking) return;
  let before = await page.screenshot();
  for (let tries = 1; ; tries++) {
    const after = await page.screenshot();
    if (after.equals(before)) return;
    if (tries === 100) throw new Error("The window does not come to rest.");
    before = after;
  }
}
