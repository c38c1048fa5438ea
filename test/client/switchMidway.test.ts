/**
 * Two companies with the same ids, and a window that switches from one to the other at every moment of a command: while
 * a dialog is open, while the catalog searches, while the service responds. What a person answered for the first
 * company never reaches the second company. The command is refused, and the refusal names the first company.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connections } from "../../client/connections/connections.ts";
import type { Session } from "../../client/connections/session.ts";
import type * as OwnerModule from "../../client/connections/ownerModel.ts";
import type * as ContractModule from "../../client/contract/registerContract.ts";
import { commands } from "../../client/identifiers.ts";
import { openJournal } from "../../authoring/guard/journal.ts";
import type { LanguageServer } from "../../client/languageServer.ts";
import type * as WorklistModule from "../../client/library/languages/worklist.ts";
import type * as BulkModule from "../../client/library/plans/bulkCommands.ts";
import type * as CommandsModule from "../../client/calls/commands.ts";
import type * as SendDocumentModule from "../../client/documents/distribution/sendDocument.ts";
import type * as FormModule from "../../client/forms/formCommands.ts";
import type * as FolderModule from "../../client/library/tree/folderCommands.ts";
import type * as LibraryModule from "../../client/library/library.ts";
import type * as NewTextModule from "../../client/library/tree/newText.ts";
import type * as SendModule from "../../client/requestFiles/sendCommand.ts";
import type * as TextModule from "../../client/library/tree/textCommands.ts";
import type * as ViewModule from "../../client/library/tree/viewCommands.ts";
import type * as WorkModule from "../../client/library/tree/workCommands.ts";
import { begin, EventEmitter, inOwnWindow, messages, run } from "./ownVscode.ts";

const { sessionHere, sessionOf, OtherLibrary } = await inOwnWindow<typeof OwnerModule>(
  "client/connections/ownerModel.ts",
);
const { createLibrary } = await inOwnWindow<typeof LibraryModule>("client/library/library.ts");
const { newTexts } = await inOwnWindow<typeof NewTextModule>("client/library/tree/newText.ts");
const { registerBulkCommands } = await inOwnWindow<typeof BulkModule>("client/library/plans/bulkCommands.ts");
const { registerCommand } = await inOwnWindow<typeof CommandsModule>("client/calls/commands.ts");
const { documentSender } = await inOwnWindow<typeof SendDocumentModule>(
  "client/documents/distribution/sendDocument.ts",
);
const { registerFormCommands } = await inOwnWindow<typeof FormModule>("client/forms/formCommands.ts");
const { registerContract } = await inOwnWindow<typeof ContractModule>("client/contract/registerContract.ts");
const { registerFolderCommands } = await inOwnWindow<typeof FolderModule>("client/library/tree/folderCommands.ts");
const { sender } = await inOwnWindow<typeof SendModule>("client/requestFiles/sendCommand.ts");
const { registerTextCommands } = await inOwnWindow<typeof TextModule>("client/library/tree/textCommands.ts");
const { registerViewCommands } = await inOwnWindow<typeof ViewModule>("client/library/tree/viewCommands.ts");
const { registerWorkCommands } = await inOwnWindow<typeof WorkModule>("client/library/tree/workCommands.ts");
const { registerWorklists } = await inOwnWindow<typeof WorklistModule>("client/library/languages/worklist.ts");

type Name = "north" | "south";

const folder = { id: "f", name: "Letters", code: "", parentFolderId: null, isDefault: false };
const other = { ...folder, id: "g", name: "Forms", code: "forms" };
const text = {
  id: "t",
  folderId: "f",
  code: "greeting",
  name: "",
  description: "",
  contentType: 0,
  isPublic: true,
  defaultLanguage: "en",
  languages: { state: "known", value: ["en"] },
};
const whole = { ...text, languages: undefined, translations: { en: { content: "Hello" } } };
const owner = (name: Name) => ({ identity: `of ${name}`, connection: name });
const rowOf = (name: Name) => ({ kind: "text", folder, text, owner: owner(name) });
const folderRow = { kind: "folder", folder, owner: owner("north") };

/** The language server's responses; they are the same for both companies. */
const answers: Readonly<Record<string, unknown>> = {
  "smartform/folders": { known: true, folders: [folder, other] },
  "smartform/texts": { known: true, texts: [text] },
  "smartform/uses": { known: true, uses: [], documents: [], smartforms: [] },
  "smartform/languages": ["en", "sv"],
  "smartform/holding": { known: true, textIds: ["t"] },
  "smartform/contract": { title: "Greeting", content: "{}", complete: true },
  "smartform/languageProgress": { known: true, languages: ["sv"], folders: [] },
  "smartform/worklist": { known: true, total: 0, texts: [] },
};
const emptyFolder = { ...answers, "smartform/texts": { known: true, texts: [] } };

