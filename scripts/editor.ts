/**
 * A whole VS Code, for tests and for trying the extension without a desktop build: the VS Code server inside the
 * code-server package, which serves the workbench to a browser on loopback.
 *
 * It is installed once per machine, into a cache folder named after the lock file's hash. Its install scripts do not
 * run: they compile add-ons for logs, Kerberos proxies and the Windows registry, which the server does not need.
 */
import crossSpawn from "cross-spawn";
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./root.mjs";

const manifests = join(root, "test", "vscode", "editor");
const serverFolder = ["node_modules", "code-server", "lib", "vscode"];

export interface EditorOptions {
  /** Packed extensions to install. */
  readonly extensions: readonly string[];
  /** False opens every workspace in Restricted Mode. */
  readonly trusted: boolean;
  /** Machine settings, as in settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to the environment of the server and of its extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Lets a page run tests in the extension host. */
  readonly automation?: boolean;
  /** Leaves out VS Code's own extensions for programmers. Without them, a window costs a fifth less to open. */
  readonly forAuthors?: boolean;
  /** Files to add to the installed copy of this extension: the relative path and the content of each. */
  readonly added?: Readonly<Record<string, string>>;
  /**
   * A folder that keeps the port, and everything that the server and its extensions store, for the next start. The
   * editor uses a temporary folder if no folder is given, or if another program uses the port, because that program may
   * be an editor with the same folder.
   */
  readonly home?: string;
  /** Called with the data folder when no process of the editor is left, before the folder is removed. */
  readonly ended?: (data: string) => void;
}

export interface Editor extends AsyncDisposable {
  /** `127.0.0.1:port`, the authority of `vscode-remote:` addresses. */
  readonly authority: string;
  /** The server's process; its children are in its process group. */
  readonly pid: number;
  /** The folder of everything that the server and its extensions store. */
  readonly data: string;
  /** Whether `data` is the folder `home` of the options, which is not removed at the end. */
  readonly isKept: boolean;
  /**
   * Kills the server and its children, as switching off the computer would, and starts the server again at the same
   * address with its data.
   */
  restart(): Promise<void>;
  /**
   * Returns the address that opens a folder, or a multi-root workspace file (`.code-workspace`), with the connection
   * token.
   */
  address(folder: string, payload?: readonly (readonly [string, string])[]): string;
}

/** The initial settings of every window. */
export const quiet = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  // Looking for ports that programs open takes a thirtieth of a core per window. With these two settings, VS Code does
  // not look.
  "remote.autoForwardPorts": false,
  "remote.autoForwardPortsSource": "output",
  "security.workspace.trust.banner": "always",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/** Extensions that VS Code brings along for programmers: they are large, or they start with every window. */
const forProgrammers: ReadonlySet<string> = new Set([
  "copilot",
  "git",
  "github",
  "github-authentication",
  "microsoft-authentication",
  "ms-vscode.js-debug",
  "ms-vscode.js-debug-companion",
  "ms-vscode.vscode-js-profile-table",
  "npm",
  "typescript-language-features",
]);

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Runs npm in a folder, with the Node of this process and without the variables that an outer npm sets for its scripts.
 */
async function npm(folder: string, ...args: string[]): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(package|lifecycle|command)|^npm_config_(local_)?prefix$/.test(name),
    ),
  );
  const cli = process.env["npm_execpath"];
  const [command, first] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
  const child = crossSpawn(command, [...first, ...args, "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"], {
    cwd: folder,
    env,
    stdio: ["ignore", 2, 2],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0)
    throw new Error(
      `npm ${args.join(" ")} in ${folder} ended with ${code}. Its output above says why. The test editor needs the npm registry once.`,
    );
}

/**
 * VS Code's HTML server loads `typescript`, which the editor's package does not include. Without it, that server
 * crashes at the first HTML file and shows error messages. Copies the `typescript` of this project.
 */
