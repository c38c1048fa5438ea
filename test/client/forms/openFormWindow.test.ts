/** A form that is opened by its id belongs to the company that the box named. */
import assert from "node:assert/strict";
import { ApiError } from "../../../api/index.ts";
import type { Connections } from "../../../client/connections/connections.ts";
import { sessionHere } from "../../../client/connections/ownerModel.ts";
import type * as OpenModule from "../../../client/forms/openById.ts";
import type * as PickModule from "../../../client/forms/pickForm.ts";
import { OpenedForms } from "../../../client/records/openedForms.ts";
import { TestForms } from "../../../client/records/testForms.ts";
import type { TestForm } from "../../../client/records/testForms.ts";
import type { KeptState } from "../../../client/window/keptState.ts";
import { begin, inOwnWindow, window } from "../ownVscode.ts";

const { openerById } = await inOwnWindow<typeof OpenModule>("client/forms/openById.ts");

const { formPicker } = await inOwnWindow<typeof PickModule>("client/forms/pickForm.ts");

const guid = "9c7e2b10-3f64-4b8e-8d21-6a0f5e3c2001";

function store(): KeptState {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), update: async (key, value) => void values.set(key, structuredClone(value)) };
}

describe("a form that is opened by its id", () => {
  let inUse: string;
  let box: { readonly title?: string; readonly validateInput?: (typed: string) => unknown } | undefined;
  /** Returns what the person types in the box; undefined for Escape. */
  let typed: () => string | undefined;
  let calls: string[];
  /** The environments under which the service shows the form; "none" stands for a read without an environment. */
  let shownUnder: readonly string[];
  const { showInputBox } = window;

  beforeEach(() => {
    begin();
    [inUse, box, calls] = ["north", undefined, []];
    shownUnder = ["none", "Development", "Test", "PreProduction", "Production"];
    Object.assign(window, {
      showInputBox: async (options: typeof box) => {
        box = options;
        return typed();
      },
    });
  });
  after(() => {
    Object.assign(window, { showInputBox });
  });

  const api = {
    connection: { formsAppUrl: "https://forms.north.example" },
    call: async (operation: string, { environment }: { readonly environment?: string }) => {
      calls.push(`${inUse} ${operation} ${environment ?? "none"}`);
      if (operation === "forms.read" && !shownUnder.includes(environment ?? "none"))
        throw new ApiError("not-found", operation, "none", "Not there.");
      return operation === "forms.read"
        ? { dialogDefinitionId: "s", externalMetaData: { smartformTest: "m-1" } }
        : { name: "Claim" };
    },
  };
  const session = async () => ({ name: inUse, identity: `service and client of ${inUse}`, api });
  const connections = {
    session,
    here: (owner: Parameters<typeof sessionHere>[1]) =>
      sessionHere({ current: session } as unknown as Parameters<typeof sessionHere>[0], owner),
  } as unknown as Connections;
  const opener = () => {
    const [forms, opened] = [new TestForms(store()), new OpenedForms(store())];
    return { forms, opened, openById: openerById(connections, { forms, opened }) };
  };

  it("is not requested if the window switched to another company while the box was open", async () => {
    typed = () => {
      inUse = "south";
      return guid;
    };
    const { openById, opened } = opener();
    await assert.rejects(openById(), /north.*south/);
    assert.deepEqual([calls, opened.list()], [[], []]);
    assert.equal(box?.title, "Open Form by Its Id · north");
  });

  it("is not requested if the list that led to the box belonged to another company", async () => {
    await assert.rejects(
      opener().openById({ identity: "service and client of south", connection: "south" }),
      /south.*north/,
    );
    assert.equal(box, undefined);
  });

  it("is read under an environment that the person chooses, if the service shows it under several environments but not without one (T72)", async () => {
    typed = () => guid;
    shownUnder = ["Test", "Production"];
    begin(
      (labels) => {
        assert.deepEqual(labels, ["Test", "Production"]);
        return "Production";
      },
      () => undefined,
    );
    const { openById, opened } = opener();
    assert.equal((await openById())?.environment, "Production");
    await opened.forget(opened.list());
    assert.deepEqual([await openById(), opened.list()], [undefined, []], "Escape opens nothing");
  });

  it("is listed, and is recognized as the test form whose answer was lost if its mark proves that", async () => {
    typed = () => ` ${guid} `;
    const { openById, forms, opened } = opener();
    assert.equal((await openById())?.smartformName, "Claim");
    assert.deepEqual(
      opened.list().map(({ formId, identity }) => [formId, identity]),
      [[guid, "service and client of north"]],
    );
    const lost: TestForm = {
      marker: "m-1",
      connection: "north",
      identity: "service and client of north",
      smartformId: "s",
      smartformName: "claim",
      environment: "Test",
      textLibraryFolder: null,
      at: "2026-01-01T00:00:00Z",
      state: "unknown",
      formId: null,
    };
    await forms.put({ ...lost, identity: "service and client of south" });
    assert.equal((await openById())?.marker, null, "another company’s form of the same mark is not this one");
    await forms.put(lost);
    assert.equal((await openById())?.marker, "m-1");
    assert.deepEqual(forms.list().find(({ identity }) => identity === lost.identity)?.formId, guid);
  });
});

