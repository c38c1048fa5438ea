/**
 * The sandbox, the settings and the files for the crawl's window. The sandbox holds at least one thing of every kind.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { effectOf, readOutcome, requestFileOperations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";
import { startWorld } from "../faults/world.ts";
import type { World } from "../faults/world.ts";
import { prepareRequests } from "../faults/requests.ts";
import { root } from "../../scripts/root.mjs";
import type { Handed } from "./suite/crawl/service.ts";

export interface CrawlWorld extends AsyncDisposable {
  readonly handed: Handed;
  readonly settings: Readonly<Record<string, unknown>>;
}

export async function startCrawlWorld({ whole, only }: Pick<Handed, "whole" | "only">): Promise<CrawlWorld> {
  const world = await startWorld();
  const requests = await prepareRequests(world);
  const { ready } = world;
  /**
   * Creates a signing order and resolves with its id. `change` replaces properties of the request's body; the second
   * call uses it to give each signatory a link.
   */
  const create = async (change: object = {}): Promise<string> => {
    const request: AnyRequest = await requests.of("signing.orders.create");
    const outcome = readOutcome(
      (await world.call("signing.orders.create", {
        ...request,
        body: { ...(Object(request.body) as object), ...change },
      })) as Parameters<typeof readOutcome>[0],
    );
    assert.ok(outcome.kind === "created");
    return outcome.id;
  };
  const made = {
    order: await create(),
    form: (await requests.of("forms.read")).path?.["id"] ?? "",
    archived: (await requests.of("archive.download")).path?.["fileId"] ?? "",
    session: (await requests.of("documents.sessions.status")).path?.["dxmlUID"] ?? "",
  };
  await create({ signNowViaUrl: true });
  const files = await harmfulRequests(requests);
  for (const list of ["/ledger", "/outbox"]) await world.control("DELETE", list);
  const {
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  } = world.connection("standard");
  const profile = {
    name: "crawl",
    clientId: ready.clients.find(({ name }) => name === "standard")?.clientId,
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  };
  return {
    handed: { ready, whole, only, files, samples: join(root, "samples"), made },
    settings: { "smartform.connections": [profile] },
    [Symbol.asyncDispose]: () => (world satisfies World)[Symbol.asyncDispose](),
  };
}

/**
 * Resolves with request files, by path: a file for every call that needs a ticket and fits into a request file, and a
 * file for a form that notifies somebody.
 */
async function harmfulRequests(
  requests: Awaited<ReturnType<typeof prepareRequests>>,
): Promise<Readonly<Record<string, string>>> {
  const made: [string, object][] = [];
  const kinds = Object.entries(requestFileOperations).flatMap(([kind, operations]) =>
    operations.map((operation: OperationId) => ({ kind, operation })),
  );
  for (const { kind, operation } of kinds) {
    const request: AnyRequest = await requests.of(operation);
    const body =
      operation === "pdf.createForm"
        ? { ...(Object(request.body) as object), webhook: "https://hooks.example/claims" }
        : request.body;
    // Leaves out calls with files, because the bytes of files are not JSON. The samples contain one such call, a
    // signing order.
    if (
      request.files === undefined &&
      !/^(read|read-by-post|write|maybe-changes)$/.test(effectOf(operation, { ...request, body }))
    )
      made.push([`harmful/${operation}.${kind}.json`, { operation, ...request, body }]);
  }
  const { body } = await requests.of("forms.create");
  return Object.fromEntries(
    [...made, ["forms/loud.form.json", body] as const].map(([path, content]) => [
      path,
      JSON.stringify(content, undefined, 2),
    ]),
  );
}
