/** What is known of a request file of the operation table. Loaded with the table, when the first such file is met. */
import { mistakesOfRequest, operationsOfRequestFile, reachOfRequest } from "../api/index.ts";
import type { RequestFile } from "../language/index.ts";

export function requestFileOf(kind: string, file: RequestFile["file"]): RequestFile {
  return { operations: operationsOfRequestFile(kind), mistakes: mistakesOfRequest, reach: reachOfRequest, file };
}
