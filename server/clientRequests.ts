/** What VS Code's own client asks beyond LSP, as `protocol.ts` describes it. */
import { ResponseError } from "vscode-languageserver";
import type { CancellationToken, Connection } from "vscode-languageserver";
import { l10n, messageOf } from "../language/index.ts";
import { contractOf } from "./contract.ts";
import { guard } from "./guard.ts";
import type { GuardLog } from "./guard.ts";
import { refresh } from "./library.ts";
import type { LanguageProgress } from "./languageProgress.ts";
import type { LibraryEvents } from "./library.ts";
import { find } from "./find.ts";
import { holding } from "./holding.ts";
import { ofMeant } from "./meant.ts";
import type { Libraries } from "./meant.ts";
import {
  contentsRequest,
  contractRequest,
  findRequest,
  foldersRequest,
  holdingRequest,
  languageProgressRequest,
  languagesRequest,
  previewRequest,
  printedRequest,
  referenceEditsRequest,
  referenceRequest,
  refreshRequest,
  sampleRequest,
  surveyRequest,
  textsRequest,
  usesRequest,
  worklistRequest,
} from "./protocol.ts";
import type {
  ContentsParams,
  ContentsResult,
  ContractParams,
  ContractResult,
  FindParams,
  FindResult,
  FoldersResult,
  HoldingParams,
  HoldingResult,
  LanguageProgressResult,
  LanguagesResult,
  Meant,
  PreviewParams,
  PreviewResult,
  PrintedParams,
  PrintedResult,
  ReferenceEditsParams,
  ReferenceEditsResult,
  ReferenceParams,
  ReferenceResult,
  RefreshParams,
  SampleParams,
  SampleResult,
  SurveyResult,
  TextsParams,
  TextsResult,
  UsesParams,
  UsesResult,
  WorklistParams,
  WorklistResult,
} from "./protocol.ts";
import { preview } from "./preview.ts";
import { contents, printed } from "./printed.ts";
import { referenceEdits, writeReferences } from "./referenceEdits.ts";
import { survey } from "./survey.ts";
import type { Everywhere } from "./occurrences.ts";
import { listFolders, listLanguages, listTexts, listUses, sample } from "./textLibrary.ts";
import type { Open } from "./workspace.ts";

export interface ClientRequests extends Libraries {
  readonly log: GuardLog;
  readonly events: LibraryEvents;
  /** The open documents. */
  readonly documents: () => readonly Open[];
  readonly everywhere: () => Everywhere;
  /** The open document with this address, once its settings are read. */
  readonly found: (uri: string) => Promise<Open | undefined>;
  readonly progress: LanguageProgress;
}

export function registerClientRequests(
  connection: Connection,
  { log, library, events, documents, everywhere, found, progress, switched }: ClientRequests,
): void {
  function on<Params extends object, Result>(
    method: string,
    otherwise: Result,
    work: (params: Params, options: { readonly signal: AbortSignal }) => Result | Promise<Result>,
  ): void {
    const answer = guard<Params & Meant, Result>(log, {
      method,
      otherwise,
      work: (params, options) => ofMeant(params, { library, switched }, () => work(params, options)),
    });
    // A request without parameters is handed over as its token alone.
    connection.onRequest<unknown, never>(method, (...given: readonly unknown[]) =>
      answer((given.length > 1 ? given[0] : {}) as Params & Meant, given.at(-1) as CancellationToken),
    );
  }

  // The client waits for the folders unless it hears why there are none. The language of the words is known once the
  // server has started.
  const noFolders: FoldersResult = {
    known: false,
    folders: [],
    get problem() {
      return l10n.t("The language server could not look them up; its log says why.");
    },
  };
  on<object, FoldersResult>(foldersRequest, noFolders, () => {
    const { current, live } = library();
    const problem = live?.status.problem;
    return { ...listFolders(current), ...(problem === undefined ? {} : { problem }) };
  });
  on<TextsParams, TextsResult>(textsRequest, { known: false, texts: [] }, (params) =>
    listTexts(library().current, params),
  );
  on<UsesParams, UsesResult>(
    usesRequest,
    { known: false, uses: [], documents: [], smartforms: [] },
    (params, { signal }) => listUses(params, { ...everywhere(), signal }),
  );
  on<SampleParams, SampleResult>(sampleRequest, null, (params) => sample(library().current, params));
  on<object, LanguagesResult>(languagesRequest, [], () => listLanguages(library().current));
  on<ContractParams, ContractResult>(contractRequest, null, (params) =>
    contractOf(library().current, params, documents()),
  );
  on<FindParams, FindResult>(findRequest, { known: false, texts: [], places: [] }, (params) =>
    find(library().current, params),
  );
  on<ReferenceEditsParams, ReferenceEditsResult>(
    referenceEditsRequest,
    { known: false, documents: [], uncertain: 0, left: 0, smartforms: [] },
    (params, { signal }) => referenceEdits(params, { ...everywhere(), signal }),
  );
  on<ReferenceParams, ReferenceResult>(referenceRequest, [], async (params) => {
    const open = await found(params.uri);
    return open === undefined ? params.textIds.map(() => null) : writeReferences(params, open);
  });
  on<object, SurveyResult>(surveyRequest, { known: false, languages: [], texts: [] }, async (_, { signal }) =>
    survey({ ...(await everywhere().workspace.library()), signal }),
  );
  on<object, LanguageProgressResult>(
    languageProgressRequest,
    { known: false, languages: [], folders: [] },
    (_, options) => progress.ask(options),
  );
  on<WorklistParams, WorklistResult>(worklistRequest, { known: false, total: 0, texts: [] }, (params, options) =>
    progress.list(params, options),
  );
  on<HoldingParams, HoldingResult>(holdingRequest, { known: false, textIds: [] }, (params, options) =>
    holding(() => library().current, params, options),
  );
  on<PrintedParams, PrintedResult>(printedRequest, { form: null, language: null, texts: [], names: [] }, (params) =>
    printed(library().current, params),
  );
  on<PreviewParams, PreviewResult | null>(previewRequest, null, async (params) => {
    const open = await found(params.uri);
    return open === undefined ? null : preview(open, params);
  });
  on<ContentsParams, ContentsResult>(contentsRequest, { known: false, texts: [], next: null }, (params) =>
    contents(library().current, params),
  );
  on<RefreshParams, null>(refreshRequest, null, async ({ textId }, { signal }) => {
    const { live } = library();
    if (live === undefined) return null;
    if (textId === undefined) await refresh(live, events, { afresh: true });
    else
      await live.refreshText(textId, { signal }).catch((error: unknown) => {
        throw new ResponseError(-32001, messageOf(error));
      });
    return null;
  });
}
