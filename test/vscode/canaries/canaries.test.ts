/**
 * An author's day with secrets and personal values in everything that can hold one. The service repeats these values in
 * its refusals. Then all bytes that VS Code, the extension, its processes and the sandbox stored are searched for these
 * values (`npm run canaries`).
 */
import assert from "node:assert/strict";
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";
import { installEditor } from "../../../scripts/editor.ts";
import { root } from "../../../scripts/root.mjs";
import { permitTicket } from "../../sandbox/permits.ts";
import type { Visit } from "../../sandbox/visit.ts";
import { allowed, canaries, made, newMarks } from "../../secure/canaries.ts";
import { loudProxy } from "../../secure/loudProxy.ts";
import type { LoudProxy } from "../../secure/loudProxy.ts";
import { filesUnder, scan } from "../../secure/scan.ts";
import type { Finding, Place } from "../../secure/scan.ts";
import { useService } from "../story.ts";
import { activeEditor, openFile, replaceText, squiggles } from "../editors.ts";
import { openText } from "../library.ts";
import { dialog, notifications } from "../messages.ts";
import { answer, quickInput, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView } from "../sideBar.ts";
import { profileOf, signIn } from "../signIn.ts";
import { becomes } from "../waiting.ts";

const marks = newMarks();
const planted = canaries(marks);
const used = new Set<string>();
const value = (name: string): string => {
  const found = planted.get(name);
  assert.ok(found, name);
  used.add(name);
  return found.value;
};

const formFile = (smartform: string): string =>
  JSON.stringify(
    {
      dialogDefinitionId: smartform,
      privateSecret: value("the form's private secret"),
      externalMetaData: { case: value("a value of the form's metadata") },
      values: {
        name: value("a value of a form"),
        email: value("a value's mail address"),
        description: value("a long value of a form"),
      },
      dataTableValue: {
        customer: { name: value("a value in the data table"), ssn: value("a personal number in the data table") },
      },
      notification: {
        sendEmail: false,
        sendSms: false,
        participatingParties: [
          {
            id: "customer",
            firstName: value("a party's first name"),
            lastName: value("a party's last name"),
            email: value("a party's mail address"),
            phone: value("a party's phone"),
            ssn: value("a party's SSN"),
          },
        ],
      },
    },
    undefined,
    2,
  );

const refusedFile = (smartform: string): string =>
  JSON.stringify(
    {
      dialogDefinitionId: smartform,
      webhook: value("a webhook's sign-in, which is refused"),
      other: value("a webhook's token"),
      values: { jwt: value("a form's jwt"), password: value("a PDF's password") },
    },
    undefined,
    2,
  );

const orderFile = JSON.stringify(
  {
    operation: "signing.orders.create",
    body: {
      packageName: value("the name of a signing order"),
      language: "en",
      emailNotificationSubject: "Sign",
      emailNotificationMessage: value("the message of a signing order"),
      signingNotificationTitle: "Sign",
      signingNotificationMessage: "Sign",
      signatories: [
        {
          emailAddress: value("a signatory's mail address"),
          firstName: value("a signatory's first name"),
          lastName: value("a signatory's last name"),
          personalNumber: value("a signatory's personal number"),
          signUrl: "",
        },
      ],
      signingOrderFiles: [{ name: value("the file of a signing order"), fileContent: { file: "paper.pdf" } }],
    },
  },
  undefined,
  2,
);

const sessionFile = JSON.stringify(
  {
    operation: "documents.sessions.create",
    environment: "Test",
    body: {
      MetaFile: "ClaimLetters",
      Document: "Decision",
      DataAsBase64: { file: "claim.xml" },
      UserName: value("the user of an editing session"),
      SenderCallBackEndpoint: value("a callback's address"),
      SenderCallBackUserName: value("a callback's user"),
      SenderCallBackPassword: { secret: "callback" },
    },
  },
  undefined,
  2,
);

const searches = {
  "find.store.json": {
    operation: "store.search",
    environment: "Test",
    body: {
      Top: 20,
      WhereConditions: [{ Column: "ClaimNumber", Comparer: "LIKE", Value: value("what is searched for in the store") }],
    },
  },
  "find.archive.json": {
    operation: "archive.search",
    environment: "Test",
    body: { searchQuery: value("what is searched for in the archive") },
  },
  "find.audit.json": {
    operation: "audit.search",
    body: {
      dateFrom: "2026-01-01",
      dateTo: "2026-12-31",
      take: 10,
      search: value("what is searched for in the audit log"),
    },
  },
};

