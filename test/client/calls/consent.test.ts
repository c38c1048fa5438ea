/**
 * The ticket dialog, for every operation that can do harm: what the dialog names, that nothing happens without an
 * answer, and that a yes is valid for one call only. Only VS Code's window is faked, so that the dialog's own code runs
 * unchanged.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { createApi, effectOf, operationOf, operations, receiversOf } from "../../../api/index.ts";
import type { Api, OperationId, Ticket } from "../../../api/index.ts";
import type { AnyRequest } from "../../../api/http/prepare.ts";
import type { ConsentRequest } from "../../../client/calls/consent.ts";
import { visible } from "../../../language/words/visible.ts";
import { root } from "../../../scripts/root.mjs";
import { prepareRequests } from "../../faults/requests.ts";
import type { Requests } from "../../faults/requests.ts";
import { clientOf, startWorld } from "../../faults/world.ts";
import type { World } from "../../faults/world.ts";

/** The dialogs and boxes that VS Code should show, and the person's answers. */
interface Played {
  readonly dialogs: {
    readonly question: string;
    readonly modal: boolean;
    readonly detail: string;
    readonly buttons: readonly string[];
  }[];
  readonly boxes: { readonly accepts: readonly string[] }[];
  readonly copied: string[];
  press: (buttons: readonly { readonly title: string }[]) => unknown;
  type: string | undefined;
}

const person: Played = { dialogs: [], boxes: [], copied: [], press: () => undefined, type: undefined };

const unused = async (): Promise<undefined> => assert.fail("The dialog is a warning, and nothing else is asked.");
const env = { clipboard: { writeText: async (words: string) => person.copied.push(words) } };
const window = {
  showInformationMessage: unused,
  showErrorMessage: unused,
  showQuickPick: unused,
  withProgress: unused,
  setStatusBarMessage: (words: string) => assert.match(words, /Nothing else was done/),
  showWarningMessage: async (
    question: string,
    { modal, detail }: { readonly modal: boolean; readonly detail: string },
    ...buttons: readonly { readonly title: string }[]
  ) => {
    person.dialogs.push({ question, modal, detail, buttons: buttons.map(({ title }) => title) });
    return person.press(buttons);
  },
  showInputBox: async ({ validateInput }: { readonly validateInput: (value: string) => Promise<unknown> }) => {
    const tried = ["", "production", "PRODUCTION", "Production ", "yes", "Test", "Production"];
    const accepts: string[] = [];
    for (const value of tried) if ((await validateInput(value)) === undefined) accepts.push(value);
    person.boxes.push({ accepts });
    return person.type;
  },
};

/**
 * Operations that may need a ticket. If the payload decides whether a ticket is needed, the test uses a payload that
 * reaches somebody.
 */
const ticketed: ReadonlySet<string> = new Set(["configuration", "destroy", "reaches-people"]);
const harmful = (Object.keys(operations) as OperationId[]).filter(
  (id) => typeof operationOf(id).effect === "function" || ticketed.has(effectOf(id, {})),
);

async function requestFor(requests: Requests, operation: OperationId): Promise<AnyRequest> {
  const request = await requests.of(operation);
  return ticketed.has(effectOf(operation, request))
    ? request
    : { ...request, body: { ...(request.body as object), webhook: "https://hook.example/a" } };
}

/**
 * Returns the request with one string changed. This is the first string of more than two characters in the body or, if
 * the body has none, in the path. Fails if there is no such string.
 */
function withOneByteMore(request: AnyRequest): AnyRequest {
  let changed = false;
  const change = (value: unknown): unknown => {
    if (changed) return value;
    if (typeof value === "string" && value.length > 2) {
      changed = true;
      // A changed time or base64 string stays valid, so that the request is refused because of its ticket, not because
      // of its schema.
      return /^\d{4}-\d\d-\d\dT/.test(value)
        ? new Date(Date.parse(value) + 1).toISOString()
        : /^[\w+/]+={0,2}$/.test(value) && value.length % 4 === 0
          ? `${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`
          : `${value}x`;
    }
    if (Array.isArray(value)) return value.map(change);
    return typeof value === "object" && value !== null && !(value instanceof Uint8Array)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
      : value;
  };
  const body = change(request.body);
  const path = change(request.path) as AnyRequest["path"];
  assert.ok(changed, "There is something to change.");
  return { ...request, ...(request.body !== undefined && { body }), ...(path && { path }) };
}

