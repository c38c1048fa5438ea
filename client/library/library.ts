/** The library according to the language server's catalog, for the tree and the commands. */
import * as l10n from "@vscode/l10n";
import {
  catalogNotification,
  findRequest,
  foldersRequest,
  holdingRequest,
  languageProgressRequest,
  languagesRequest,
  referenceEditsRequest,
  referenceRequest,
  refreshRequest,
  surveyRequest,
  textsRequest,
  usesRequest,
  worklistRequest,
} from "../../server/protocol.ts";
import type {
  FindParams,
  FindResult,
  FoldersResult,
  HoldingParams,
  HoldingResult,
  LanguageProgressResult,
  LanguagesResult,
  ReferenceEditsParams,
  ReferenceEditsResult,
  ReferenceParams,
  ReferenceResult,
  RefreshParams,
  SurveyResult,
  TextsParams,
  TextsResult,
  UsesParams,
  UsesResult,
  WorklistParams,
  WorklistResult,
} from "../../server/protocol.ts";
import type { Owner } from "../connections/ownerModel.ts";
import type { LanguageServer } from "../languageServer.ts";

export interface Library {
  /**
   * Returns access to the library of this owner, even if the window has switched to another library; the methods then
   * reject.
   */
  of(owner: Owner): LibraryOf;
  /** Reads the whole library of the window again. */
  refresh(): Promise<void>;
}

/**
 * One company's library. Every method rejects with OtherLibrary if the window switches to another library before the
 * answer.
 */
export interface LibraryOf {
  readonly owner: Owner;
  folders(): Promise<FoldersResult>;
  /** Resolves with the folders once they are read. Rejects with an error for display if the reading stopped. */
  foldersOnceRead(options: { readonly signal: AbortSignal }): Promise<FoldersResult["folders"]>;
  texts(params: TextsParams): Promise<TextsResult>;
  uses(textId: string): Promise<UsesResult>;
  languages(): Promise<LanguagesResult>;
  find(params: FindParams, options: { readonly signal: AbortSignal }): Promise<FindResult>;
  /** Resolves with the references by which a document would refer to these texts. */
  references(params: ReferenceParams): Promise<ReferenceResult>;
  /**
   * Resolves with the references that these changes would break: the edits that rewrite them, and what cannot be
   * rewritten.
   */
  referenceEdits(
    params: ReferenceEditsParams,
    options: { readonly signal: AbortSignal },
  ): Promise<ReferenceEditsResult>;
  /** Checks all contents of the library, which takes a long time if the library is large. */
  survey(options: { readonly signal: AbortSignal }): Promise<SurveyResult>;
  /** Resolves with the progress of translations. The first call reads all contents. */
  progress(options: { readonly signal: AbortSignal }): Promise<LanguageProgressResult>;
  worklist(params: WorklistParams, options: { readonly signal: AbortSignal }): Promise<WorklistResult>;
  /** Resolves with the texts that contain these words; reads all contents. */
  holding(params: HoldingParams, options: { readonly signal: AbortSignal }): Promise<HoldingResult>;
}

export function createLibrary(server: LanguageServer): Library {
  return {
    of(owner) {
      const ask = <T>(
        method: string,
        params: object = {},
        options: { readonly signal?: AbortSignal } = {},
      ): Promise<T> => server.request<T>(method, params, { ...options, of: owner });
      const folders = (options: { readonly signal?: AbortSignal } = {}): Promise<FoldersResult> =>
        ask<FoldersResult>(foldersRequest, {}, options);
      return {
        owner,
        folders: () => folders(),
        async foldersOnceRead({ signal }) {
          let change = Promise.withResolvers<void>();
          const heard = server.onNotification(catalogNotification, () => change.resolve());
          const stop = (): void => change.resolve();
          signal.addEventListener("abort", stop);
          try {
            for (;;) {
              // Created before the request, so that a change during it is not missed.
              change = Promise.withResolvers();
              const found = await folders({ signal });
              if (found.known) return found.folders;
              if (found.problem !== undefined)
                throw new Error(
                  l10n.t(
                    "The folders of the Text Library could not be read. {0} Refresh the Text Library to try again.",
                    found.problem,
                  ),
                );
              await change.promise;
              signal.throwIfAborted();
            }
          } finally {
            heard.dispose();
            signal.removeEventListener("abort", stop);
          }
        },
        texts: (params) => ask<TextsResult>(textsRequest, params),
        uses: (textId) => ask<UsesResult>(usesRequest, { textId } satisfies UsesParams),
        languages: () => ask<LanguagesResult>(languagesRequest),
        find: (params, options) => ask<FindResult>(findRequest, params, options),
        references: (params) => ask<ReferenceResult>(referenceRequest, params),
        referenceEdits: (params, options) => ask<ReferenceEditsResult>(referenceEditsRequest, params, options),
        survey: (options) => ask<SurveyResult>(surveyRequest, {}, options),
        progress: (options) => ask<LanguageProgressResult>(languageProgressRequest, {}, options),
        worklist: (params, options) => ask<WorklistResult>(worklistRequest, params, options),
        holding: (params, options) => ask<HoldingResult>(holdingRequest, params, options),
      };
    },
    refresh: () => server.request<void>(refreshRequest, {} satisfies RefreshParams),
  };
}
