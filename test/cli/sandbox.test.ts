/** `smartform sandbox`, and a check of the library that it serves. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ReportedFinding } from "../../cli/report.ts";
import type { Ready } from "../../sandbox/index.ts";
import { folder, run, start } from "./run.ts";

const catalog = JSON.stringify({
  folders: [{ id: "f1", name: "Imported", code: "imported" }],
  texts: [
    {
      id: "t1",
      folderId: "f1",
      code: "broken",
      contentType: 0,
      defaultLanguage: "en",
      translations: { en: { content: "[[ LIB : imported : nowhere ]] [[name]]" } },
    },
  ],
  smartforms: [],
});

interface Running extends AsyncDisposable {
  readonly ready: Ready;
  readonly stdout: () => string;
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

async function sandbox(args: readonly string[]): Promise<Running> {
  const child = start(["sandbox", ...args]);
  let out = "";
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (errors += part));
  const closed = once(child, "close") as Promise<[number | null]>;
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      out += part;
      if (out.includes("\n")) resolve();
    });
    closed.then(([status]) => reject(new Error(`The sandbox ended with ${status}: ${errors}`)), reject);
  });
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await closed)[0];
  };
  return {
    ready: JSON.parse(out) as Ready,
    stdout: () => out,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop("SIGKILL")),
  };
}

function environment({ authUrl, formsApiUrl, formsAppUrl, clients }: Ready): NodeJS.ProcessEnv {
  const client = clients.find(({ name }) => name === "standard");
  return {
    SMARTFORM_AUTH_URL: authUrl,
    SMARTFORM_FORMS_API_URL: `${formsApiUrl}/`,
    SMARTFORM_FORMS_APP_URL: formsAppUrl,
    SMARTFORM_CLIENT_ID: client?.clientId,
    SMARTFORM_CLIENT_SECRET: client?.clientSecret,
  };
}

describe("smartform sandbox", function () {
  this.timeout(60_000);

  it("prints one line when it is ready, serves, and ends cleanly on both signals", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      await using running = await sandbox(["--empty"]);
      const response = await fetch(`${running.ready.controlUrl}/choices`, {
        headers: { authorization: `Bearer ${running.ready.controlSecret}` },
      });
      assert.equal(response.status, 200);
      assert.equal(await running.stop(signal), 0);
      assert.equal(running.stdout().split("\n").length, 2);
    }
  });

  it("refuses a catalog file with the path of the bad field, and an invalid port", async () => {
    using space = folder({ "bad.json": '{ "folders": [{ "id": "a", "name": 7 }] }' });
    const bad = await run(["sandbox", "--import", join(space.path, "bad.json")]);
    assert.deepEqual([bad.status, bad.stdout], [2, ""]);
    assert.match(bad.stderr, /bad\.json: folders\[0\]\.name: Expected text, but this is a number\./);
    const port = await run(["sandbox", "--port", "65536"]);
    assert.equal(port.status, 2);
    assert.match(port.stderr, /a port is a number from 0 to 65535/);
  });

  it("says that its port is taken", async () => {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { status, stderr } = await run(["sandbox", "--port", String((server.address() as AddressInfo).port)]);
    server.close();
    assert.equal(status, 2);
    assert.match(stderr, /^smartform: The sandbox cannot start: /);
    assert.doesNotMatch(stderr, /^ +at /m);
  });

  it("keeps its state in a folder", async () => {
    using space = folder({ "cat.json": catalog });
    const args = ["--data", join(space.path, "state")];
    const first = await sandbox([...args, "--import", join(space.path, "cat.json")]);
    await first.stop("SIGKILL");
    await using second = await sandbox(args);
    const { stdout } = await run(["check", "--library", "--live", "--format", "json"], {
      env: environment(second.ready),
    });
    assert.match(stdout, /textlib:\/imported\/broken\.en\.txt/);
  });
});

describe("smartform check --live", function () {
  this.timeout(60_000);

  it("finds in the service what it finds in the file", async () => {
    using space = folder({ "cat.json": catalog, "a.sft": "[[ LIB : imported : brokn ]]" });
    await using running = await sandbox(["--empty", "--import", join(space.path, "cat.json")]);
    const args = ["check", "--library", join(space.path, "a.sft"), "--format", "json"];
    const live = await run([...args, "--live"], { env: environment(running.ready) });
    const file = await run([...args, "--catalog", join(space.path, "cat.json")]);
    const findings = ({ stdout }: { readonly stdout: string }) =>
      (JSON.parse(stdout) as { readonly findings: readonly ReportedFinding[] }).findings;
    assert.deepEqual(
      findings(live).map(({ file, code }) => [file, code]),
      findings(file).map(({ file, code }) => [file, code]),
    );
    assert.ok(findings(live).some(({ code }) => code === "unknown-text"));
    assert.equal(live.stderr, "");
    assert.equal(live.status, 1);
  });

  it("checks requests against the service's answer for a Smartform: fields, parties, environments; what it prints stays unknown if its pages are not given (T80, T87)", async () => {
    await using running = await sandbox([]);
    const { testOnly, undeployed } = running.ready.demo.smartforms;
    const chosen = await fetch(`${running.ready.controlUrl}/choices`, {
      method: "POST",
      body: JSON.stringify({ id: "N7", alternative: "without pages" }),
      headers: { authorization: `Bearer ${running.ready.controlSecret}`, "content-type": "application/json" },
    });
    assert.ok(chosen.ok);
    const request = (id: string, environment: string): string =>
      JSON.stringify({
        dialogDefinitionId: id,
        environment,
        values: { "name.minDate": "2026-01-01", perhapsAnInput: 1 },
        notification: { sendEmail: false, sendSms: false, participatingParties: [{ id: "Custmer" }] },
      });
    using space = folder({
      "a.form.json": request(testOnly, "Production"),
      "b.form.json": request(testOnly, "test"),
      "c.form.json": request(undeployed, "Test"),
    });
    const { stdout } = await run(["check", ".", "--live", "--format", "json"], {
      cwd: space.path,
      env: environment(running.ready),
    });
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly ReportedFinding[] };
    assert.deepEqual(
      findings.map(({ file, code }) => `${file} ${code}`),
      [
        "a.form.json form-environment",
        "a.form.json form-suffix",
        "a.form.json form-unknown-party",
        "b.form.json form-suffix",
        "b.form.json form-unknown-party",
        "c.form.json form-environment",
        "c.form.json form-unknown-party",
      ],
    );
    assert.deepEqual(
      findings.filter(({ code }) => code === "form-environment").map(({ message, fixes }) => [message, fixes]),
      [
        ["The Smartform is not deployed to Production. It is deployed to Test.", ['Use "Test"']],
        [
          "The Smartform is not deployed to Test. It is not deployed anywhere. Leave the environment out to run its saved draft.",
          [],
        ],
      ],
    );
  });

  it("asks the service about a Smartform that it does not list, and accepts only its 404 as absence", async () => {
    await using running = await sandbox([]);
    const { singleStep } = running.ready.demo.smartforms;
    const request = (id: string): string => JSON.stringify({ dialogDefinitionId: id, values: {} });
    using space = folder({ "a.form.json": request(singleStep), "b.form.json": request("no-such-smartform") });
    const codes = async () => {
      const { stdout } = await run(["check", ".", "--live", "--format", "json"], {
        cwd: space.path,
        env: environment(running.ready),
      });
      return (JSON.parse(stdout) as { readonly findings: readonly ReportedFinding[] }).findings
        .filter(({ file }) => file === "b.form.json")
        .map(({ code }) => code);
    };
    assert.deepEqual(await codes(), ["form-unknown-smartform"]);
    const broken = await fetch(`${running.ready.controlUrl}/faults`, {
      method: "POST",
      body: JSON.stringify({ operation: "forms.definition", kind: "status", status: 403 }),
      headers: { authorization: `Bearer ${running.ready.controlSecret}`, "content-type": "application/json" },
    });
    assert.ok(broken.ok);
    assert.deepEqual(await codes(), [], "the service does not say");
  });

  it("signs in with the scopes of SMARTFORM_SCOPE, and reads nothing as a client that only writes audit events", async () => {
    await using running = await sandbox([]);
    const check = (scope: string) =>
      run(["check", "--stdin", "--live"], {
        env: { ...environment(running.ready), SMARTFORM_SCOPE: scope },
        stdin: "[[ LIB : claims : intro ]]",
      });
    assert.equal((await check("api.external")).status, 0);
    const audit = await check("api.audit");
    assert.equal(audit.status, 3);
    assert.match(audit.stderr, /needs a client of type Standard/);
  });

  it("exits with 3 if the service cannot be read, prints what is certain, reports nothing as missing, and shows no secret", async () => {
    const env = {
      SMARTFORM_AUTH_URL: "http://127.0.0.1:9",
      SMARTFORM_FORMS_API_URL: "http://127.0.0.1:9",
      SMARTFORM_CLIENT_ID: "me",
      SMARTFORM_CLIENT_SECRET: "CANARY-SECRET",
    };
    const { status, stdout, stderr } = await run(["check", "--stdin", "--live", "--format", "json"], {
      env,
      stdin: "[[ LIB : a : b ]] [[name]]",
    });
    assert.equal(status, 3);
    assert.deepEqual(
      (JSON.parse(stdout) as { readonly findings: readonly ReportedFinding[] }).findings.map(({ code }) => code),
      ["missing-space"],
    );
    assert.match(stderr, /could not be read completely/);
    assert.ok(!(stdout + stderr).includes("CANARY"));
  });
});
