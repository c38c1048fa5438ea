/** What the language server's catalog says about the library: the tree and the commands ask here. */
import {
  findRequest, foldersRequest, holdingRequest, languageProgressRequest, languagesRequest, referenceEditsRequest, referenceRequest, refreshRequest, surveyRequest, textsRequest, usesRequest, worklistRequest,
  type FindParams, type FindResult, type FoldersResult, type HoldingParams, type HoldingResult, type LanguageProgressResult, type LanguagesResult, type ReferenceEditsParams, type ReferenceEditsResult, type ReferenceParams, type ReferenceResult,
  type RefreshParams, type SurveyResult, type TextsParams, type TextsResult, type UsesParams, type UsesResult, type WorklistParams, type WorklistResult,
} from "../../server/protocol.ts";
import type { LanguageServer } from "../languageServer.ts";

export interface Library {
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
  /** Reads the whole library again, or one text. */
  refresh(params: RefreshParams): Promise<void>;
}

export function createLibrary(server: LanguageServer): Library {
  return {
    folders: () => server.request<FoldersResult>(foldersRequest, {}),
    texts: (params) => server.request<TextsResult>(textsRequest, params),
    uses: (textId) => server.request<UsesResult>(usesRequest, { textId } satisfies UsesParams),
    languages: () => server.request<LanguagesResult>(languagesRequest, {}),
    find: (params, options) => server.request<FindResult>(findRequest, params, options),
    references: (params) => server.request<ReferenceResult>(referenceRequest, params),
    referenceEdits: (params, options) => server.request<ReferenceEditsResult>(referenceEditsRequest, params, options),
    survey: (options) => server.request<SurveyResult>(surveyRequest, {}, options),
    progress: (options) => server.request<LanguageProgressResult>(languageProgressRequest, {}, options),
    worklist: (params, options) => server.request<WorklistResult>(worklistRequest, params, options),
    holding: (params, options) => server.request<HoldingResult>(holdingRequest, params, options),
    refresh: (params) => server.request<void>(refreshRequest, params),
  };
}
