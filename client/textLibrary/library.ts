/** What the language server's catalog says about the library: the tree and the commands ask here. */
import {
  foldersRequest, refreshRequest, renameReferencesRequest, textsRequest, usesRequest,
  type FoldersResult, type RefreshParams, type RenameReferencesParams, type RenameReferencesResult, type TextsParams, type TextsResult, type UsesParams, type UsesResult,
} from "../../server/protocol.ts";
import type { LanguageServer } from "../languageServer.ts";

export interface Library {
  folders(): Promise<FoldersResult>;
  texts(params: TextsParams): Promise<TextsResult>;
  uses(textId: string): Promise<UsesResult>;
  renameReferences(params: RenameReferencesParams): Promise<RenameReferencesResult>;
  /** Reads the whole library again, or one text. */
  refresh(params: RefreshParams): Promise<void>;
}

export function createLibrary(server: LanguageServer): Library {
  return {
    folders: () => server.request<FoldersResult>(foldersRequest, {}),
    texts: (params) => server.request<TextsResult>(textsRequest, params),
    uses: (textId) => server.request<UsesResult>(usesRequest, { textId } satisfies UsesParams),
    renameReferences: (params) => server.request<RenameReferencesResult>(renameReferencesRequest, params),
    refresh: (params) => server.request<void>(refreshRequest, params),
  };
}