describe("the ticket dialog", function () {
  this.timeout(60_000);
  let world: World;
  let requests: Requests;
  let askConsent: (request: ConsentRequest) => Promise<Ticket | undefined>;
  let apis: ReadonlyMap<string, Api>;

  before(async () => {
    const hooks = registerHooks({
      resolve: (specifier, context, next) =>
        specifier === "vscode"
          ? {
              url: "data:text/javascript,export const { env, window } = globalThis[Symbol.for('smartform.played')];",
              shortCircuit: true,
            }
          : next(specifier, context),
    });
    Object.assign(globalThis, { [Symbol.for("smartform.played")]: { env, window } });
    ({ askConsent } = await import("../../../client/calls/consent.ts"));
    hooks.deregister();
    world = await startWorld();
    requests = await prepareRequests(world);
    apis = new Map(
      (["standard", "audit"] as const).map((client) => [
        client,
        createApi({ connection: world.connection(client), secret: async () => world.secret(client) }),
      ]),
    );
  });

  after(async () => {
    for (const api of apis.values()) await api.close();
    await world[Symbol.asyncDispose]();
  });

  beforeEach(() => {
    person.dialogs.length = person.boxes.length = 0;
    person.press = () => undefined;
    person.type = undefined;
  });

  const apiOf = (operation: OperationId): Api => apis.get(clientOf(operation)) ?? assert.fail("There is a client.");
  const ask = (
    operation: OperationId,
    request: AnyRequest,
    { asked = "Do it?", ...more }: { readonly asked?: string } & Readonly<Record<string, unknown>> = {},
  ): Promise<Ticket | undefined> =>
    askConsent({
      ...request,
      ...more,
      operation,
      session: {
        name: "strandby",
        sandbox: false,
        isTemporary: false,
        host: "elsewhere.example",
        environment: undefined,
        identity: "x",
        api: apiOf(operation),
        bulkApi: apiOf(operation),
      },
      question: asked,
      consequences: ["It cannot be undone."],
      yes: "Do It",
    });
  const call = (operation: OperationId, request: AnyRequest, ticket?: Ticket): Promise<unknown> =>
    (apiOf(operation).call as (operation: OperationId, request: AnyRequest, options: object) => Promise<unknown>)(
      operation,
      request,
      { ticket },
    );
  const yes = (buttons: readonly { readonly title: string }[]): unknown =>
    buttons.find(({ title }) => title === "Do It");

  for (const operation of harmful) {
    it(`${operation}: names where, what and whom, does nothing automatically, and its yes is for this one call`, async () => {
      const request = await requestFor(requests, operation);
      const { name, environment: place } = operationOf(operation);
      assert.equal(await ask(operation, request), undefined, "Escape is no");
      const [dialog] = person.dialogs;
      assert.ok(dialog);
      assert.equal(dialog.modal, true);
      assert.deepEqual(dialog.buttons, ["Copy Details", "Do It"], "the first button is the one that Enter presses");
      const lines = dialog.detail.split("\n");
      const { host } = new URL(world.ready.formsApiUrl);
      for (const line of [`Operation: ${name}`, `Host: ${host}`, "Connection: strandby", "It cannot be undone."])
        assert.ok(lines.includes(line), line);
      assert.ok(
        lines.some(
          (line) =>
            line.startsWith("Environment: ") &&
            (place === "none" || request.environment === undefined || line.endsWith(request.environment)),
        ),
      );
      const receivers = receiversOf(operation, request);
      if (effectOf(operation, request) === "reaches-people" && receivers.length === 0)
        assert.equal(operation, "documents.sessions.discard", "only the callback of its sender hears of it");
      for (const receiver of receivers) assert.ok(lines.includes(`  ${visible(receiver)}`), receiver);
      if (receivers.length > 0) assert.ok(lines.includes(`Receivers (${receivers.length}):`));

      for (const answer of [undefined, { title: "Copy Details" }, "Do It", true, { title: "do it" }, {}]) {
        person.press = () => answer;
        assert.equal(await ask(operation, request), undefined, `no ticket for ${JSON.stringify(answer)}`);
      }
      assert.deepEqual(person.copied.splice(0), [`${dialog.question}\n\n${dialog.detail}\n`]);
      await assert.rejects(call(operation, request), { code: "ticket-refused", outcome: "none" });

      person.press = yes;
      const other = await ask(operation, request);
      await assert.rejects(
        call(operation, withOneByteMore(request), other),
        { code: "ticket-refused", outcome: "none" },
        "one byte changed",
      );
      await assert.rejects(
        call(operation, request, other),
        { code: "ticket-refused", outcome: "none" },
        "and the ticket is spent",
      );
      const ticket = await ask(operation, request);
      await call(operation, request, ticket);
      await assert.rejects(
        call(operation, request, ticket),
        { code: "ticket-refused", outcome: "none" },
        "one call for one ticket",
      );
    });

    if (operationOf(operation).environment === "none") continue;
    it(`${operation}: requires typing the name of Production`, async () => {
      const request = { ...(await requestFor(requests, operation)), environment: "Production" } as AnyRequest;
      person.press = yes;
      for (const typed of [undefined, "", "production", "Production ", "Test"]) {
        person.type = typed;
        assert.equal(await ask(operation, request), undefined, `no ticket for ${JSON.stringify(typed)}`);
      }
      assert.deepEqual(person.boxes[0]?.accepts, ["Production"]);
      person.type = "Production";
      assert.ok(await ask(operation, request));
    });
  }

  it("requires typing the name of Production if one of the forms to delete is filed there, though the call names no environment (T73)", async () => {
    person.press = yes;
    person.type = "yes";
    const request = await requestFor(requests, "forms.deleteBulk");
    assert.ok(await ask("forms.deleteBulk", request, { filedUnder: ["Test"] }));
    assert.equal(person.boxes.length, 0);
    assert.equal(await ask("forms.deleteBulk", request, { filedUnder: ["Test", "production"] }), undefined);
    person.type = "Production";
    await call(
      "forms.deleteBulk",
      request,
      await ask("forms.deleteBulk", request, { filedUnder: ["Test", "production"] }),
    );
  });

  it("asks on one line, whatever a name in the question contains", async () => {
    await ask("textlibrary.texts.delete", await requestFor(requests, "textlibrary.texts.delete"), {
      asked: 'Delete "x\n\nNothing is deleted."?',
    });
    assert.equal(person.dialogs[0]?.question, 'Delete "x\\u{a}\\u{a}Nothing is deleted."?');
  });

  it("has every operation of a harmful class", () => assert.ok(harmful.length >= 25, String(harmful.length)));

  it("accepts no answer from its caller: no argument replaces the person", async () => {
    const claims = {
      ticket: {},
      consent: true,
      confirmed: true,
      answer: "Do It",
      choice: { title: "Do It" },
      force: true,
      silent: true,
      modal: false,
      typed: "Production",
      settings: { confirm: false },
    };
    const { id } = (await requestFor(requests, "textlibrary.texts.delete")).path ?? {};
    assert.equal(await ask("textlibrary.texts.delete", { path: { id: id ?? "" } }, claims), undefined);
    assert.equal(person.dialogs.length, 1);
    assert.equal(person.dialogs[0]?.modal, true);
  });

  it("cannot be answered by a setting, a task, a link or a workspace", () => {
    const read = (path: string): string => readFileSync(join(root, path), "utf8");
    const { contributes, activationEvents } = JSON.parse(read("package.json")) as {
      readonly contributes: Readonly<Record<string, unknown>>;
      readonly activationEvents: readonly string[];
    };
    for (const path of [
      "client/calls/consent.ts",
      "client/calls/consentModel.ts",
      "client/calls/carryOut.ts",
      "client/calls/carryOutModel.ts",
      "api/http/ticket.ts",
    ]) {
      assert.doesNotMatch(
        read(path),
        /getConfiguration|workspaceState|globalState|process\.env|workspaceFolders|readFile|from "vscode"/,
        `${path} asks nobody but the person`,
      );
    }
    assert.deepEqual(
      ["taskDefinitions", "uriHandlers", "chatParticipants", "languageModelTools", "authentication"].filter(
        (name) => name in contributes,
      ),
      [],
    );
    assert.deepEqual(
      activationEvents.filter((event) => /^on(Uri|Task)/.test(event)),
      [],
    );
    const settings = Object.keys((contributes["configuration"] as { readonly properties: object }).properties);
    assert.deepEqual(
      settings.filter((name) => /confirm|consent|ticket|ask|silent|force|receiver/i.test(name)),
      [],
    );
    assert.doesNotMatch(read("schemas/smartform.schema.json"), /confirm|consent|ticket|receiver/i);
  });
});
