/**
 * The door of the sandbox room: the whole service in miniature, on loopback. The contract:
 *
 *   startSandbox(options: SandboxOptions): Promise<Sandbox>
 */
import type { CatalogFile } from "../api/index.ts";
import type { OutboxItem } from "./base/call.ts";
import { prefixes } from "./base/route.ts";
import type { State } from "./base/state.ts";
import { demoIds } from "./demo/ids.ts";
import type { DemoIds } from "./demo/ids.ts";
import { listen } from "./http/server.ts";
import { openState } from "./openState.ts";
import { seed } from "./seed.ts";
import { importCatalog } from "./services.ts";
import { clientSecret, ensureClients, listClients } from "./signIn/clients.ts";
import type { LedgerItem } from "./traffic/ledger.ts";

export interface SandboxOptions {
  /** With 0, the default, the sandbox uses a free port on 127.0.0.1. */
  readonly port?: number;
  /** A folder for the state; if absent, the state is kept in memory. */
  readonly data?: string;
  /** Added to the demo company at the first start. */
  readonly imports?: readonly CatalogFile[];
  /** Starts without the demo company's content. */
  readonly empty?: boolean;
  readonly log?: (line: string) => void;
  /**
   * Called after every request, even if the ledger cannot record it. Not called for the Control API, nor for a request
   * that is refused because of its host or origin.
   */
  readonly heard?: (call: LedgerItem, sent: readonly OutboxItem[]) => void;
}

export type { LedgerItem } from "./traffic/ledger.ts";
export type { OutboxItem } from "./base/call.ts";

export interface Sandbox extends AsyncDisposable {
  readonly ready: Ready;
}

export interface ReadyClient {
  readonly name: "standard" | "audit" | "other" | "nobody" | "acceptance";
  readonly type: "Standard" | "Audit";
  /** The value for `scope` in a token request. */
  readonly scope: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Empty for the client without a company. */
  readonly company: string;
}

/** The line that `smartform sandbox` prints when it is ready. */
export interface Ready {
  readonly ready: true;
  readonly authUrl: string;
  readonly formsApiUrl: string;
  readonly formsAppUrl: string;
  readonly auditApiUrl: string;
  readonly statisticsApiUrl: string;
  readonly signingApiUrl: string;
  readonly archiveApiUrl: string;
  readonly documentsApiUrl: string;
  readonly clients: readonly ReadyClient[];
  readonly controlUrl: string;
  readonly controlSecret: string;
  readonly demo: DemoIds;
}

/** Rejects if another sandbox holds the folder, the port is in use, or a catalog file is invalid. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, data, imports = [], empty = false, log = () => {}, heard = () => {} } = options;
  const state = openState(data);
  try {
    state.transaction(() => {
      ensureClients(state);
      if (state.meta("seeded") !== undefined) return;
      seed(state, empty ? "empty" : "demo");
      for (const file of imports) importCatalog(state, "demo", file);
      state.setMeta("seeded", "yes");
    });
    const running = await listen(state, { port, log, heard });
    let ended: Promise<void> | undefined;
    const end = async () => {
      await running.close();
      state.close();
    };
    return { ready: describe(state, running.origin), [Symbol.asyncDispose]: () => (ended ??= end()) };
  } catch (error) {
    state.close();
    throw error;
  }
}

function describe(state: State, origin: string): Ready {
  return {
    ready: true,
    authUrl: origin + prefixes.auth,
    formsApiUrl: origin + prefixes.forms,
    formsAppUrl: origin + prefixes.app,
    auditApiUrl: origin + prefixes.audit,
    statisticsApiUrl: origin + prefixes.statistics,
    signingApiUrl: origin + prefixes.signing,
    archiveApiUrl: origin + prefixes.archive,
    documentsApiUrl: origin + prefixes.documents,
    clients: listClients(state).map(({ id, name, type, scope, companyName }) => ({
      name,
      type,
      scope,
      clientId: id,
      clientSecret: clientSecret(state, id),
      company: companyName,
    })),
    controlUrl: origin + prefixes.control,
    controlSecret: state.secret("control"),
    demo: demoIds,
  };
}
