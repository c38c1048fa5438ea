/**
 * No request can end the server, whatever the request's work does. A cancelled request is always answered as cancelled.
 */
import assert from "node:assert/strict";
import { CancellationTokenSource, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { guard } from "../../server/guard.ts";

describe("guard", () => {
  const problems: string[] = [];
  const traces: string[] = [];
  const log = { trace: (line: string) => void traces.push(line), problem: (line: string) => void problems.push(line) };
  const none = new CancellationTokenSource().token;
  beforeEach(() => {
    problems.length = traces.length = 0;
  });

  it("returns the answer, and traces the duration", async () => {
    assert.equal(await guard(log, { method: "m", otherwise: 0, work: () => 7 })({}, none), 7);
    assert.match(traces.join(), /^m: \d+\.\d ms$/);
  });

  it("gives the default answer when the work throws, and names the document without its query", async () => {
    const work = (): number => {
      throw new Error("broken");
    };
    assert.equal(
      await guard(log, { method: "m", otherwise: 0, work })(
        { textDocument: { uri: "textlib://c/a.sft?secret" } },
        none,
      ),
      0,
    );
    assert.match(problems.join(), /^m in textlib:\/\/c\/a\.sft: Error: broken/);
  });

  it("passes on an error that is meant for the client", async () => {
    const answer = await guard(log, {
      method: "m",
      otherwise: 0,
      work: () => {
        throw new ResponseError(-32001, "offline");
      },
    })({}, none);
    assert.ok(answer instanceof ResponseError && answer.code === -32001 && answer.message === "offline");
    assert.deepEqual(problems, []);
  });

  it("does not start a request that was cancelled before", async () => {
    const source = new CancellationTokenSource();
    source.cancel();
    let begun = 0;
    const answer = await guard(log, { method: "m", otherwise: 0, work: () => ++begun })({}, source.token);
    assert.equal(begun, 0);
    assert.ok(answer instanceof ResponseError && answer.code === LSPErrorCodes.RequestCancelled);
  });

  for (const ends of ["with an answer", "with an error"]) {
    it(`signals the cancellation to the work, and returns cancelled when it ends ${ends}`, async () => {
      const source = new CancellationTokenSource();
      const work = async (_: object, { signal }: { readonly signal: AbortSignal }): Promise<number> => {
        source.cancel();
        assert.ok(signal.aborted);
        if (ends === "with an error") throw new Error("late");
        return Promise.resolve(7);
      };
      const answer = await guard(log, { method: "m", otherwise: 0, work })({}, source.token);
      assert.ok(answer instanceof ResponseError && answer.code === LSPErrorCodes.RequestCancelled);
      assert.deepEqual(problems, []);
    });
  }
});