interface Row {
  readonly name: string;
  readonly command: string;
  readonly given: readonly unknown[];
  /** Answers to messages, lists and boxes, in order. */
  readonly says: readonly unknown[];
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The command's effect in its library if the window does not switch. */
  readonly does: string;
}

interface Played {
  readonly done: Readonly<Record<Name, readonly string[]>>;
  /** What was done in the first company, and the messages. `refusal`: the message that refused the command. */
  readonly came: readonly string[];
  readonly refusal: string | undefined;
  readonly moments: number;
  /** The moment of the person's last answer. */
  readonly answered: number;
}

const rows: readonly Row[] = [
  {
    name: "replaces words in a folder",
    command: commands.replaceInTexts,
    given: [folderRow],
    says: ["Hello", "Hi", "Match letter case", "Every language", "Replace All"],
    does: "plan carried out",
  },
  {
    name: "replaces words in a folder that is picked",
    command: commands.replaceInTexts,
    given: [],
    says: [
      "A folder and its subfolders…",
      "Letters",
      "Hello",
      "Hi",
      "Match letter case",
      "Every language",
      "Replace All",
    ],
    does: "plan carried out",
  },
  {
    name: "changes fields",
    command: commands.changeTexts,
    given: [rowOf("north")],
    says: ["Not public"],
    does: "plan offered",
  },
  {
    name: "deletes a text",
    command: commands.deleteText,
    given: [rowOf("north")],
    says: [{ title: "Delete the Text" }],
    does: "textlibrary.texts.delete",
  },
  {
    name: "deletes a folder",
    command: commands.deleteFolder,
    given: [folderRow],
    says: [{ title: "Delete the Folder" }],
    answers: emptyFolder,
    does: "textlibrary.folders.delete",
  },
  {
    name: "deletes a folder that is picked",
    command: commands.deleteFolder,
    given: [],
    says: ["Letters", { title: "Delete the Folder" }],
    answers: emptyFolder,
    does: "textlibrary.folders.delete",
  },
  {
    name: "renames a folder without a code",
    command: commands.renameFolder,
    given: [folderRow],
    says: ["Rename Anyway", "Post"],
    does: "plan offered",
  },
  {
    name: "gives a folder a code",
    command: commands.setFolderCode,
    given: [folderRow],
    says: ["post"],
    does: "plan offered",
  },
  { name: "moves a text", command: commands.moveText, given: [rowOf("north")], says: ["Forms"], does: "plan offered" },
  {
    name: "renames a text",
    command: commands.renameText,
    given: [rowOf("north")],
    says: ["Code", "salute"],
    does: "plan offered",
  },
  {
    name: "duplicates a text",
    command: commands.duplicateText,
    given: [rowOf("north")],
    says: ["copy"],
    does: "textlibrary.texts.create",
  },
  {
    name: "makes a text",
    command: commands.newText,
    given: [],
    says: ["Letters", "fresh", "Plain text", "en"],
    does: "textlibrary.texts.create",
  },
  {
    name: "makes a text of a code action",
    command: commands.carryOut,
    given: [
      {
        owner: { name: "north", owner: "of north" },
        uri: "file:///a.sft",
        version: 1,
        work: { do: "create-text", folderId: "f", code: "x", contentType: 0, language: "en" },
      },
    ],
    says: ["Plain text"],
    does: "textlibrary.texts.create",
  },
  {
    name: "shows a contract",
    command: commands.showContract,
    given: [rowOf("north")],
    says: ["JSON Schema"],
    does: "opened",
  },
  {
    name: "walks through translations",
    command: commands.workThroughTranslations,
    given: [],
    says: ["sv", "Missing"],
    does: 'No text of the library is on the list "Missing" in sv.',
  },
];

