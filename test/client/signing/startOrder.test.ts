/**
 * Starting a signing order: the checks during typing, what a person reads before the order is sent, and what is known
 * afterwards.
 */
import assert from "node:assert/strict";
import { meaningOf } from "../../../api/requests/meanings.ts";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grantTicket } from "../../sandbox/permits.ts";
import { buildOrder, newOrderToken, readOutcome, receiversOf } from "../../../api/index.ts";
import type { OrderFacts } from "../../../api/index.ts";
import { CallFailed, send } from "../../../client/calls/carryOutModel.ts";
import { readOrder } from "../../../client/records/signingOrdersModel.ts";
import {
  createdWords,
  lookForOrder,
  orderDialog,
  searchWords,
  whyNoOrder,
} from "../../../client/signing/sendOrderModel.ts";
import { forgetSent, recoverSent, rememberSent, sentOrders, sentPlace } from "../../../client/records/sentOrders.ts";
import {
  addressProblem,
  draftProblem,
  draftWords,
  factsOf,
  filesProblem,
  fromLine,
  inLanguage,
  languages,
  newDraft,
  sequenceChoices,
  textLabels,
  textNames,
  textProblem,
  toLine,
} from "../../../client/signing/startOrderModel.ts";
import type { Draft } from "../../../client/signing/startOrderModel.ts";
import {
  idProblem,
  moreOfOrder,
  moreOfSignatory,
  moreProblem,
  webhookProblem,
  webhookPrompt,
} from "../../../client/signing/moreModel.ts";
import { setupOf, setupPage } from "../../../client/signing/setupModel.ts";
import { memory } from "../documents/memory.ts";
import { desk, facts, pdf } from "./desk.ts";
import type { Desk } from "./desk.ts";

const file = { name: "Lease.PDF", bytes: pdf };
const signatory = { emailAddress: " asa@example.com ", firstName: "Åsa", lastName: " ", sequence: "NoOrder" } as const;
const initial = {
  emailSigningSubject: "Subject",
  emailSigningMessage: "Message",
  providerSigningSubject: "Title",
  providerSigningMessage: "At the provider",
};
const draft = (more: Partial<Draft> = {}): Draft => ({
  ...inLanguage(newDraft([file], "sv-SE"), "sv", initial),
  signatories: [signatory],
  ...more,
});

