/** What VS Code's own client asks beyond LSP, as `protocol.ts` describes it. */
import { ResponseError } from "vscode-languageserver";
import type { CancellationToken, Connection } from "vscode-languageserver";
import { contractOf } from "./contract.ts";
import { guard } from "./guard.ts";
import type { GuardLog } from "./guard.ts";
import { refresh } from "./library.ts";
import type { LanguageProgress } from "./languageProgress.ts";
import type { Library, LibraryEvents } from "./library.ts";
import { find } from "./find.ts";
import { holding } from "./holding.ts";
import { contentsRequest, contractRequest, findRequest, foldersRequest, holdingRequest, languageProgressRequest, languagesRequest, previewRequest, printedRequest, referenceEditsRequest, referenceRequest, refreshRequest, sampleRequest, surveyRequest, textsRequest, usesRequest, worklistRequest } from "./protocol.ts";
import type { ContentsParams, ContractParams, ContractResult, FindParams, HoldingParams, LanguageProgressResult, PreviewParams, PrintedParams, ReferenceEditsParams, ReferenceParams, RefreshParams, SampleParams, SurveyResult, TextsParams, TextsResult, UsesParams, UsesResult, WorklistParams, WorklistResult } from "./protocol.ts";
import { preview } from "./preview.ts";
import { contents, printed } from "./printed.ts";
import { referenceEdits, writeReferences } from "./referenceEdits.ts";
import { survey } from "./survey.ts";
import type { Everywhere } from "./occurrences.ts";
import { listFolders, listLanguages, listTexts, listUses, sample } from "./textLibrary.ts";
import type { Open } from "./workspace.ts";

export interface ClientRequests {
  readonly log: GuardLog;
  readonly library: () => Library;
  readonly events: LibraryEvents;
  /** The open documents. */
  readonly documents: () => readonly Open[];
  readonly everywhere: () => Everywhere;
  /** The open document with this address, once its settings are read. */
  readonly found: (uri: string) => Promise<Open | undefined>;
  readonly progress: LanguageProgress;
  /** Settles when the library that was chosen last is open. */
  readonly switched: () => Promise<void>;
}

export function registerClientRequests(connection: Connection, { log, library, events, documents, everywhere, found, progress, switched }: ClientRequests): void {
  const folders = guard(log, { method: foldersRequest, otherwise: { known: false, folders: [] }, work: async () => {
    // Whoever switched asks for the folders of the library that opens now.
    await switched();
    return listFolders(library().current);
  } });
  // A request without parameters is handed over as its token alone.
  connection.onRequest(foldersRequest, (...given: readonly unknown[]) => folders(undefined, given.at(-1) as CancellationToken));
  connection.onRequest<TextsResult, never>(textsRequest, guard<TextsParams, TextsResult>(log, { method: textsRequest, otherwise: { known: false, texts: [] }, work: (params: TextsParams) => listTexts(library().current, params) }));
  connection.onRequest<UsesResult, never>(usesRequest, guard<UsesParams, UsesResult>(log, { method: usesRequest, otherwise: { known: false, uses: [], documents: [] }, work: (params: UsesParams, { signal }) => listUses(params, { ...everywhere(), signal }) }));
  connection.onRequest(sampleRequest, guard(log, { method: sampleRequest, otherwise: null, work: (params: SampleParams) => sample(library().current, params) }));
  connection.onRequest(languagesRequest, guard(log, { method: languagesRequest, otherwise: [], work: () => listLanguages(library().current) }));
  connection.onRequest<ContractResult, never>(contractRequest, guard<ContractParams, ContractResult>(log, { method: contractRequest, otherwise: null, work: (params: ContractParams) => contractOf(library().current, params, documents()) }));
  connection.onRequest(findRequest, guard(log, { method: findRequest, otherwise: { known: false, texts: [], places: [] }, work: (params: FindParams) => find(library().current, params) }));
  connection.onRequest(referenceEditsRequest, guard(log, { method: referenceEditsRequest, otherwise: { known: false, documents: [], uncertain: 0, left: 0, smartforms: [] }, work: (params: ReferenceEditsParams, { signal }) => referenceEdits(params, { ...everywhere(), signal }) }));
  connection.onRequest(referenceRequest, guard(log, {
    method: referenceRequest,
    otherwise: [],
    async work(params: ReferenceParams) {
      const open = await found(params.uri);
      return open === undefined ? params.textIds.map(() => null) : writeReferences(params, open);
    },
  }));
  const surveyAll = guard<unknown, SurveyResult>(log, { method: surveyRequest, otherwise: { known: false, languages: [], texts: [] }, work: async (_, { signal }) => survey({ ...(await everywhere().workspace.library()), signal }) });
  connection.onRequest<SurveyResult, never>(surveyRequest, (...given: readonly unknown[]) => surveyAll(undefined, given.at(-1) as CancellationToken));
  const progressOfAll = guard<unknown, LanguageProgressResult>(log, { method: languageProgressRequest, otherwise: { known: false, languages: [], folders: [] }, work: (_, options) => progress.ask(options) });
  connection.onRequest(languageProgressRequest, (...given: readonly unknown[]) => progressOfAll(undefined, given.at(-1) as CancellationToken));
  connection.onRequest<WorklistResult, never>(worklistRequest, guard<WorklistParams, WorklistResult>(log, { method: worklistRequest, otherwise: { known: false, total: 0, texts: [] }, work: (params: WorklistParams, options) => progress.list(params, options) }));
  connection.onRequest(holdingRequest, guard(log, { method: holdingRequest, otherwise: { known: false, textIds: [] }, work: (params: HoldingParams, options) => holding(() => library().current, params, options) }));
  connection.onRequest(printedRequest, guard(log, { method: printedRequest, otherwise: { form: null, language: null, texts: [], names: [] }, work: (params: PrintedParams) => printed(library().current, params) }));
  connection.onRequest(previewRequest, guard(log, {
    method: previewRequest,
    otherwise: null,
    async work(params: PreviewParams) {
      const open = await found(params.uri);
      return open === undefined ? null : preview(open, params);
    },
  }));
  connection.onRequest(contentsRequest, guard(log, { method: contentsRequest, otherwise: { known: false, texts: [], next: null }, work: (params: ContentsParams) => contents(library().current, params) }));
  connection.onRequest(refreshRequest, guard(log, {
    method: refreshRequest,
    otherwise: null,
    async work({ textId }: RefreshParams, { signal }) {
      await switched();
      const { live } = library();
      if (live === undefined) return null;
      if (textId === undefined) await refresh(live, events, { afresh: true });
      else await live.refreshText(textId, { signal }).catch((error: unknown) => { throw new ResponseError(-32001, error instanceof Error ? error.message : String(error)); });
      return null;
    },
  }));
}
