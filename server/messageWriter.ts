/**
 * Writes each message to standard output in one piece and at once. The package's own writer writes content and header
 * in separate turns of the event loop, which delays every answer and wakes the editor twice.
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
