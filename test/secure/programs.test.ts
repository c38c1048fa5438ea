/**
 * The command line and the language server outside VS Code, with secrets and personal values in every file and a
 * service that repeats them in its refusals: nothing that these programs print, log, trace or store contains such a
 * value.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { folder, run } from "../cli/run.ts";
import { visit } from "../sandbox/visit.ts";
import type { Visit } from "../sandbox/visit.ts";
import { serverCommand } from "../programs.ts";
import { canaries, made, newMarks } from "./canaries.ts";
import { loudProxy } from "./loudProxy.ts";
import type { LoudProxy } from "./loudProxy.ts";
import { filesUnder, scan } from "./scan.ts";
import type { Place } from "./scan.ts";

const marks = newMarks();
const planted = canaries(marks);
const value = (name: string): string => planted.get(name)?.value ?? assert.fail(name);

describe("canaries outside of VS Code", () => {
  let service: Visit;
  let proxy: LoudProxy;
  let cache = "";
  let files: Readonly<Record<string, string>>;
  let variables: Readonly<Record<string, string>>;

  before(async () => {
    service = await visit();
    proxy = await loudProxy(new URL(service.ready.formsApiUrl).origin);
    cache = await mkdtemp(join(tmpdir(), "smartform-canaries-"));
    const { clientId, clientSecret } = service.client("standard");
    const behind = (address: string): string => address.replace(new URL(address).origin, proxy.origin);
    variables = {
      SMARTFORM_AUTH_URL: behind(service.ready.authUrl),
      SMARTFORM_FORMS_API_URL: behind(service.ready.formsApiUrl),
      SMARTFORM_CLIENT_ID: clientId,
      SMARTFORM_CLIENT_SECRET: clientSecret,
      XDG_CACHE_HOME: cache,
    };
    const text = (await service.call("GET", "/Integrations/textlibrary/texts/text-questions-photo")).json as {
      readonly translations: object;
    };
    await service.call("PUT", "/Integrations/textlibrary/texts/text-questions-photo", {
      body: { ...text, translations: { en: { content: value("words of the library") } } },
    });
    files = {
      "a.sft": `${value("a letter")} [[ customer.nam ]] [[ LIB : claims : nothing ]]\n`,
      "customer.json": JSON.stringify({ customer: { name: value("a data sample") } }),
      "smartform.json": `// ${value("a comment in a settings file")}\n${JSON.stringify({ files: [{ include: "*.sft", data: "customer.json" }] })}`,
      "a.form.json": JSON.stringify({
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        privateSecret: value("the form's private secret"),
        webhook: value("a webhook's sign-in, which is refused"),
        values: {
          name: [[value("a value of a form")]],
          "damage_date.minDate": value("a value's mail address"),
          password: value("a PDF's password"),
          "name.minDate": value("a form's jwt"),
        },
        dataTableValue: value("a value in the data table"),
        externalMetaData: [value("a value of the form's metadata")],
        notification: {
          sendEmail: value("a long value of a form"),
          participatingParties: [
            { id: "customer", email: value("a party's mail address"), phone: 7, ssn: [value("a party's SSN")] },
          ],
        },
      }),
      "b.form.json": `{ "dialogDefinitionId": "x", "values": { "name": "${value("a party's first name")}" "broken": "${value("a party's last name")}"`,
      "c.document.json": JSON.stringify({
        operation: "documents.sessions.create",
        environment: "Test",
        body: {
          SenderCallBackPassword: value("a callback's password, typed"),
          UserName: [value("the user of an editing session")],
          SenderCallBackEndpoint: value("a callback's address"),
        },
      }),
      ".env": value("a variable file"),
    };
  });

  after(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await service?.close();
    await rm(cache, { recursive: true, force: true });
  });

  afterEach(() => proxy.refuse(undefined));

  const refuse = (call: RegExp, status: number): void =>
    proxy.refuse({ call, status, more: [value("the body of an error"), value("a header of an error")] });

  /**
   * Returns the canaries that were found where they must not be. Only the words of the library may be found, and only in
   * its stored copies.
   */
  function leaks(places: readonly Place[]): readonly string[] {
    const credentials = new Map<string, string>([["the client's secret", service.client("standard").clientSecret]]);
    for (const [index, token] of [...proxy.tokens].entries()) credentials.set(`a token ${index}`, token);
    for (const [index, signIn] of [...proxy.signIns].entries())
      credentials.set(`the sign-in as it is sent ${index}`, signIn);
    for (const name of credentials.keys()) assert.ok(made.has(name.replace(/ \d+$/, "")), name);
    return scan(places, {
      marks: Object.values(marks),
      canaries: new Map([...[...planted].map(([name, one]): [string, string] => [name, one.value]), ...credentials]),
    })
      .filter(({ where, canary }) => !(where.startsWith("cache/") && canary === "words of the library"))
      .map(({ where, canary, form }) => `${where}: ${canary}, ${form}`);
  }

  for (const [what, refusal] of [
    ["answers", undefined],
    ["refuses the sign-in", [/connect\/token/, 401]],
    ["refuses the library", [/textlibrary/, 500]],
  ] as const) {
    it(`the checker, if the service ${what}`, async () => {
      using space = folder(files);
      if (refusal !== undefined) refuse(refusal[0], refusal[1]);
      for (const format of what === "answers" ? ["text"] : ["json"]) {
        const { stdout, stderr, status } = await run(["check", ".", "--live", "--library", "--format", format], {
          cwd: space.path,
          env: variables,
        });
        assert.ok(status === 1 || status === 3, `${status}: ${stderr}`);
        assert.deepEqual(
          leaks([
            { where: `printed as ${format}`, bytes: Buffer.from(stdout) },
            { where: "standard error", bytes: Buffer.from(stderr) },
          ]),
          [],
        );
      }
      assert.deepEqual(leaks(await filesUnder(cache, { as: "cache" })), []);
    }).timeout(120_000);
  }

  it("the language server, traced at the highest level", async () => {
    using space = folder(files);
    const program = spawn(process.execPath, serverCommand, {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...variables },
    });
    const printed: Buffer[] = [];
    program.stderr.on("data", (part: Buffer) => printed.push(part));
    const connection = createProtocolConnection(
      new StreamMessageReader(program.stdout),
      new StreamMessageWriter(program.stdin),
    );
    const told: string[] = [];
    for (const method of ["$/logTrace", "window/logMessage", "window/showMessage", "telemetry/event"])
      connection.onNotification(method, (params: unknown) => void told.push(`${method} ${JSON.stringify(params)}`));
    const findings = new Set<string>();
    const all = Promise.withResolvers<void>();
    const documents = ["a.sft", "a.form.json", "b.form.json", "c.document.json"];
    connection.onNotification(
      "textDocument/publishDiagnostics",
      ({ uri, diagnostics }: { readonly uri: string; readonly diagnostics: readonly unknown[] }) => {
        if (diagnostics.length > 0) findings.add(uri);
        if (findings.size === documents.length) all.resolve();
      },
    );
    connection.listen();
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(space.path).href,
      trace: "verbose",
      capabilities: {},
      initializationOptions: { catalog: { live: true } },
    });
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("$/setTrace", { value: "verbose" });
    for (const name of documents) {
      const uri = pathToFileURL(join(space.path, name)).href;
      await connection.sendNotification("textDocument/didOpen", {
        textDocument: {
          uri,
          languageId: name.endsWith(".sft") ? "smartform-text" : "json",
          version: 1,
          text: files[name] ?? "",
        },
      });
      for (const method of ["hover", "completion", "definition"])
        await connection.sendRequest(`textDocument/${method}`, {
          textDocument: { uri },
          position: { line: 0, character: 40 },
        });
      await connection.sendRequest("textDocument/documentSymbol", { textDocument: { uri } });
    }
    await all.promise;
    refuse(/./, 500);
    await connection.sendRequest("workspace/symbol", { query: value("what was searched for in the library") });
    await connection.sendRequest("shutdown");
    const { pid = 0 } = program;
    const commandLine: Place[] =
      process.platform === "linux" ? [{ where: "process", bytes: await readFile(`/proc/${pid}/cmdline`) }] : [];
    await connection.sendNotification("exit");
    await once(program, "exit");
    assert.ok(
      told.some((line) => line.startsWith("$/logTrace")),
      "it is traced",
    );
    assert.ok(
      (await filesUnder(cache, { as: "cache" })).some(({ bytes }) => bytes.includes(value("words of the library"))),
      "the library is kept, and the search reads it",
    );
    assert.deepEqual(
      leaks([
        { where: "told", bytes: Buffer.from(told.join("\n")) },
        { where: "standard error", bytes: Buffer.concat(printed) },
        ...commandLine,
        ...(await filesUnder(cache, { as: "cache" })),
      ]),
      [],
    );
  }).timeout(60_000);
});
