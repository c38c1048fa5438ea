/** The glob of request files, and a request that is ready to be sent. Does not import `vscode`. */
import type { AnyRequest, Files } from "../../api/index.ts";
import { requestFileKinds } from "../../language/index.ts";

/** Matches every request file except those that create forms, which have their own commands. */
export const operationFiles = `**/*.{${requestFileKinds.join(",")}}.json`;

/** Input of the transport for any operation; the transport has not validated it yet. */
export interface FilledRequest extends AnyRequest {
  readonly files: Files;
}
