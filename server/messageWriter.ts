/**
 * Messages to standard output, each in one piece and at once. The writer of the package writes the content in a later
 * turn of the event loop than the header, so that every answer waits, and wakes the editor twice.
 */
import { AbstractMessageWriter } from "vscode-languageserver/node";
import type { Message } from "vscode-languageserver/node";

export class WholeMessageWriter extends AbstractMessageWriter {
  readonly #output: NodeJS.WritableStream;

  constructor(output: NodeJS.WritableStream) {
    super();
    this.#output = output;
    output.on("error", (error) => this.fireError(error));
    output.on("close", () => this.fireClose());
  }

  async write(message: Message): Promise<void> {
    const content = JSON.stringify(message);
    const whole = `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
    await new Promise<void>((resolve, reject) => {
      this.#output.write(whole, (error) => (error ? reject(error) : resolve()));
    });
  }

  end(): void {
    this.#output.end();
  }
}