describe("a window that switches to another company", () => {
  let disk: string;
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), "smartform-switch-"));
  });
  afterEach(() => rm(disk, { recursive: true }));

  /**
   * Runs the command; the window switches at moment number `turnAt`. Resolves with what was done in each company, and
   * with the messages.
   */
  async function play(
    { command, given, says, answers: said = answers }: Pick<Row, "command" | "given" | "says" | "answers">,
    turnAt: number,
    inUse: Name = "north",
  ): Promise<Played> {
    const done: Record<Name, string[]> = { north: [], south: [] };
    let answered = 0;
    const changed = new EventEmitter<void>();
    let moments = 0;
    const moment = (): void => {
      if (moments === turnAt) {
        inUse = inUse === "north" ? "south" : "north";
        changed.fire();
      }
      moments += 1;
    };
    const sessionOn = (name: Name): Session =>
      ({
        name,
        identity: `of ${name}`,
        host: "service.example",
        environment: undefined,
        sandbox: false,
        api: {
          connection: { authUrl: "https://auth.example", formsApiUrl: "https://service.example", clientId: "c" },
          async call(operation: string, { body }: { readonly body?: object }): Promise<unknown> {
            done[name].push(operation);
            moment();
            if (operation === "textlibrary.folders.list") return [folder, other];
            return operation.endsWith(".delete") ? undefined : { ...whole, ...body };
          },
        },
      }) as unknown as Session;
    const ways = {
      current: async () => sessionOn(inUse),
      namesOf: (identity: string) => [identity.slice(3)],
      named: async (name: string) => sessionOn(name as Name),
    };
    const connections = {
      session: async (options?: { readonly owner: OwnerModule.Owner }) =>
        options === undefined ? sessionOn(inUse) : sessionOf(ways, options.owner),
      here: (whose: OwnerModule.Owner) => sessionHere(ways, whose),
      isCurrent: ({ identity }: OwnerModule.Owner) => identity === `of ${inUse}`,
      onDidChange: changed.event,
      get current() {
        return inUse;
      },
    } as unknown as Connections;
    const server = {
      async request(
        method: string,
        _params: object,
        { of }: { readonly of?: OwnerModule.Owner } = {},
      ): Promise<unknown> {
        moment();
        // A request without an owner is answered from the window's library, as in the real server.
        if (of !== undefined && of.identity !== `of ${inUse}`) throw new OtherLibrary(of, inUse);
        // A refresh only reads, so it is not recorded.
        if (method !== "smartform/refresh") done[inUse].push(method);
        moment();
        return said[method];
      },
      notify: () => undefined,
      onNotification: () => ({ dispose: () => undefined }),
    } as unknown as LanguageServer;
    const log = { info() {}, warn() {}, error() {}, debug() {}, show() {} };
    const asked = createLibrary(server);
    const tree = {
      selected: async () => undefined,
      allSelected: async () => [],
      update() {},
      onDidChangeVisibility: () => undefined,
    };
    const plans = {
      offer: async ({ name, identity }: Session) =>
        void done[(await connections.here({ identity, connection: name })).name as Name].push("plan offered"),
      carryOut: async (_: unknown, { connection }: OwnerModule.Owner) =>
        void done[connection as Name].push("plan carried out"),
    };
    const files = {
      onDidSave: new EventEmitter<void>().event,
      knownOf: () => undefined,
      deleted() {},
      save: async () => ({ state: "saved" }),
    };
    const sides = { show: (content: string) => content, open: async () => void done.north.push("opened") };
    using journal = openJournal(join(disk, `journal ${turnAt}`));
    const services = { connections, server, log };
    const parts = {
      library: asked,
      tree,
      plans,
      files,
      sides,
      journal,
      texts: newTexts(
        services as unknown as Parameters<typeof newTexts>[0],
        { tree, journal } as unknown as Parameters<typeof newTexts>[1],
      ),
      bringBack: {},
      surveys: {},
      drag: { onDidDrop: () => undefined },
    };
    registerBulkCommands(services as never, parts as never);
    registerFolderCommands(services as never, parts as never);
    registerTextCommands(services as never, parts as never);
    registerViewCommands(services as never, parts as never);
    registerWorkCommands(services as never, parts as never);
    registerContract(services as never, sides as never);
    registerFormCommands({ ...services, panels: { knows() {} } } as never, {} as never);
    const { run: send } = sender(services as never, {} as never);
    registerCommand(log as never, commands.sendRequest, send);
    const sendDocument = documentSender(
      { services, choices: { of: () => ({ environment: "Test" }) } } as never,
      async () => void done[inUse].push("sent"),
    );
    registerCommand(log as never, commands.distribute, (argument) => sendDocument(argument));
    registerWorklists(services as never, { library: asked, files, selected: async () => undefined } as never);
    begin(
      ...says.map((answer) => () => {
        answered = moments;
        moment();
        return answer;
      }),
    );
    await run(command, ...given);
    const told = messages().map(({ words }) => words);
    return {
      done,
      came: [...done.north, ...told],
      refusal: told.find((words) => words.startsWith("This belongs to ")),
      moments,
      answered,
    };
  }

  for (const row of rows) {
    it(`${row.name}, or is refused by name`, async () => {
      const { came, moments, answered } = await play(row, -1);
      assert.ok(came.includes(row.does), came.join("\n"));
      for (let turnAt = 0; turnAt < moments; turnAt += 1) {
        const turned = await play(row, turnAt);
        assert.deepEqual(turned.done.south, [], `at ${turnAt}`);
        // Once the last question is answered, the command may finish.
        if (turnAt > answered && turned.came.includes(row.does)) continue;
        assert.ok(!turned.came.includes(row.does), `at ${turnAt}: ${turned.came.join("\n")}`);
        assert.equal(
          turned.refusal,
          "This belongs to north, and this window is connected to south. Nothing was done. Switch to north and try again.",
          `at ${turnAt}: ${turned.came.join("\n")}`,
        );
      }
    });
  }

  const picked = { given: [], says: ["picked"] };
  const early: readonly (readonly [what: string, Pick<Row, "command" | "given" | "says">, turnAt: number])[] = [
    [
      "makes no test form of a request that was picked for another company",
      { ...picked, command: commands.createForm },
      0,
    ],
    ["sends no request that was picked for another company", { ...picked, command: commands.sendRequest }, 0],
    ["distributes nothing that was picked for another company", { ...picked, command: commands.distribute }, 0],
    [
      "distributes no row of another company",
      {
        command: commands.distribute,
        given: [{ metaFile: "Letters", document: "Claim", owner: owner("north") }],
        says: [],
      },
      -1,
    ],
  ];
  for (const [what, row, turnAt] of early) {
    it(what, async () => {
      const { done, refusal } = await play(row, turnAt, turnAt < 0 ? "south" : "north");
      assert.deepEqual(
        [done, refusal],
        [
          { north: [], south: [] },
          "This belongs to north, and this window is connected to south. Nothing was done. Switch to north and try again.",
        ],
      );
    });
  }

  const mixed = [rowOf("north"), rowOf("south")];
  for (const command of [commands.moveText, commands.changeTexts, commands.replaceInTexts, commands.addFavourite]) {
    it(`accepts no texts of two companies at once, whose ids are the same: ${command}`, async () => {
      for (const selection of [mixed, mixed.toReversed()]) {
        const { done } = await play({ command, given: [selection[0], selection], says: [] }, -1);
        assert.deepEqual(
          [done, messages().map(({ words }) => words)],
          [
            { north: [], south: [] },
            [
              "This belongs to south, and this window is connected to north. Nothing was done. Switch to south and try again.",
            ],
          ],
        );
      }
    });
  }

  it("carries out no code action that was found in the library of another company", async () => {
    const given = [
      {
        owner: { name: "south", owner: "of south" },
        uri: "file:///a.sft",
        version: 1,
        work: { do: "set-folder-code", folderId: "f" },
      },
    ];
    const { done } = await play({ command: commands.carryOut, given, says: [] }, -1);
    assert.deepEqual([done, messages().length], [{ north: [], south: [] }, 1]);
  });
});
