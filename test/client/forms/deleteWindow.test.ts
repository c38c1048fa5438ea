/** The questions and messages of a window when forms are deleted. */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import type { Connections } from "../../../client/connections/connections.ts";
import type * as DeleteModule from "../../../client/forms/deleteForms.ts";
import { OpenedForms } from "../../../client/records/openedForms.ts";
import { markerName } from "../../../client/records/formRequestModel.ts";
import { TestForms } from "../../../client/records/testForms.ts";
import type { TestForm } from "../../../client/records/testForms.ts";
import type { KeptState } from "../../../client/window/keptState.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { permitTicket } from "../../sandbox/permits.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";
import { begin, inOwnWindow, messages } from "../ownVscode.ts";

const { deleterOfForms } = await inOwnWindow<typeof DeleteModule>("client/forms/deleteForms.ts");

function store(): KeptState {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), update: async (key, value) => void values.set(key, structuredClone(value)) };
}

describe("forms that are deleted in a window", () => {
  let service: Visit;
  let api: Api;
  after(async () => {
    await api.close();
    await service.close();
  });

  it("are deleted and counted once, even if two rows of one form are selected", async () => {
    service = await visit();
    api = apiOf(service.ready);
    const owner = { connection: "acme", identity: "service and client" };
    const { id } = await api.call("forms.create", {
      environment: "Test",
      body: {
        dialogDefinitionId: service.ready.demo.smartforms.multiStep,
        values: {},
        externalMetaData: { [markerName]: "m-1" },
      },
    });
    const made: TestForm & { readonly formId: string } = {
      ...owner,
      marker: "m-1",
      smartformId: "s",
      smartformName: "claim",
      environment: "Test",
      textLibraryFolder: null,
      at: "2026-01-01T00:00:00Z",
      state: "made",
      formId: id,
    };
    const forms = new TestForms(store());
    await forms.put(made);
    const connections = {
      session: async () => ({ name: "acme", identity: owner.identity, host: "sandbox", sandbox: true, api }),
    } as unknown as Connections;
    const inProgress = {
      ...owner,
      formId: id,
      environment: null,
      smartformId: null,
      smartformName: "",
      textLibraryFolder: null,
      marker: null,
    };
    begin(() => {
      permitTicket("DELETE", `${service.ready.formsApiUrl}/Integrations/dialogvalues/${id}`);
      return { title: "Delete the Form" };
    });
    const gone: string[] = [];
    const deleted = (those: readonly { readonly formId: string }[]): void =>
      void gone.push(...those.map(({ formId }) => formId));
    await deleterOfForms(connections, { forms, opened: new OpenedForms(store()), changed: () => undefined, deleted })([
      made,
      inProgress,
    ]);
    assert.deepEqual(gone, [id]);
    assert.deepEqual(
      messages().map(({ words }) => words),
      ["Delete the test form of claim?", `Deleted the form claim (${id}).`],
    );
    const ledger = (await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string }[];
    assert.deepEqual(
      ledger.map(({ operation }) => operation).filter((operation) => operation.startsWith("forms.delete")),
      ["forms.delete"],
    );
  });

  it("are deleted by one call, however many there are, after one question", async () => {
    await service.control("POST", "/reset");
    const own = apiOf(service.ready);
    const forms = new TestForms(store());
    const made = await Promise.all(
      Array.from({ length: 101 }, async (_, index) => {
        const marker = `m-${index}`;
        const { id } = await own.call("forms.create", {
          environment: "Test",
          body: {
            dialogDefinitionId: service.ready.demo.smartforms.multiStep,
            values: {},
            externalMetaData: { [markerName]: marker },
          },
        });
        return {
          connection: "acme",
          identity: "many",
          marker,
          smartformId: "s",
          smartformName: "claim",
          environment: "Test",
          textLibraryFolder: null,
          at: "2026-01-01T00:00:00Z",
          state: "made",
          formId: id,
        } as const;
      }),
    );
    for (const form of made) await forms.put(form);
    // The service deletes many forms in the background. Its clock is advanced, so that the test does not wait.
    const call: typeof own.call = async (operation, ...rest) => {
      const answer = await own.call(operation, ...rest);
      if (operation === "forms.deleteBulk") await service.control("POST", "/clock", { advanceMs: 60_000 });
      return answer;
    };
    const connections = {
      session: async () => ({ name: "acme", identity: "many", host: "sandbox", sandbox: true, api: { ...own, call } }),
    } as unknown as Connections;
    begin(() => {
      permitTicket("DELETE", `${service.ready.formsApiUrl}/Integrations/dialogvalues/bulk`);
      return { title: "Delete 101 Forms" };
    });
    await deleterOfForms(connections, {
      forms,
      opened: new OpenedForms(store()),
      changed: () => undefined,
      deleted: () => undefined,
    })(made);
    await own.close();
    assert.deepEqual(
      messages().map(({ words }) => words),
      [
        "Delete 101 test forms?",
        `Deleted 101 forms: ${made
          .slice(0, 5)
          .map(({ formId }) => `claim (${formId})`)
          .join(", ")} and 96 more.`,
      ],
    );
    const ledger = (await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string }[];
    assert.deepEqual(
      ledger.map(({ operation }) => operation).filter((operation) => operation.startsWith("forms.delete")),
      ["forms.deleteBulk"],
    );
  });
});
