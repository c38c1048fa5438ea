/** Wraps every request: no document can crash the server, and a cancelled request gets no late result. */
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { CancellationToken } from "vscode-languageserver";
import { l10n } from "../language/index.ts";

interface Guarded<Params, Result> {
  /** LSP method. */
  readonly method: string;
  /** The result if the work throws. */
  readonly otherwise: Result;
  readonly work: (params: Params, options: { readonly signal: AbortSignal }) => Result | Promise<Result>;
}

/**
 * `trace` receives one line for every request that is worked on, with its duration in milliseconds. `problem` receives
 * one line for every request that failed with an unexpected error.
 */
export interface GuardLog {
  readonly trace: (line: string) => void;
  readonly problem: (line: string) => void;
}

export function guard<Params, Result>(log: GuardLog, { method, otherwise, work }: Guarded<Params, Result>) {
  return async (params: Params, token: CancellationToken): Promise<Result | ResponseError<never>> => {
    if (token.isCancellationRequested) return cancelled();
    const stop = new AbortController();
    const listening = token.onCancellationRequested(() => stop.abort());
    const begun = performance.now();
    try {
      const result = await work(params, { signal: stop.signal });
      return token.isCancellationRequested ? cancelled() : result;
    } catch (error) {
      if (token.isCancellationRequested) return cancelled();
      if (error instanceof ResponseError) return new ResponseError<never>(error.code, error.message);
      log.problem(
        `${method}${about(params)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return otherwise;
    } finally {
      listening.dispose();
      log.trace(`${method}: ${(performance.now() - begun).toFixed(1)} ms`);
    }
  };
}

function cancelled(): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestCancelled, l10n.t("Cancelled."));
}

/** The document of a request, without the query of its address. */
function about(params: unknown): string {
  if (typeof params !== "object" || params === null || !("textDocument" in params)) return "";
  const { textDocument } = params;
  if (typeof textDocument !== "object" || textDocument === null || !("uri" in textDocument)) return "";
  return ` in ${String(textDocument.uri).replace(/\?.*/s, "")}`;
}
