/**
 * What the tests need from the machine beyond npm: programs that read PDFs, a second editor, and a browser for VS
 * Code's window. Making pictures needs other programs.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** A program, and the Debian package that contains it. */
const programs = [
  ["chromium", "chromium"],
  ["nvim", "neovim"],
  ["pdftotext", "poppler-utils"],
  ["qpdf", "qpdf"],
];

/** The programs that making pictures needs. */
export const ofPictures = [
  ["chromium", "chromium"],
  ["cwebp", "webp"],
  ["img2webp", "webp"],
];

function found(program) {
  if (program === "chromium" && process.env.SMARTFORM_CHROMIUM) return true;
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const lacking = (needed) => needed.filter(([program]) => !found(program));

/**
 * Installs the missing packages if it runs as root on Debian; otherwise throws an error that says what to install.
 * Resolves with 0 when everything is there.
 */
export async function missingPrograms(needed = programs) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 24)
    throw new Error(
      `this is Node ${process.version}; Node 24 or newer is needed. npm scripts find it in node_modules/.bin after \`npm ci\`.`,
    );
  const missing = lacking(needed);
  if (missing.length === 0) return 0;
  const packages = [...new Set(missing.map(([, debian]) => debian))];
  if (process.getuid?.() !== 0 || !found("apt-get")) {
    throw new Error(
      `${missing.map(([program]) => program).join(", ")} not found. On Debian: sudo apt-get install ${packages.join(" ")}. A Chromium or Chrome elsewhere can be named in SMARTFORM_CHROMIUM.`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", ...packages]]) {
    console.log(`apt-get ${args.join(" ")}`);
    const { status, stdout, stderr } = spawnSync("apt-get", ["-q", ...args], {
      env,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (status !== 0)
      throw new Error(`apt-get ${args.join(" ")} ended with ${status}:\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
  }
  const still = lacking(needed);
  if (still.length > 0)
    throw new Error(
      `apt-get installed ${packages.join(" ")}, but ${still.map(([program]) => program).join(", ")} still cannot be found.`,
    );
  return 0;
}