async function bringTypeScript(server: string): Promise<void> {
  const target = join(server, "extensions", "node_modules", "typescript");
  if (await exists(target)) return;
  await mkdir(dirname(target), { recursive: true });
  const half = await mkdtemp(`${target}-`);
  try {
    await cp(join(root, "node_modules", "typescript"), join(half, "typescript"), { recursive: true });
    await rename(join(half, "typescript"), target).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

/**
 * Installs the editor if this machine lacks it, and resolves with the folder of its server. Several processes may call
 * it at the same time.
 */
export async function installEditor(): Promise<string> {
  const server = await installServer();
  await bringTypeScript(server);
  return server;
}

async function installServer(): Promise<string> {
  const lock = await readFile(join(manifests, "package-lock.json"));
  const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "smartform");
  const target = join(cache, `editor-${createHash("sha256").update(lock).digest("hex").slice(0, 16)}`);
  const server = join(target, ...serverFolder);
  if (await exists(server)) return server;

  process.stderr.write(`Installing VS Code's server into ${target} (once, about 250 MB to fetch)…\n`);
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(`${target}-`);
  try {
    await cp(join(manifests, "package.json"), join(half, "package.json"));
    await cp(join(manifests, "package-lock.json"), join(half, "package-lock.json"));
    await npm(half, "ci");
    // The package's own shrinkwrap file pins its dependencies; `npm ci` refuses that file, because it omits optional
    // packages of other platforms.
    await npm(join(half, ...serverFolder), "install");
    await rename(half, target).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await exists(server))) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return server;
}

/** Ends a process and all its children; does nothing if none is left. */
function endGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Installation folders, keyed by the list of their extensions. A program passes these folders to the programs that it
 * starts, as JSON.
 */
const installations = new Map(
  Object.entries(JSON.parse(process.env["SMARTFORM_INSTALLED"] ?? "{}") as Readonly<Record<string, string>>),
);

/** Installs these extensions once, for this process and for all processes that it starts later. */
export async function installForAll(extensions: readonly string[]): Promise<void> {
  await installExtensions(mainOf(await installEditor()), extensions);
  process.env["SMARTFORM_INSTALLED"] = JSON.stringify(Object.fromEntries(installations));
}

const mainOf = (server: string): string => join(server, "out", "server-main.js");

/**
 * The environment of VS Code's server. Without VSCODE_CLI, the server starts the person's shell to read its variables.
 * This program has them already, and the shell outlives a server that ends early.
 */
const serverVariables = (): NodeJS.ProcessEnv => ({ ...process.env, VSCODE_CLI: "1" });