describe("a signing order that is being prepared", () => {
  it("is asked for in the words of the documents, with their names of the places in the order of signing", () => {
    const meaning = (...path: readonly string[]) => meaningOf("signing.orders.create", ["body", ...path]) ?? "";
    for (const name of textNames) assert.ok(meaning(name).startsWith(`${textLabels[name]}, `), name);
    assert.deepEqual(
      sequenceChoices.map(({ label, description }) => `${label}: ${description}`),
      ["No order: NoOrder", "Initial: Initial", 'Depends on "Initial": DependsOnInitial'],
    );
  });

  it("T128 is checked while it is typed, with the documented limit in the message", () => {
    for (const name of ["emailNotificationSubject", "signingNotificationTitle"] as const) {
      assert.equal(textProblem(name, "🖋".repeat(256)), undefined);
      assert.match(
        textProblem(name, "x".repeat(257)) ?? "",
        /at most 256 characters \(API document 2, "Signing order"\)\. It has 257 characters now\.$/,
      );
    }
    for (const name of ["emailNotificationMessage", "signingNotificationMessage"] as const) {
      assert.equal(textProblem(name, "🖋".repeat(8000)), undefined);
      assert.match(textProblem(name, "x".repeat(8001)) ?? "", /at most 8000 characters/);
    }
    for (const name of [...textNames, "packageName"] as const)
      assert.match(textProblem(name, " ") ?? "", /is needed\.$/);
    assert.match(filesProblem([]) ?? "", /takes 1 to 10 files/);
    assert.equal(filesProblem(Array.from({ length: 10 }, () => file)), undefined);
    assert.match(filesProblem(Array.from({ length: 11 }, () => file)) ?? "", /You chose 11\.$/);
    assert.match(
      filesProblem([file, { name: "a.txt", bytes: new Uint8Array(9) }]) ?? "",
      /^Only PDFs can be signed\. a\.txt is not a PDF\.$/,
    );
    assert.deepEqual(languages, "cs da de el en es et fi fr hu is it lt lv nb nl pl pt sv".split(" "));
  });

  it("accepts only valid addresses", () =>
    assert.deepEqual(
      ["a@b", " a@b.c ", "a", "a@", "@b", "a b@c", "a@b@c", ""].map((text) => addressProblem(text) === undefined),
      [true, true, false, false, false, false, false, false],
    ));

  it("is named after its first file, in the editor's language if that is in the list", () => {
    assert.deepEqual(
      [newDraft([file], "sv-SE").packageName, newDraft([file], "sv-SE").language, newDraft([file], "ja").language],
      ["Lease", "sv", "en"],
    );
  });

  it("uses the service's texts in a new language, and keeps those that a person wrote", () => {
    const written = draft({ texts: { ...draft().texts, emailNotificationSubject: "My own" } });
    const { texts, language } = inLanguage(written, "de", {
      emailSigningSubject: "Betreff",
      emailSigningMessage: "Nachricht",
      providerSigningSubject: null,
    });
    assert.deepEqual(
      [language, texts],
      [
        "de",
        {
          emailNotificationSubject: "My own",
          emailNotificationMessage: "Nachricht",
          signingNotificationTitle: "",
          signingNotificationMessage: "",
        },
      ],
    );
  });

  it("says what is missing, and at which step", () => {
    assert.equal(draftProblem(draft()), undefined);
    assert.equal(draftProblem(draft({ packageName: "" }))?.step, "name");
    assert.equal(draftProblem(draft({ texts: { ...draft().texts, emailNotificationMessage: "" } }))?.step, "texts");
    assert.match(draftProblem(draft({ signatories: [] }))?.words ?? "", /At least one signatory/);
    assert.equal(draftWords(draft()), "Lease, 1 signatory, 1 file (72 bytes)");
  });

  it("converts to a one-line box and back", () => {
    for (const text of ["one\ntwo", "C:\\new\\names", "\\n", "\\\\\n", ""]) assert.equal(fromLine(toLine(text)), text);
    assert.equal(toLine("a\r\nb"), "a\\nb");
  });

  it("T124 becomes facts: names trimmed or left out, and a fixed order only if a place in it was chosen", () => {
    const { signatories, useSignatureOrder, ...rest } = factsOf(draft());
    assert.deepEqual(signatories, [
      { emailAddress: "asa@example.com", firstName: "Åsa", lastName: null, signingSequence: "NoOrder" },
    ]);
    assert.equal(useSignatureOrder, false);
    assert.ok(
      !("signNowViaUrl" in rest) &&
        !("distributeSignedDocumentToAllSignatories" in rest) &&
        !("completedWebhookUrl" in rest),
    );
    assert.equal(factsOf(draft({ signatories: [{ ...signatory, sequence: "Initial" }] })).useSignatureOrder, true);
  });

  const rare: Partial<Draft> = {
    signatories: [
      { ...signatory, ownId: " tenant-1 ", personalNumber: " 19121212-1212 ", signViaUrl: true },
      signatory,
    ],
    completedWebhookUrl: " https://hooks.example/done ",
    cancelledWebhookUrl: "https://hooks.example/over",
    archiveFolderId: " folder-7 ",
  };

  it("includes rarely needed values, and leaves out missing ones", () => {
    const { signatories, completedWebhookUrl, cancelledWebhookUrl, archiveFolderId } = factsOf(draft(rare));
    assert.deepEqual(
      [completedWebhookUrl, cancelledWebhookUrl, archiveFolderId],
      ["https://hooks.example/done", "https://hooks.example/over", "folder-7"],
    );
    assert.deepEqual(
      signatories.map(({ id, personalNumber, signViaUrl }) => [id, personalNumber, signViaUrl]),
      [
        ["tenant-1", "19121212-1212", true],
        [undefined, undefined, undefined],
      ],
    );
    const {
      signatories: [plain = assert.fail()],
      ...usual
    } = factsOf(
      draft({
        completedWebhookUrl: " ",
        archiveFolderId: "",
        signatories: [{ ...signatory, ownId: " ", personalNumber: "", signViaUrl: false }],
      }),
    );
    for (const name of ["id", "personalNumber", "signViaUrl"]) assert.ok(!(name in plain), name);
    for (const name of ["completedWebhookUrl", "cancelledWebhookUrl", "archiveFolderId"])
      assert.ok(!(name in usual), name);
  });

  it("checks the author's own id and a webhook by the documented limits, and accepts empty ones", () => {
    assert.deepEqual(["", " ", "tenant-1_A", "x".repeat(64), " a "].map(idProblem), Array(5).fill(undefined));
    for (const wrong of ["x".repeat(65), "Åsa", "a b", "a.b"])
      assert.match(
        idProblem(wrong) ?? "",
        /up to 64 letters, digits, - and _ \(API document 2, "Signing order"\)/,
        wrong,
      );
    assert.deepEqual(
      ["", "https://hooks.example/a?b=c", "http://127.0.0.1:9/x"].map(webhookProblem),
      Array(3).fill(undefined),
    );
    for (const wrong of ["hooks.example", "ftp://hooks.example"]) assert.ok(webhookProblem(wrong), wrong);
  });

  it("describes a webhook's call as the documents do, and shows no sign-in", () => {
    for (const name of ["completedWebhookUrl", "cancelledWebhookUrl"] as const) {
      assert.match(webhookPrompt(name), /by GET, without a body, when the order is (completed|cancelled);/);
      assert.doesNotMatch(webhookPrompt(name), /sign-in/);
    }
  });

  it("is not sent with an unfinished value there", () => {
    assert.equal(moreProblem(draft(rare)), undefined);
    for (const wrong of [
      { completedWebhookUrl: "hooks" },
      { cancelledWebhookUrl: "hooks" },
      { signatories: [signatory, { ...signatory, ownId: "Åsa" }] },
    ]) {
      assert.match(moreProblem(draft(wrong))?.words ?? "", /document 2.*Use "More…" to correct the setting\.$/);
    }
  });

  it("lists its settings, and never a personal number", () => {
    assert.equal(moreOfOrder(draft()), "");
    assert.equal(
      moreOfOrder(draft(rare)),
      "webhook when completed, webhook when cancelled, archive folder, extra settings for 1 signatory",
    );
    assert.equal(moreOfSignatory(signatory), "");
    assert.equal(
      moreOfSignatory({ ...signatory, ownId: "tenant-1", personalNumber: "19121212-1212", signViaUrl: true }),
      "own id tenant-1 · a personal number · a link to sign immediately",
    );
    const { body } = buildOrder(factsOf(draft(rare)), { token: "t" });
    const words = orderDialog(body, [file]).consequences?.join("\n") ?? "";
    assert.match(words, /The order includes the personal numbers of: asa@example\.com\./);
    assert.doesNotMatch(words, /1212/);
    for (const part of [
      /https:\/\/hooks\.example\/done/,
      /https:\/\/hooks\.example\/over/,
      /archive folder folder-7/,
      /Anyone who has the link can immediately sign for: asa@example\.com/,
    ])
      assert.match(words, part);
  });

  it("T117 T130 the dialog names every person, every file with its size, and everyone else who gets the documents", () => {
    const { body } = buildOrder(
      {
        ...facts,
        signNowViaUrl: true,
        distributeSignedDocumentToAllSignatories: true,
        archiveFolderId: "folder-7",
        signatories: [...facts.signatories, { emailAddress: "cy@example.com" }],
      },
      { token: "t" },
    );
    const { question, consequences = [], people } = orderDialog(body, facts.files);
    assert.equal(question, 'Ask 3 people to sign "Lease [t]"?');
    // `orderDialog` returns no list of receivers: the receivers come from the request that the ticket is bound to.
    assert.equal(people, undefined);
    assert.deepEqual(receiversOf("signing.orders.create", { body }), [
      "Åsa Berg <asa@example.com>",
      "Bo Ek <bo@example.com>",
      "cy@example.com",
    ]);
    const words = consequences.join("\n");
    for (const part of [
      /lease\.pdf \(72 bytes\)/,
      /Once all have signed, every signatory gets the signed documents: Åsa Berg/,
      /Anyone who has the link can immediately sign for: asa@example\.com/,
      /archive folder folder-7/,
      /First or last name is missing for: cy@example\.com/,
      /licence/,
    ])
      assert.match(words, part);
    assert.doesNotMatch(words, /ALREADY SENT/);
    assert.match(
      orderDialog(body, facts.files, { sentBefore: "2026-03-01T10:00:00Z" }).consequences?.[0] ?? "",
      /ALREADY SENT.*a second time/,
    );
  });
});