describe("the form that a command means", () => {
  const north = { identity: "service and client of north", connection: "north" };
  const made: TestForm = {
    ...north,
    marker: "m-1",
    smartformId: "s",
    smartformName: "claim",
    environment: "Test",
    textLibraryFolder: null,
    at: "2026-01-01T00:00:00Z",
    state: "made",
    formId: "f-1",
  };
  const opened = {
    ...north,
    formId: "f-2",
    environment: null,
    smartformId: null,
    smartformName: "",
    textLibraryFolder: null,
    marker: null,
  };
  const byId = { ...opened, formId: "f-3" };
  const connections = {
    current: "north",
    isCurrent: ({ identity }: { readonly identity: string }) => identity === north.identity,
    session: async () => ({ name: "north", identity: north.identity }),
  } as unknown as Connections;
  let asked: unknown[];

  async function picker({ isEmpty = false } = {}) {
    const [forms, known] = [new TestForms(store()), new OpenedForms(store())];
    if (!isEmpty) {
      await forms.put(made);
      await forms.put({
        ...made,
        marker: "m-2",
        formId: "f-4",
        identity: "service and client of south",
        connection: "south",
      });
      await forms.put({ ...made, marker: "m-3", formId: null });
      await known.put(opened);
    }
    asked = [];
    return formPicker(connections, {
      forms,
      opened: known,
      openById: async (owner) => {
        asked.push(owner);
        return byId;
      },
    });
  }
  let offered: readonly string[];
  const choose =
    (label: string) =>
    (labels: readonly string[]): string => {
      offered = labels;
      return label;
    };

  it("is that of the row, and nobody is asked", async () => {
    begin(() => assert.fail("asked"));
    const { one, several } = await picker();
    assert.equal((await one({ kind: "opened", form: opened }))?.formId, "f-2");
    assert.deepEqual(
      (
        await several({ kind: "form", form: made }, [
          { kind: "form", form: made },
          { kind: "step", form: opened },
          { kind: "inProgress" },
        ])
      ).map(({ formId }) => formId),
      ["f-1", "f-2"],
    );
  });

  it("is one of the listed forms, of every connection, or any other by its id", async () => {
    begin(choose("f-2"), choose("Any form, by its id…"));
    const { one } = await picker();
    assert.equal((await one(undefined))?.formId, "f-2");
    assert.deepEqual(offered, ["claim", "claim", "f-2", "Any form, by its id…"]);
    assert.equal((await one(undefined))?.formId, "f-3");
    assert.deepEqual(asked, [north], "of the library that the list was about");
  });

  it("is one of this connection only if several can be chosen, and none if nothing was picked", async () => {
    begin(choose("claim"), choose("Any form, by its id…"), () => undefined);
    const { several } = await picker();
    assert.deepEqual(
      (await several(undefined, undefined)).map(({ formId }) => formId),
      ["f-1"],
    );
    assert.deepEqual(offered, ["claim", "f-2", "Any form, by its id…"]);
    assert.deepEqual(
      (await several(undefined, undefined)).map(({ formId }) => formId),
      ["f-3"],
    );
    assert.deepEqual(await several(undefined, undefined), []);
  });

  it("is requested by its id at once if no form is listed", async () => {
    begin(() => assert.fail("asked"));
    const { one, several } = await picker({ isEmpty: true });
    assert.deepEqual(
      [(await one(undefined))?.formId, (await several(undefined, undefined)).map(({ formId }) => formId)],
      ["f-3", ["f-3"]],
    );
  });
});
