/**
 * Tries the whole product: builds it, starts the sandbox, checks the sample workspace in the terminal, and opens that
 * workspace in VS Code with the extension. VS Code runs on the desktop if `code` is found, otherwise in a browser on
 * this computer. Ctrl-C ends everything. The samples are copied to out/try once, so that edits there stay and the
 * project stays clean. VS Code in the browser keeps its data in out/try-editor; VS Code on the desktop keeps none.
 */
import spawn from "cross-spawn";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { startLocalAddresses } from "./localAddresses.mjs";
import { root } from "./root.mjs";

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopping.abort());
const stopped = once(stopping.signal, "abort");
// npm starts this program through a shell, which does not forward signals. When the shell has ended, Ctrl-C no longer
// reaches this program, so the program ends too.
const parent = process.ppid;
setInterval(() => process.ppid === parent || stopping.abort(), 1000).unref();

const folder = join(root, "out", "try");
const cli = join(root, "dist", "cli.js");

/** Runs a Node program to its end and shows its output; resolves with its exit code. */
async function run(script, args, env = {}) {
  const [code] = await once(
    spawn(process.execPath, ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", script, ...args], {
      stdio: "inherit",
      env: { ...process.env, ...env },
    }),
    "exit",
  );
  return code;
}

/** Returns the path of the desktop's `code`, if there is one. */
function desktop() {
  const names = process.platform === "win32" ? ["code.cmd"] : ["code"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .flatMap((path) => names.map((name) => join(path, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Starts the sandbox, and ends it at the end of the scope. */
async function startSandbox(stack) {
  // The sandbox has a process group of its own, so that only this program ends it, not Ctrl-C in the terminal.
  const child = spawn(process.execPath, [cli, "sandbox"], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: process.platform !== "win32",
  });
  const exited = once(child, "exit");
  stack.defer(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    exited.then(([code]) => Promise.reject(new Error(`The sandbox ended with ${code} before it was ready.`))),
  ]);
  return JSON.parse(line[0]);
}

/** Returns the environment variables for the sandbox's addresses and its standard client. */
function serviceEnvironment(ready) {
  const { clientId, clientSecret } = ready.clients.find(({ name }) => name === "standard");
  const addresses = Object.entries(ready).filter(
    ([name]) => /^[a-z]+(Api|App)?Url$/i.test(name) && name !== "controlUrl",
  );
  const named = addresses.map(([name, url]) => [`SMARTFORM_${name.replace(/([A-Z])/g, "_$1").toUpperCase()}`, url]);
  return {
    ...Object.fromEntries(named),
    SMARTFORM_CLIENT_ID: clientId,
    SMARTFORM_CLIENT_SECRET: clientSecret,
    SMARTFORM_ENVIRONMENT: "Test",
  };
}

/**
 * Opens the folder in a desktop VS Code with a separate profile; resolves when its window is closed. Uses cross-spawn,
 * because `code` is a script on Windows, not a program.
 */
async function openDesktop(program, stack) {
  const profile = await mkdtemp(join(tmpdir(), "smartform-code-"));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const child = spawn(
    program,
    [
      "--wait",
      "--new-window",
      `--user-data-dir=${profile}`,
      `--extensionDevelopmentPath=${root}`,
      "--disable-workspace-trust",
      folder,
      join(folder, "letters", "photos.sft"),
    ],
    {
      stdio: "ignore",
    },
  );
  const closed = once(child, "exit");
  stack.defer(async () => {
    // VS Code writes the id of its main process into `code.lock`. Ending only `code` would leave that process running.
    const pid = Number(await readFile(join(profile, "code.lock"), "utf8").catch(() => ""));
    if (pid > 0 && child.exitCode === null) process.kill(pid, "SIGTERM");
    await closed;
  });
  console.log(
    "\nVS Code opens with the extension. Press Ctrl-C here or close its window to end everything: what you saved in its sandbox is gone then, and the letters stay.",
  );
  return closed;
}

async function openBrowser(stack) {
  const { startEditor } = await import("./editor.ts");
  await run(join(root, "scripts", "package.mjs"), ["--quiet"]);
  const home = join(root, "out", "try-editor");
  const addresses = stack.use(await startLocalAddresses());
  const editor = stack.use(
    await startEditor({
      home,
      extensions: [join(root, "smartform.vsix")],
      trusted: true,
      env: addresses.environment,
      settings: { "workbench.startupEditor": "none", "workbench.welcomePage.walkthroughs.openOnInstall": true },
    }),
  );
  const stays = editor.isKept
    ? `Ctrl-C ends everything. The letters and what you saved in the sandbox stay for the next start. To begin again, delete ${folder} and ${home}.`
    : "Ctrl-C ends everything. The address of the last start is in use, perhaps by another window from `npm start`, so this window is temporary: what you save in its sandbox is gone then, and the letters stay.";
  console.log(
    `\nNo desktop VS Code found, so here is one for the browser, on this computer only:\n\n  ${editor.address(folder)}\n\n${stays}`,
  );
  return stopped;
}

async function main(stack) {
  console.log("Building the extension…");
  await run(join(root, "scripts", "build.mjs"), []);
  await cp(join(root, "samples"), folder, { recursive: true, force: false });
  if (stopping.signal.aborted) return;
  const ready = await startSandbox(stack);
  console.log(`The letters in ${folder} have mistakes for you to repair:\n`);
  await run(cli, ["check", folder, "--live"], serviceEnvironment(ready));
  if (stopping.signal.aborted) return;
  console.log("\nVS Code is being prepared, with a sandbox of its own…");
  const code = desktop();
  await Promise.race([stopped, code === undefined ? openBrowser(stack) : openDesktop(code, stack)]);
}

const stack = new AsyncDisposableStack();
try {
  await main(stack);
} finally {
  await stack.disposeAsync();
}
// Exits with 0 after a signal too, because Ctrl-C is the normal end.
process.exit();