describe("orders whose answer was lost", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-signing-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("are stored by connection with only a token and a time, and dropped", async () => {
    const store = memory();
    const place = sentPlace(store, folder);
    for (const token of ["one", "two"])
      await rememberSent(place, { identity: "a", token, sentAt: "2026-03-01T10:00:00Z" });
    assert.deepEqual([sentOrders(store, "a").map(({ token }) => token), sentOrders(store, "b")], [["two", "one"], []]);
    assert.deepEqual(Object.keys((store.get("smartform.signing.sent") as readonly object[])[0] ?? {}).sort(), [
      "identity",
      "sentAt",
      "token",
    ]);
    await forgetSent(place, "two");
    assert.deepEqual(
      sentOrders(store, "a").map(({ token }) => token),
      ["one"],
    );
    await store.update("smartform.signing.sent", "broken");
    assert.deepEqual(sentOrders(store, "a"), []);
  });

  it("are restored after a start, though VS Code's store lost them when the editor was killed, and listed once", async () => {
    const dying = sentPlace(memory(), folder);
    for (const [token, hour] of [
      ["one", 10],
      ["two", 11],
      ["forgotten", 12],
    ] as const)
      await rememberSent(dying, { identity: "a", token, sentAt: `2026-03-01T${hour}:00:00Z` });
    await forgetSent(dying, "forgotten");
    // VS Code's store is empty, as if nothing had reached the disk.
    const after = sentPlace(memory(), folder);
    assert.deepEqual(await recoverSent(after), []);
    assert.deepEqual(
      sentOrders(after.store, "a").map(({ token }) => token),
      ["two", "one"],
    );
    await writeFile(join(folder, "broken.json"), "{");
    assert.deepEqual(await recoverSent(after), [join(folder, "broken.json")]);
    assert.equal(sentOrders(after.store, "a").length, 2);
    assert.deepEqual(await readdir(folder), ["broken.json"], "what the store kept over a start needs no file");
  });
});