/** Canaries that only `test/secure/programs.test.ts` plants. */
const elsewhere = ["what was searched for in the library"];

/** Resolves with everything that the page stores, as bytes: databases, local and session storage, cookies. */
async function browserPlaces(page: Page): Promise<readonly Place[]> {
  const kept = await page.evaluate(async () => {
    const asText = (given: unknown): string =>
      JSON.stringify(given, (_, inner: unknown) =>
        inner instanceof Uint8Array ? new TextDecoder("latin1").decode(inner) : inner,
      ) ?? "";
    const asBase64 = (bytes: Uint8Array): string =>
      btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const places: { where: string; base64: string }[] = [];
    const put = (where: string, given: unknown): void => {
      const bytes =
        given instanceof Uint8Array
          ? given
          : given instanceof ArrayBuffer
            ? new Uint8Array(given)
            : new TextEncoder().encode(typeof given === "string" ? given : asText(given));
      places.push({ where, base64: asBase64(bytes) });
    };
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
        for (const [index, key] of keys.entries()) put(`browser/${name}/${store}/${asText(key)}`, values[index]);
      }
      database.close();
    }
    for (const [name, store] of [
      ["localStorage", localStorage],
      ["sessionStorage", sessionStorage],
    ] as const)
      for (const [key, text] of Object.entries(store)) put(`browser/${name}/${key}`, text);
    put("browser/cookies", document.cookie);
    return places;
  });
  return kept.map(({ where, base64 }) => ({ where, bytes: Buffer.from(base64, "base64") }));
}

/**
 * Puts `logToDisk.cjs` into the folder, as the add-on that VS Code's server and its extension host load from there.
 * Node options would not reach the extension host. Resolves with the folder's path relative to the add-on's package,
 * which is the value for `NODE_BINDINGS_COMPILED_DIR`.
 */
async function logAddOn(folder: string): Promise<string> {
  const addOn = join(folder, process.versions.node, process.platform, process.arch, "spdlog.node");
  await mkdir(addOn, { recursive: true });
  await copyFile(join(import.meta.dirname, "logToDisk.cjs"), join(addOn, "index.js"));
  return relative(join(await installEditor(), "node_modules", "@vscode", "spdlog"), folder);
}

/**
 * Lines that VS Code itself writes at level Trace: the question of each dialog, and each finding. Each kind of line is
 * searched as a separate place, apart from the rest of the log.
 */
