/**
 * The language server's calls, and their log: only reads are sent, and a log line contains only what the operation
 * table says.
 */
import assert from "node:assert/strict";
import { ApiError, operations, isRead } from "../../../api/index.ts";
import type { Api, CallRecord } from "../../../api/index.ts";
import { answerCall, callLine } from "../../../client/calls/callModel.ts";

const signal = AbortSignal.timeout(10_000);

function api(answer: () => unknown): { readonly api: Api; readonly calls: string[] } {
  const calls: string[] = [];
  const call = async (operation: string): Promise<unknown> => {
    calls.push(operation);
    return answer();
  };
  return { calls, api: { call } as unknown as Api };
}

describe("calls for the language server", () => {
  for (const operation of Object.keys(operations)) {
    it(`${isRead(operation) ? "makes" : "refuses"} ${operation}`, async () => {
      const service = api(() => "answer");
      const result = await answerCall({ operation, request: {} }, async () => service.api, { signal });
      assert.deepEqual(service.calls, isRead(operation) ? [operation] : []);
      assert.deepEqual(
        "answer" in result ? "done" : result.failure,
        isRead(operation) ? "done" : { code: "invalid-request", outcome: "none" },
      );
    });
  }

  for (const operation of ["", "__proto__", "constructor", "textlibrary.texts"]) {
    it(`refuses ${JSON.stringify(operation)}, which is not an operation`, async () => {
      const service = api(() => "answer");
      assert.ok("failure" in (await answerCall({ operation, request: {} }, async () => service.api, { signal })));
      assert.deepEqual(service.calls, []);
    });
  }

  it("passes on the service's error as code, outcome and status", async () => {
    const service = api(() => {
      throw new ApiError("rate-limited", "forms.active", "none", "Too many.", { status: 429, retryAfter: 7 });
    });
    const result = await answerCall({ operation: "forms.active", request: {} }, async () => service.api, { signal });
    assert.deepEqual(result, {
      failure: { code: "rate-limited", outcome: "none", status: 429, retryAfter: 7 },
      message: "Too many.",
    });
  });

  it("says why if there is no connection", async () => {
    const result = await answerCall(
      { operation: "forms.active", request: {} },
      async () => {
        throw new Error("This workspace is in Restricted Mode.");
      },
      { signal },
    );
    assert.deepEqual(result, {
      failure: { code: "not-configured", outcome: "none" },
      message: "This workspace is in Restricted Mode.",
    });
  });
});

describe("log line", () => {
  const record: CallRecord = {
    at: new Date(0),
    operation: "textlibrary.texts.get",
    method: "GET",
    path: "/Integrations/textlibrary/texts/{id}",
    host: "forms.example",
    status: 200,
    error: undefined,
    milliseconds: 12.4,
    attempt: 1,
    bytes: 10,
  };

  it("names operation, method, host, path, status and time", () => {
    assert.equal(
      callLine(record),
      "textlibrary.texts.get: GET forms.example/Integrations/textlibrary/texts/{id} → 200, 12 ms",
    );
  });

  it("names what went wrong and the attempt", () => {
    assert.equal(
      callLine({ ...record, status: undefined, error: "unreachable", attempt: 3 }),
      "textlibrary.texts.get: GET forms.example/Integrations/textlibrary/texts/{id} → no answer (unreachable), 12 ms, attempt 3",
    );
  });
});