describe("a signing order that is sent", () => {
  let at: Desk;

  before(async () => {
    at = await desk();
  });

  after(() => at[Symbol.asyncDispose]());

  afterEach(async () => {
    for (const [id, usual] of [
      ["G1", "orders"],
      ["G2", "yes"],
      ["G4", "yes"],
      ["N19", "50"],
    ] as const)
      await at.choose(id, usual);
  });

  async function sendOne(more: Partial<OrderFacts> = {}) {
    const token = newOrderToken();
    const sentAt = new Date().toISOString();
    const request = buildOrder({ ...facts, ...more }, { token });
    const api = at.service.mine;
    const operation = "signing.orders.create";
    const lookUp = async (signal: AbortSignal) => searchWords(await lookForOrder(api, { token, sentAt }, { signal }));
    const ending = send<typeof operation>({
      api,
      operation,
      request,
      lookUp,
      signal: new AbortController().signal,
      consent: async () =>
        grantTicket({ connection: api.connection, operation, receivers: receiversOf(operation, request), ...request }),
    });
    return { ending, lookUp: () => lookUp(new AbortController().signal), token, sentAt };
  }

  it("T116 is read again before it is called made", async () => {
    const done = await (await sendOne()).ending;
    assert.ok(done);
    const outcome = readOutcome(done.answer);
    assert.ok(outcome.kind === "created");
    assert.match(
      createdWords("Lease", await readOrder(at.service.mine, outcome.id)),
      /was created\. Its status is created\. Signatories: Åsa Berg \(created\), Bo Ek \(created\)\.$/,
    );
    assert.match(createdWords("Lease", undefined), /does not show it yet/);
  });

  it("T118 whose answer is lost is looked up by its mark, reported as existing, and not sent again", async () => {
    await at.service.control("DELETE", "/ledger");
    await at.service.control("POST", "/faults", { operation: "signing.orders.create", kind: "reset-after", times: 1 });
    await assert.rejects(
      (await sendOne()).ending,
      (error: unknown) =>
        error instanceof CallFailed &&
        error.outcome === "unknown" &&
        /The order was found: Lease \[.* was created.*Do not send it again\.$/.test(error.message),
    );
    assert.equal(await at.calls("signing.orders.create"), 1);
  });

  it("T118 that is not among the newest is not reported missing", async () => {
    const { ending, lookUp } = await sendOne();
    await ending;
    await at.choose("N19", "5");
    for (let number = 0; number < 6; number += 1) await at.make();
    assert.match(
      await lookUp(),
      /not among the 5 newest orders that the service lists\. It may have been created all the same/,
    );
  });

  it("has the webhook and the signatory's own id that were entered in the wizard", async () => {
    const url = "https://hooks.example/done";
    const { files: _, ...wish } = factsOf(
      draft({
        completedWebhookUrl: url,
        signatories: [{ ...signatory, lastName: "Berg", ownId: "tenant-1", personalNumber: "191212121212" }],
      }),
    );
    const order = await at.make(wish);
    assert.equal(order.signatories?.[0]?.id, "tenant-1");
    await at.act(order, 0, "sign");
    assert.deepEqual((await at.outbox()).filter(({ channel, to }) => channel === "webhook" && to === url).length, 1);
  });

  it("shows how the company's signing is set up, and does not make up missing values", async () => {
    const initial = await at.service.mine.call("signing.initialData", {});
    const setup = setupOf(initial);
    assert.deepEqual(
      [setup.provider, setup.archive, setup.languages?.has("sv"), setup.languages?.has("ja")],
      ["Sandbox", "Sandbox", true, false],
    );
    assert.ok(
      (setup.folders ?? []).length > 0 &&
        setup.folders?.every(({ folderId, folderPath }) => folderId !== undefined && folderPath !== undefined),
    );
    const page = setupPage(initial, "strandby");
    for (const part of [
      "Signing provider: Sandbox",
      "Archive: Sandbox",
      setup.folders?.[0]?.folderId ?? "?",
      '"isCreateNewOrderAvailable": true',
    ])
      assert.ok(page.includes(part), part);
    assert.deepEqual(setupOf({}), {
      folders: undefined,
      languages: undefined,
      provider: undefined,
      archive: undefined,
    });
    assert.deepEqual(
      setupOf({
        availableFolders: [],
        languages: [{ code: "SV", name: "Swedish" }],
        providerType: 3,
        archiveType: null,
      }),
      { folders: [], languages: new Set(["sv"]), provider: "3", archive: undefined },
    );
    assert.equal(setupOf({ languages: { sv: true } }).languages, undefined);
    assert.match(setupPage({}, "strandby"), /Signing provider: not stated/);
  });

  it("T117 is not begun if the company's licence allows no order", async () => {
    assert.equal(whyNoOrder(await at.service.mine.call("signing.initialData", {})), undefined);
    await at.choose("G1", "no orders now");
    assert.match(whyNoOrder(await at.service.mine.call("signing.initialData", {})) ?? "", /^No order can be created/);
    assert.equal(whyNoOrder({}), undefined);
  });

  for (const [id, alternative, kind] of [
    ["G1", "no further order", "not-created"],
    ["G2", "no", "unknown"],
    ["G4", "no", "unknown"],
  ] as const) {
    it(`T116 T119 if the service chose ${id} ${alternative}, is reported as ${kind}`, async () => {
      await at.choose(id, alternative);
      const done = await (await sendOne()).ending;
      assert.ok(done);
      assert.equal(readOutcome(done.answer).kind, kind);
    });
  }
});
