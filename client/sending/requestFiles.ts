/** The files that hold a request, and a request that is ready to be sent. Knows no `vscode`. */
import type { AnyRequest, Files } from "../../api/index.ts";
import { requestFileKinds } from "../../language/index.ts";

/** Glob of every request file that is sent from here; create-form requests have commands of their own. */
export const operationFiles = `**/*.{${requestFileKinds.join(",")}}.json`;

/** For any operation of the table: what the transport takes, still unchecked by it. */
export interface FilledRequest extends AnyRequest {
  readonly files: Files;
}
