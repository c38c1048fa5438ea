/**
 * Tests the services of a connection, except the archive: sends each one small request that changes nothing, and
 * reports the outcome. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { daysAround, explain, hoursQuery, isApiError, onlyWritesAudit } from "../../api/index.ts";
import type { Api, ApiAddress } from "../../api/index.ts";
import type { At } from "../connections/documentsPlaceModel.ts";
import { serviceNames } from "../connections/connectionsModel.ts";
import { oneOrMany } from "../../language/index.ts";

interface Tested {
  readonly service: string;
  /** `unasked`: the service was not tested, and may work. */
  readonly state: "answered" | "failed" | "unasked";
  readonly words: string;
}

export interface Asking {
  readonly api: Api;
  /** The client of type Audit, or why there is none. */
  readonly audit: Api | string;
  /**
   * The environment in which the document editor is tested, or the reason why it is not tested. The document editor has
   * environments of its own.
   */
  readonly documents: At | string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Returns one row per service, in the order of the sign-in. The archive is never asked: it is read only after the
 * author agreed (T97). Rejects if `signal` aborts; a failing service gets a row like the others.
 */
export async function testServices({ api, audit, documents, now, signal }: Asking): Promise<readonly Tested[]> {
  const { connection } = api;
  const options = { signal };
  const hours = hoursQuery({ from: now, to: now });
  const days = daysAround({ from: now, to: now });
  const services: readonly (readonly [ApiAddress, string, (name: string) => Promise<Tested>])[] = [
    ["formsApiUrl", serviceNames.formsApiUrl, (name) => asked(name, api.call("forms.ping", {}, options))],
    [
      "formsApiUrl",
      l10n.t("Text Library"),
      (name) => asked(name, api.call("textlibrary.folders.list", {}, options), ({ length }) => folderWords(length)),
    ],
    [
      "auditApiUrl",
      serviceNames.auditApiUrl,
      (name) => asked(name, api.call("audit.search", { body: { ...days, skip: 0, take: 1 } }, options)),
    ],
    [
      "statisticsApiUrl",
      serviceNames.statisticsApiUrl,
      (name) =>
        asked(name, api.call("statistics.analytics", { query: { ...hours, pageNumber: 1, pageSize: 1 } }, options)),
    ],
    ["signingApiUrl", serviceNames.signingApiUrl, (name) => asked(name, api.call("signing.activities", {}, options))],
    [
      "archiveApiUrl",
      serviceNames.archiveApiUrl,
      (name) => unasked(name, l10n.t("Not asked: the archive is not read until you open it.")),
    ],
    [
      "documentsApiUrl",
      serviceNames.documentsApiUrl,
      (name) =>
        typeof documents === "string"
          ? unasked(name, documents)
          : asked(
              name,
              api.call("documents.engine.version", documents, options),
              (version) => l10n.t("Answered. The engine in {0} has version {1}.", documents.environment, version),
              documents,
            ),
    ],
  ];
  const rows = [
    ...services.map(([address, name, ask]) => {
      if (connection[address] === undefined)
        return unasked(name, l10n.t("The connection has no address for this service."));
      return onlyWritesAudit(connection)
        ? unasked(name, l10n.t("Not asked: the client of this connection can only write audit events."))
        : ask(name);
    }),
    typeof audit === "string"
      ? unasked(l10n.t("client of type Audit"), audit)
      : asked(l10n.t("client of type Audit"), audit.signIn(options), () =>
          l10n.t(
            "The client got a token. The token does not show whether the client may write events. You find that out only when the client writes one.",
          ),
        ),
  ];
  const done = await Promise.all(rows);
  signal.throwIfAborted();
  return done;
}

async function unasked(service: string, words: string): Promise<Tested> {
  return { service, state: "unasked", words };
}

async function asked<T>(
  service: string,
  answer: Promise<T>,
  words: (answer: T) => string = () => l10n.t("Answered."),
  at: Partial<At> = {},
): Promise<Tested> {
  try {
    return { service, state: "answered", words: words(await answer) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { service, state: "failed", words: explain(error, at) };
  }
}

function folderWords(count: number): string {
  return count === 0
    ? l10n.t("Answered. The service shows no folders to this client.")
    : oneOrMany(
        count,
        l10n.t("Answered. The service shows one folder."),
        l10n.t("Answered. The service shows {0} folders.", count),
      );
}

/** Summarises all rows in one sentence. */
export function testWords(rows: readonly Tested[]): string {
  const failed = rows.filter(({ state }) => state === "failed").map(({ service }) => service);
  const answered = rows.filter(({ state }) => state === "answered").length;
  if (failed.length === 0)
    return l10n.t("{0} of {1} answered, and none failed. The others were not asked.", answered, rows.length);
  return l10n.t("Failed: {0}. {1} of {2} answered.", failed.join(", "), answered, rows.length);
}