/** Installs these extensions unless this process has them, and resolves with their folder. No server writes there. */
async function installExtensions(main: string, extensions: readonly string[]): Promise<string> {
  const key = JSON.stringify(extensions);
  const known = installations.get(key);
  if (known !== undefined) return known;
  const folder = await mkdtemp(join(tmpdir(), "smartform-extensions-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const extension of extensions) {
    const data = [
      "--server-data-dir",
      join(folder, "data"),
      "--extensions-dir",
      join(folder, "extensions"),
      "--accept-server-license-terms",
      "--telemetry-level",
      "off",
    ];
    const installed = spawnSync(process.execPath, [main, ...data, "--install-extension", extension], {
      encoding: "utf8",
      env: serverVariables(),
    });
    if (installed.status !== 0 || !installed.stdout.includes("successfully installed"))
      throw new Error(`VS Code did not install ${extension}:\n${installed.stdout}${installed.stderr}`);
  }
  installations.set(key, join(folder, "extensions"));
  return join(folder, "extensions");
}

/** Copies installed extensions, and adds files to the copy of this extension. */
async function withFiles(installed: string, target: string, files: Readonly<Record<string, string>>): Promise<string> {
  await cp(installed, target, { recursive: true });
  const ours = (await readdir(target)).find((name) => name.startsWith("smartform."));
  if (ours === undefined) throw new Error(`${installed} does not contain this extension.`);
  for (const [path, content] of Object.entries(files)) await writeFile(join(target, ours, path), content);
  return target;
}

/** Makes a folder of links to VS Code's own extensions, except those for programmers. */
async function authorsExtensions(server: string, target: string): Promise<string> {
  const all = join(server, "extensions");
  await mkdir(target);
  for (const name of await readdir(all))
    if (!forProgrammers.has(name)) await symlink(join(all, name), join(target, name), "junction");
  return target;
}

interface Place {
  readonly data: string;
  /** "0": any free port. */
  readonly port: string;
  readonly isKept: boolean;
}

/** A browser keeps the data of VS Code by address, so an editor that keeps its data also keeps its port. */
async function placeOf(home: string | undefined): Promise<Place> {
  if (home !== undefined) {
    const kept = await readFile(join(home, "port"), "utf8").catch(() => "");
    const port = /^\d{1,5}$/.test(kept) && Number(kept) < 65536 ? kept : "0";
    if (await isFree(Number(port))) return { data: home, port, isKept: true };
  }
  return { data: await mkdtemp(join(tmpdir(), "smartform-editor-")), port: "0", isKept: false };
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (free) await new Promise((resolve) => probe.close(resolve));
  return free;
}

/** A process of the server. */
interface Running {
  readonly pid: number;
  readonly port: string;
  /** `patience`: milliseconds before the server is killed. */
  end(patience: number): Promise<void>;
}

/**
 * Turns telemetry off. Without this setting, the first page says that the editor collects usage data. VS Code reads the
 * setting only from the user's settings. If these exist already, they belong to the person and stay unchanged.
 */
async function turnTelemetryOff(user: string): Promise<void> {
  await mkdir(user, { recursive: true });
  const settings = JSON.stringify({ "telemetry.telemetryLevel": "off" }, null, 2);
  await writeFile(join(user, "settings.json"), settings, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Starts a server on loopback: on a free port with empty data folders, unless `home` keeps both. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const server = await installEditor();
  const { data, port: wanted, isKept } = await placeOf(options.home);
  const main = mainOf(server);
  const installed = await installExtensions(main, options.extensions);
  const folders = [
    "--server-data-dir",
    data,
    "--extensions-dir",
    options.added ? await withFiles(installed, join(data, "extensions"), options.added) : installed,
    ...(options.forAuthors === true
      ? ["--builtin-extensions-dir", await authorsExtensions(server, join(data, "built-in"))]
      : []),
    "--accept-server-license-terms",
    // Everything stays on this machine, where compressing costs more than sending.
    "--disable-websocket-compression",
    "--telemetry-level",
    "off",
  ];
  await mkdir(join(data, "data", "Machine"), { recursive: true });
  await writeFile(
    join(data, "data", "Machine", "settings.json"),
    JSON.stringify({ ...quiet, ...options.settings }, null, 2),
  );
  // The token is in a file, because every user of this computer can read the arguments of a process. A kept folder
  // keeps the token too, so that an open tab of the last start can reconnect.
  const tokenFile = join(data, "token");
  const kept = isKept ? await readFile(tokenFile, "utf8").catch(() => "") : "";
  const token = /^[0-9a-f]{32}$/.test(kept) ? kept : randomBytes(16).toString("hex");
  await writeFile(tokenFile, token, { mode: 0o600 });
  if (isKept) await turnTelemetryOff(join(data, "data", "User"));
  const start = async (port: string): Promise<Running> => {
    const child = spawn(
      process.execPath,
      [
        main,
        ...folders,
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "--connection-token-file",
        tokenFile,
        "--reconnection-grace-time",
        "60",
        ...(options.automation ? ["--enable-smoke-test-driver"] : []),
        ...(options.trusted ? ["--disable-workspace-trust"] : []),
      ],
      {
        detached: process.platform !== "win32",
        stdio: ["ignore", "pipe", "ignore"],
        env: { ...serverVariables(), ...options.env },
      },
    );
    const { pid } = child;
    if (pid === undefined) throw new Error(`VS Code's server ${main} could not be started.`);
    const exited = once(child, "exit");
    const endNow = (): void => endGroup(pid, "SIGKILL");
    process.once("exit", endNow);
    const listening = (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        const found = /Extension host agent listening on (\d+)/.exec(line)?.[1];
        if (found !== undefined) return found;
      }
      throw new Error("VS Code's server ended before it was listening.");
    })();
    const listens = await listening;
    child.stdout.resume();
    return {
      pid,
      port: listens,
      async end(patience) {
        if (patience > 0) endGroup(pid, "SIGTERM");
        const late = setTimeout(endNow, patience);
        await exited;
        clearTimeout(late);
        endNow();
        process.off("exit", endNow);
      },
    };
  };
  let running = await start(wanted);
  if (isKept) await writeFile(join(data, "port"), running.port);
  const authority = `127.0.0.1:${running.port}`;

  return {
    authority,
    get pid() {
      return running.pid;
    },
    data,
    isKept,
    async restart() {
      await running.end(0);
      running = await start(running.port);
    },
    address: (folder, payload = []) => {
      const query = new URLSearchParams({
        tkn: token,
        [folder.endsWith(".code-workspace") ? "workspace" : "folder"]: folder,
      });
      if (payload.length > 0) query.set("payload", JSON.stringify(payload));
      return `http://${authority}/?${query}`;
    },
    async [Symbol.asyncDispose]() {
      await running.end(3000);
      try {
        options.ended?.(data);
      } finally {
        if (!isKept) await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      }
    },
  };
}
