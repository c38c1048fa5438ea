/** What the language server's catalog says about the library: the tree and the commands ask here. */
import {
  findRequest, foldersRequest, holdingRequest, languageProgressRequest, languagesRequest, referenceEditsRequest, referenceRequest, refreshRequest, surveyRequest, textsRequest, usesRequest, worklistRequest,
  type FindParams, type FindResult, type FoldersResult, type HoldingParams, type HoldingResult, type LanguageProgressResult, type LanguagesResult, type ReferenceEditsParams, type ReferenceEditsResult, type ReferenceParams, type ReferenceResult,
  type RefreshParams, type SurveyResult, type TextsParams, type TextsResult, type UsesParams, type UsesResult, type WorklistParams, type WorklistResult,
} from "../../server/protocol.ts";
import type { Owner } from "../connections/ownerModel.ts";
import type { LanguageServer } from "../languageServer.ts";

export interface Library {
  /** Everything is asked of somebody's library: the window may have turned since the work began. */
  of(owner: Owner): LibraryOf;
  /** Reads the whole library of the window again. */
  refresh(): Promise<void>;
}

/** What one company's library says. All of it rejects with OtherLibrary where the window turned before the answer. */
export interface LibraryOf {
  readonly owner: Owner;
  folders(): Promise<FoldersResult>;
  texts(params: TextsParams): Promise<TextsResult>;
  uses(textId: string): Promise<UsesResult>;
  languages(): Promise<LanguagesResult>;
  find(params: FindParams, options: { readonly signal: AbortSignal }): Promise<FindResult>;
  /** How a document would refer to texts. */
  references(params: ReferenceParams): Promise<ReferenceResult>;
  /** What a plan would change in everything that refers to it. */
  referenceEdits(params: ReferenceEditsParams, options: { readonly signal: AbortSignal }): Promise<ReferenceEditsResult>;
  /** Looks at every content of the library: takes its time where that is large. */
  survey(options: { readonly signal: AbortSignal }): Promise<SurveyResult>;
  /** How far the translations are. The first time it looks at every content. */
  progress(options: { readonly signal: AbortSignal }): Promise<LanguageProgressResult>;
  worklist(params: WorklistParams, options: { readonly signal: AbortSignal }): Promise<WorklistResult>;
  /** Texts that hold some words: looks at every content. */
  holding(params: HoldingParams, options: { readonly signal: AbortSignal }): Promise<HoldingResult>;
}

export function createLibrary(server: LanguageServer): Library {
  return {
    of(owner) {
      const ask = <T>(method: string, params: object = {}, options: { readonly signal?: AbortSignal } = {}): Promise<T> => server.request<T>(method, params, { ...options, of: owner });
      return {
        owner,
        folders: () => ask<FoldersResult>(foldersRequest),
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
