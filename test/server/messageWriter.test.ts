/** How the server writes its messages to standard output. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { NotificationMessage } from "vscode-languageserver/node";
import { WholeMessageWriter } from "../../server/messageWriter.ts";

const message: NotificationMessage = {
  jsonrpc: "2.0",
  method: "window/logMessage",
  params: { message: "Hälsningar, 你好 🎉" },
};

describe("messages on standard output", () => {
  it("writes a message in one piece, its length in bytes", async () => {
    const output = new PassThrough();
    const written = once(output, "data") as Promise<[Buffer]>;
    await new WholeMessageWriter(output).write(message);
    const [header = "", content = ""] = (await written)[0].toString("utf8").split("\r\n\r\n");
    assert.equal(header, `Content-Length: ${Buffer.byteLength(content)}`);
    assert.deepEqual(JSON.parse(content), message);
  });

  it("reports to the writer, and to listeners, that nobody reads any more", async () => {
    const output = new PassThrough();
    const writer = new WholeMessageWriter(output);
    const told = new Promise((resolve) => writer.onError(([error]) => resolve(error.message)));
    const closed = new Promise<void>((resolve) => writer.onClose(resolve));
    output.destroy(new Error("The pipe is broken."));
    await assert.rejects(writer.write(message));
    assert.equal(await told, "The pipe is broken.");
    await closed;
  });
});