const traces = [
  { as: "dialogs", log: /window\.log|^console$/, line: /\bDialogService#(?:prompt|confirm) / },
  { as: "findings", log: /remoteexthost\.log/, line: /\[DiagnosticCollection\] / },
];

function withTracesApart(places: readonly Place[]): readonly Place[] {
  return places.flatMap(({ where, bytes }) => {
    const trace = traces.find(({ log }) => log.test(where));
    if (trace === undefined) return [{ where, bytes }];
    const lines = bytes.toString("latin1").split("\n");
    return [
      { where, bytes: Buffer.from(lines.filter((line) => !trace.line.test(line)).join("\n"), "latin1") },
      { where: trace.as, bytes: Buffer.from(lines.filter((line) => trace.line.test(line)).join("\n"), "latin1") },
    ];
  });
}

/** Returns the lines of logs and console that contain the mark. They help to find out where a value came from. */
function saidIn(places: readonly Place[], mark: string): string {
  const logs = places.filter(({ where }) => /^(profile|browser)\/.*\.log|^console$/.test(where));
  return logs
    .flatMap(({ where, bytes }) =>
      bytes
        .toString()
        .split("\n")
        .filter((line) => line.includes(mark))
        .map((line) => `${where}: ${line.slice(0, 400)}`),
    )
    .join("\n");
}

/**
 * Resolves with the arguments and environment variables of VS Code's server and the processes under it (Linux only).
 */
async function processPlaces(server: number): Promise<readonly Place[]> {
  const parents = new Map<number, number>();
  for (const name of (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry))) {
    const parent = /^\d+ \(.*\) \S (\d+) /s.exec(await readFile(`/proc/${name}/stat`, "utf8").catch(() => ""))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isUnder = (id: number): boolean => id === server || (parents.has(id) && isUnder(parents.get(id) ?? 0));
  const found = [...parents.keys()].filter(isUnder);
  assert.ok(found.length >= 3, "the server, its extensions and the language server run");
  return Promise.all(
    found.flatMap((id) =>
      ["cmdline", "environ"].map(async (what) => ({
        where: `process/${what}`,
        bytes: await readFile(`/proc/${id}/${what}`).catch(() => Buffer.alloc(0)),
      })),
    ),
  );
}

describe("canaries", () => {
  /** The sandbox `service`, reached through the proxy. */
  let behind: Visit;
  let proxy: LoudProxy;
  let page: Page;
  let data = "";
  let temporary = "";
  let addOn = "";
  const sandboxLog: string[] = [];

  const { service, workbench, it } = useService("canaries", {
    sandbox: async (undo) => {
      data = await mkdtemp(join(tmpdir(), "smartform-sandbox-"));
      undo.defer(() => rm(data, { recursive: true, force: true }));
      return { data, log: (line) => sandboxLog.push(line) };
    },
    options: async (undo) => {
      temporary = await mkdtemp(join(tmpdir(), "smartform-temporary-"));
      addOn = await mkdtemp(join(tmpdir(), "smartform-add-on-"));
      undo.defer(async () => {
        for (const folder of [temporary, addOn]) await rm(folder, { recursive: true, force: true });
      });
      proxy = undo.use(await loudProxy(new URL(service.ready.formsApiUrl).origin));
      const smartform = service.ready.demo.smartforms.singleStep;
      await service.control("POST", "/audit/events", {
        events: [
          {
            logName: "CaseShut",
            createdDate: new Date().toISOString(),
            user: value("a user in the audit log"),
            category: "Claims",
            description: { case: value("a description in the audit log") },
          },
        ],
      });
      behind = {
        ...service,
        ready: JSON.parse(
          JSON.stringify(service.ready).replaceAll(new URL(service.ready.formsApiUrl).origin, proxy.origin),
        ) as Visit["ready"],
      };
      return {
        payload: [["logLevel", "trace"]],
        settings: {
          "smartform.trace.server": "verbose",
          "smartform.timeout": 5,
          "smartform.connections": [profileOf(behind, "strandby")],
          "editor.inlayHints.enabled": "on",
          "editor.wordBasedSuggestions": "off",
        },
        env: { TMPDIR: temporary, NODE_BINDINGS_COMPILED_DIR: await logAddOn(addOn) },
        files: {
          "person.form.json": formFile(smartform),
          "refused.form.json": refusedFile(smartform),
          "lease.signing.json": orderFile,
          "edit.document.json": sessionFile,
          "paper.pdf": await readFile(join(root, "samples/requests/agreement.pdf"), "utf8"),
          "claim.xml": value("data of an editing session"),
          "letter.sft": `${value("a letter")} [[ customer.name ]] [[ LIB : claims : intro ]]\n`,
          "customer.json": JSON.stringify({ customer: { name: value("a data sample") } }),
          "smartform.json": `// ${value("a comment in a settings file")}\n${JSON.stringify({ files: [{ include: "*.sft", data: "customer.json", language: "sv", textLibraryFolder: "claims" }] })}`,
          ".env": value("a variable file"),
          [`${value("a path in the workspace")}/other.sft`]: "[[ x ]]",
          ...Object.fromEntries(
            Object.entries(searches).map(([name, request]) => [name, JSON.stringify(request, undefined, 2)]),
          ),
        },
      };
    },
    begin: async () => {
      ({ page } = workbench);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    },
  });

  const said = (words: string | RegExp) => notifications(workbench).filter({ hasText: words }).first().waitFor();
  const clear = async (): Promise<void> => {
    await runCommand(workbench, "Notifications: Clear All Notifications");
    await notifications(workbench).first().waitFor({ state: "detached" });
  };
  const lens = (words: string) => activeEditor(workbench).locator(".codelens-decoration a", { hasText: words });
  const refuse = (call: RegExp, status: number): void =>
    proxy.refuse({ call, status, more: [value("the body of an error"), value("a header of an error")] });

  it("signs in, after a sign-in with a wrong secret was refused with everything that was sent", async () => {
    const { ready } = behind;
    refuse(/connect\/token/, 400);
    await openView(workbench, "Smartform");
    await page.getByRole("button", { name: "Sign In to a Service" }).first().click();
    for (const [prompt, text] of [
      ["Name of the connection", "strandby"],
      ["Address of the token service", ready.authUrl],
      ["Address of the forms API", ready.formsApiUrl],
      ["Address of the forms application", ready.formsAppUrl],
      ["Client id", service.client("standard").clientId],
      ["Client secret", value("a wrong secret, typed")],
    ] as const) {
      await quickInput(workbench).getByText(prompt).waitFor();
      await answer(workbench, text);
    }
    await dialog(workbench).getByText("Not signed in").waitFor();
    await page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
    proxy.refuse(undefined);
    await signIn(workbench, behind, { name: "strandby", folder: "Claims" });
    refuse(/connect\/token/, 401);
    await runCommand(workbench, "Smartform: Sign In an Audit Client");
    for (const [prompt, text] of [
      ["Address of the audit API", ready.auditApiUrl],
      ["Client id (type Audit", "audit-client"],
      ["Secret of the client of type Audit", value("a secret of the client of type Audit, typed")],
    ] as const) {
      await quickInput(workbench).getByText(prompt).waitFor();
      await answer(workbench, text);
    }
    await dialog(workbench).getByText("Not signed in").waitFor();
    await page.keyboard.press("Escape");
    await dialog(workbench).waitFor({ state: "detached" });
    proxy.refuse(undefined);
    await clear();
  });

  it("writes in the library, and is refused", async () => {
    await openText(workbench, ["Folder Claims", "Subfolder Questions", "Text photo"], "en");
    await replaceText(workbench, value("words of the library"));
    await page.keyboard.press("Control+S");
    await becomes(
      workbench,
      async () =>
        JSON.stringify(
          (await service.call("GET", "/Integrations/textlibrary/texts/text-questions-photo")).json,
        ).includes(value("words of the library")),
      true,
    );
    refuse(/^PUT /, 409);
    await replaceText(workbench, value("words that were not saved"));
    await page.keyboard.press("Control+S");
    await said("Not saved");
    assert.ok(proxy.refused >= 3);
    proxy.refuse(undefined);
    await clear();
    await openFile(workbench, "letter.sft");
    await activeEditor(workbench).getByText(value("a data sample")).first().waitFor();
  });

  it("makes a test form and reads it back, and is refused", async () => {
    await openFile(workbench, "refused.form.json");
    await squiggles(workbench, "error").first().waitFor();
    await openFile(workbench, "person.form.json");
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await said("A test form was created");
    await clear();
    refuse(/^POST .*dialog/, 500);
    await runCommand(workbench, "Smartform Forms: Create Test Form");
    await said(/not known|may have taken effect/);
    proxy.refuse(undefined);
    await clear();
  });

  it("asks people to sign, starts an editing session, and searches everywhere; and is refused each time", async () => {
    await openFile(workbench, "lease.signing.json");
    for (const status of [500, undefined] as const) {
      proxy.refuse(undefined);
      if (status !== undefined) refuse(/^POST .*(Order|signing)/i, status);
      // The test permits the call itself, because the dialog names the address of the proxy, and not the address of the
      // sandbox.
      if (status === undefined) permitTicket("POST", `${service.ready.signingApiUrl}/DigitalSigningOrders/`);
      await lens("Create the signing order").click();
      await dialog(workbench).getByText(value("a signatory's mail address")).first().waitFor();
      await dialog(workbench).getByRole("button", { name: "Create and Ask Them", exact: true }).click();
      await said(status === undefined ? "was created" : /not known|may have taken effect/);
      await clear();
    }
    await openFile(workbench, "edit.document.json");
    await lens("Start the editing session").click();
    await quickInput(workbench).getByText('Password "callback"').waitFor();
    await answer(workbench, value("a callback's password, typed"));
    await said("was started");
    await clear();
    refuse(/^POST .*(dxml|session|create)/i, 500);
    await lens("Start the editing session").click();
    await said(/not known|may have taken effect/);
    await clear();
    for (const [file, title, status] of [
      ["find.store.json", "Search the document store", 400],
      ["find.archive.json", "Search the archive", 403],
      ["find.audit.json", "Search the audit events", 400],
    ] as const) {
      proxy.refuse(undefined);
      await openFile(workbench, file);
      await lens(title).first().click();
      await page
        .locator(".tab", { hasText: `${file.replace(/\.json$/, "")} answer` })
        .first()
        .waitFor();
      await page.locator(".tabs-container .tab", { hasText: file }).first().click();
      refuse(/^POST /, status);
      await lens(title).first().click();
      await said("Could not");
      await clear();
    }
    proxy.refuse(undefined);
  });

  it("keeps nothing of it in the wrong places, and reports a problem with nothing of it", async () => {
    const clipboard = await page.evaluate(async () => navigator.clipboard.readText());
    await runCommand(workbench, "Smartform: Report a Problem");
    await activeEditor(workbench).getByText("Report of a problem").first().waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+C");
    const report = await page.evaluate(async () => navigator.clipboard.readText());
    assert.match(report, /## What runs/);
    await screenshot(workbench, "canaries-report");

    const credentials = new Map<string, string>([["the client's secret", service.client("standard").clientSecret]]);
    for (const [name, seen] of [
      ["a token", proxy.tokens],
      ["the sign-in as it is sent", proxy.signIns],
      ["the address of a session's editor", proxy.editors],
    ] as const) {
      assert.ok(seen.size > 0, name);
      for (const [index, one] of [...seen].entries()) credentials.set(`${name} ${index}`, one);
    }
    assert.deepEqual(
      [...planted.keys()].filter((name) => !used.has(name)),
      elsewhere,
    );
    const values = new Map([...[...planted].map(([name, one]): [string, string] => [name, one.value]), ...credentials]);
    const search = (places: readonly Place[]): readonly Finding[] =>
      scan(places, { marks: Object.values(marks), canaries: values });
    const mayBe = ({ where, canary }: Finding): boolean =>
      (planted.get(canary)?.may ?? made.get(canary.replace(/ \d+$/, "")) ?? []).some((place) =>
        allowed[place].test(where),
      );
    const profile = (): Promise<readonly Place[]> =>
      filesUnder(workbench.data, { as: "profile", except: /^profile\/(extensions\/|data\/CachedExtensionVSIXs)/ });
    const places = withTracesApart([
      ...(await profile()),
      ...(await browserPlaces(page)),
      ...(await processPlaces(workbench.pid)),
      ...(await filesUnder(temporary, { as: "temporary" })),
      ...(await filesUnder(workbench.folder, { as: "workspace" })),
      ...(await filesUnder(data, { as: "sandbox" })),
      ...Object.entries({
        clipboard,
        report,
        "sandbox log": sandboxLog.join("\n"),
        console: workbench.console.join("\n"),
      }).map(([where, text]) => ({ where, bytes: Buffer.from(text) })),
    ]);
    const findings = search(places);
    console.log(
      `    ${values.size} values in ${places.length} places of ${Math.round(places.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1_000_000)} MB: found ${findings.filter(mayBe).length} times where they may be`,
    );
    const leaks = findings
      .filter((finding) => !mayBe(finding))
      .map(({ where, canary, form }) => `${where}: ${canary}, ${form}`);
    assert.equal(leaks.length, 0, `${leaks.join("\n")}\n${saidIn(places, marks.letters)}`);

    // Checks that the search reached each place where something is stored, and that it finds values there.
    const log = /^profile\/data\/logs\/.*Smartform\.log/;
    const trace = /^profile\/data\/logs\/.*Smartform Language Server\.log/;
    for (const reached of [
      log,
      trace,
      /^profile\/data\/User\/globalStorage\/smartform\.smartform\/history\//,
      /^browser\/vscode-web-state-db/,
      /^browser\/localStorage/,
      /^process\/environ/,
    ]) {
      assert.ok(
        places.some(({ where, bytes }) => reached.test(where) && bytes.length > 0),
        `${String(reached)} is none of\n${places
          .filter(({ where }) => /log/i.test(where))
          .map(({ where, bytes }) => `${where}: ${bytes.length} bytes`)
          .join("\n")}`,
      );
    }
    for (const [canary, at] of [
      ["words of the library", "library"],
      ["a value of a form", "service"],
      ["a letter", "file"],
    ] as const)
      assert.ok(
        findings.some((finding) => finding.canary === canary && allowed[at].test(finding.where)),
        canary,
      );
    assert.match(
      places.find(({ where }) => trace.test(where))?.bytes.toString() ?? "",
      /textDocument\/didOpen[^]*"text": "… \d+ characters"/,
      "the trace is verbose",
    );
    const written = places.find(({ where }) => log.test(where))?.where ?? "";
    await appendFile(
      join(workbench.data, relative("profile", written)),
      `${Buffer.from(`name=${value("a party's last name")}`).toString("base64")}\n`,
    );
    const leaked = search(withTracesApart(await profile())).filter((finding) => !mayBe(finding));
    assert.deepEqual(
      leaked.map(({ where, canary }) => [where, canary]),
      [[written, "a party's last name"]],
    );
  });
});
