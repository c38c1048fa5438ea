/**
 * What the tests need from the machine beyond npm: programs that read PDFs, a second editor, and a browser for VS
 * Code's window. Making pictures needs other programs. `node scripts/machine.mjs` installs what is missing; it needs no
 * package, so that it can run beside `npm ci`.
 */
import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Chromium without windows of its own. It draws a page with a fifth less work than the whole Chromium. The whole
 * Chromium is used where Chromium without windows cannot be installed.
 */
const browser = "chromium-headless-shell";

/** A program, and the Debian package that contains it. */
const programs = [
  [browser, browser],
  ["nvim", "neovim"],
  ["pdftotext", "poppler-utils"],
  ["qpdf", "qpdf"],
];

/** The programs that are needed to make pictures. */
export const ofPictures = [
  [browser, browser],
  ["cwebp", "webp"],
  ["img2webp", "webp"],
];

function found(program) {
  if (program === browser && process.env.SMARTFORM_CHROMIUM) return true;
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const canInstall = () => process.getuid?.() === 0 && found("apt-get");
const isThere = (program) => found(program) || (program === browser && !canInstall() && found("chromium"));
const lacking = (needed) => needed.filter(([program]) => !isThere(program));

/** Checks the version of Node, and then does the same as `installPrograms`. */
export async function missingPrograms(needed = programs) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 24)
    throw new Error(
      `this is Node ${process.version}; Node 24 or newer is needed. npm scripts find it in node_modules/.bin after \`npm ci\`.`,
    );
  return installPrograms(needed);
}

/**
 * Installs the missing packages if it runs as root on Debian; otherwise rejects with an error that says what to
 * install. Resolves with 0 when everything is there.
 */
async function installPrograms(needed = programs) {
  const missing = lacking(needed);
  if (missing.length === 0) return 0;
  const packages = [...new Set(missing.map(([, debian]) => debian))];
  if (!canInstall()) {
    throw new Error(
      `${missing.map(([program]) => program).join(", ")} not found. On Debian: sudo apt-get install ${packages.join(" ")}. A Chromium or Chrome elsewhere can be named in SMARTFORM_CHROMIUM.`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", ...packages]]) {
    console.log(`apt-get ${args.join(" ")}`);
    const installing = promisify(execFile)("apt-get", ["-q", ...args], { env, maxBuffer: 1 << 28 });
    // Without an input, a question from dpkg fails instead of waiting for ever.
    installing.child.stdin.end();
    await installing.catch(({ code, signal, stdout = "", stderr = "" }) => {
      throw new Error(
        `apt-get ${args.join(" ")} ended with ${code ?? signal}:\n${stdout.slice(-2000)}${stderr.slice(-2000)}`,
      );
    });
  }
  const still = lacking(needed);
  if (still.length > 0)
    throw new Error(
      `apt-get installed ${packages.join(" ")}, but ${still.map(([program]) => program).join(", ")} still cannot be found.`,
    );
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installPrograms();
