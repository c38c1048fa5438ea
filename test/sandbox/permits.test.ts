/**
 * The permits of the tests. When a sandbox ends, it reports harmful calls without a permit, so that no test can reach
 * people unnoticed. No test starts a sandbox or grants a ticket without this check.
 */
import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";
import { grantTicket, judgeKept, permitDialog, permitTicket, startSandbox } from "./permits.ts";
import { connect, visit } from "./visit.ts";
import type { Visit } from "./visit.ts";
import { apiOf } from "./apiOf.ts";

describe("permits of the tests", () => {
  /** Calls the service without `visit`, because every call of `visit` gets a permit. */
  async function callUnseen(
    service: Pick<Visit, "ready" | "bearer">,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<void> {
    const response = await fetch(service.ready.formsApiUrl + path, {
      method,
      headers: { authorization: `Bearer ${await service.bearer("standard")}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.body?.cancel();
  }

  const text = "/Integrations/textlibrary/texts/text-claims-intro";
  const loud = {
    dialogDefinitionId: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1001",
    values: {},
    notification: { sendEmail: true, sendSms: false, participatingParties: [{ email: "a@example.com" }] },
  };

  const cases: readonly {
    readonly what: string;
    readonly act: (service: Visit) => Promise<unknown>;
    readonly says?: RegExp;
  }[] = [
    {
      what: "a deletion that was not permitted",
      act: (service) => callUnseen(service, "DELETE", text),
      says: /DELETE .*text-claims-intro \(textlibrary\.texts\.delete: destroy\) arrived without a permit/,
    },
    {
      what: "one that was refused all the same",
      act: (service) => callUnseen(service, "DELETE", "/Integrations/textlibrary/texts/nowhere"),
      says: /arrived without a permit/,
    },
    {
      what: "one whose trace was wiped away",
      act: async (service) => {
        await callUnseen(service, "DELETE", text);
        await service.control("DELETE", "/ledger");
        await service.control("POST", "/reset", { seed: "demo" });
      },
      says: /arrived without a permit/,
    },
    {
      what: "a form that notifies somebody",
      act: (service) => callUnseen(service, "POST", "/Integrations/dialog/json", loud),
      says: /reaches-people\) arrived without a permit, and sent email to a@example\.com/,
    },
    {
      what: "a form that notifies nobody",
      act: (service) =>
        callUnseen(service, "POST", "/Integrations/dialog/json", {
          dialogDefinitionId: loud.dialogDefinitionId,
          values: {},
        }),
    },
    { what: "the test's own call", act: (service) => service.call("DELETE", text) },
    {
      what: "the second call if the test made one",
      act: async (service) => {
        await service.call("DELETE", text);
        await callUnseen(service, "DELETE", text);
      },
      says: /arrived without a permit/,
    },
    {
      what: "a loud form after the test's own silent one",
      act: async (service) => {
        await service.call("POST", "/Integrations/dialog/json", {
          body: { dialogDefinitionId: loud.dialogDefinitionId, values: {} },
        });
        await callUnseen(service, "POST", "/Integrations/dialog/json", loud);
      },
      says: /arrived without a permit/,
    },
    {
      what: "a call with the ticket of another process",
      act: async (service) => {
        permitTicket("DELETE", service.ready.formsApiUrl + text);
        await callUnseen(service, "DELETE", text);
      },
    },
    {
      what: "a call after its dialog",
      act: async (service) => {
        permitDialog(`Operation: delete the text\nHost: ${new URL(service.ready.formsApiUrl).host}\nConnection: x`);
        await callUnseen(service, "DELETE", text);
      },
    },
    {
      what: "a call after the dialog of another host",
      act: async (service) => {
        permitDialog("Operation: delete the text\nHost: elsewhere.example\nConnection: x");
        await callUnseen(service, "DELETE", text);
      },
      says: /arrived without a permit/,
    },
    {
      what: "a call after the dialog of another operation",
      act: async (service) => {
        permitDialog(`Operation: delete the folder\nHost: ${new URL(service.ready.formsApiUrl).host}`);
        await callUnseen(service, "DELETE", text);
      },
      says: /arrived without a permit/,
    },
    {
      what: "a person's actions on the form's page",
      act: (service) => service.control("POST", `/forms/${service.ready.demo.legacyFormIds[0]}/submit`),
    },
  ];
  for (const { what, act, says } of cases) {
    it(`${says ? "report" : "allow"} ${what}`, async () => {
      const service = await visit();
      await act(service);
      if (says) await assert.rejects(async () => service.close(), says);
      else await service.close();
    });
  }

  it("allow one call with a ticket of the test, and no other", async () => {
    const sandbox = await startSandbox();
    const { ready, bearer } = connect(sandbox.ready);
    const api = apiOf(ready);
    const path = { id: "text-claims-intro" };
    await api.call(
      "textlibrary.texts.delete",
      { path },
      {
        ticket: grantTicket({ connection: api.connection, operation: "textlibrary.texts.delete", receivers: [], path }),
      },
    );
    await callUnseen({ ready, bearer }, "DELETE", text);
    await api.close();
    await assert.rejects(
      async () => sandbox[Symbol.asyncDispose](),
      (error: Error) => error.message.match(/arrived without a permit/g)?.length === 1,
    );
  });

  describe("of a sandbox that a window started", () => {
    let data: string;
    beforeEach(() => {
      data = mkdtempSync(join(tmpdir(), "smartform-kept-"));
    });
    afterEach(() => rmSync(data, { recursive: true, force: true }));

    /** Returns the host. */
    async function keep(act: (service: Visit) => Promise<unknown>): Promise<string> {
      const service = await visit({
        data: join(data, "data", "User", "globalStorage", "smartform.smartform", "sandbox"),
      });
      await act(service);
      await service.close();
      return new URL(service.ready.formsApiUrl).host;
    }

    it("report a deletion that no dialog permitted", async () => {
      await keep((service) => service.call("DELETE", text));
      assert.throws(
        () => judgeKept(data),
        /DELETE .*text-claims-intro \(textlibrary\.texts\.delete: destroy\) arrived without a permit/,
      );
    });

    it("allow it after its dialog in that window, and in no other", async () => {
      const host = await keep((service) => service.call("DELETE", text));
      permitDialog(`Operation: delete the text\nHost: ${host} (sandbox on this computer)\nConnection: x`);
      assert.throws(() => judgeKept(data, new Set(["nowhere.example"])), /arrived without a permit/);
      assert.ok(judgeKept(data, new Set([host])));
      assert.throws(() => judgeKept(data, new Set([host])), /arrived without a permit/, "one dialog is one call");
    });

    it("report what was sent even if no call is said to reach anybody", async () => {
      await keep(async (service) => {
        await service.call("POST", "/Integrations/dialog/json", { body: loud });
        await service.control("DELETE", "/ledger");
      });
      assert.throws(() => judgeKept(data), /was sent, though no call is said to reach anybody/);
    });

    it("allow reads, and report a missing sandbox", async () => {
      assert.equal(judgeKept(data), undefined);
      await keep((service) => service.call("GET", text));
      assert.ok(judgeKept(data));
    });
  });

  /** Files that may bypass the permits, each with its reason. */
  const past: Readonly<Record<string, string>> = {
    "test/sandbox/permits.ts": "is what the others go through",
    "test/authoring/guard/deleteProgram.ts": "is a process that is killed, and whose test permits its deletion",
    "test/client/kill/killProgram.ts": "is a process that is killed, and whose killer permits its tickets",
    "test/client/crawlJudge.test.ts": "does what the crawl has to be told of",
    "test/faults/sandboxWorker.ts": "is a thread of the fault matrix, which judges the effect of every call itself",
    "test/faults/world.ts": "grants each call of the fault matrix its ticket, for that thread",
  };

  it("are bypassed only by files with a reason", () => {
    const files = globSync("test/**/*.ts", { cwd: root, exclude: (path) => path.endsWith("node_modules") }).map(
      (path) => path.replaceAll("\\", "/"),
    );
    const found = files.filter((path) =>
      /^import \{[^}]*\b(startSandbox|grantTicket)\b[^}]*\} from "[./]*(sandbox\/index|api\/grant)\.ts"/m.test(
        readFileSync(join(root, path), "utf8"),
      ),
    );
    assert.deepEqual(found.toSorted(), Object.keys(past).toSorted());
  });
});
