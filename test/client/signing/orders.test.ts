/**
 * The signing view: what it shows of orders, what its dialogs say before a reminder, a cancellation or a deletion, and
 * what is reported afterwards.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { grantTicket } from "../../sandbox/permits.ts";
import { receiversOf } from "../../../api/index.ts";
import type { SigningOrder } from "../../../api/index.ts";
import { send } from "../../../client/calls/carryOutModel.ts";
import { consentDetail } from "../../../client/calls/consentModel.ts";
import { sizeWords } from "../../../client/window/inDisplayLanguage.ts";
import { commands } from "../../../client/identifiers.ts";
import { givenOrder, givenToken } from "../../../client/records/givenOrderModel.ts";
import { extensionOf, namesFor, signatureIds, whyNoSignedFiles } from "../../../client/signing/downloadModel.ts";
import { dialogOf, lookAfter, readsNow, reportOf } from "../../../client/signing/orderCallsModel.ts";
import type { OrderCall } from "../../../client/signing/orderCallsModel.ts";
import {
  childrenOf,
  orderJson,
  orderName,
  rowOf,
  signatoryName,
  timeWords,
} from "../../../client/records/signingOrderModel.ts";
import type { SigningNode } from "../../../client/records/signingOrderModel.ts";
import {
  dayProblem,
  filterWords,
  noFilter,
  oldestDate,
  readOrder,
  readOrders,
  withOlder,
} from "../../../client/records/signingOrdersModel.ts";
import { desk } from "./desk.ts";
import type { Desk } from "./desk.ts";

const node = (order: SigningOrder, followed = false): SigningNode => ({ kind: "order", order, followed });
const row = (order: object) => rowOf(node({ id: "o-1", ...order }));

const menus = (
  JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly contributes: {
      readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    };
  }
).contributes.menus;
/** Returns what the view's menus offer for a row with this context. */
function offered(context: string): readonly string[] {
  return [
    ...new Set(
      (menus["view/item/context"] ?? []).flatMap(({ command, when }) => {
        const pattern = /^view == smartform\.signing && viewItem =~ \/(.*)\/$/.exec(when)?.[1];
        return pattern !== undefined && new RegExp(pattern).test(context) ? [command] : [];
      }),
    ),
  ].sort();
}

describe("signing orders in the view", () => {
  const statuses: readonly [number | null | undefined, string, "files" | "none", "open" | "over"][] = [
    [1, "created", "none", "open"],
    [5, "in progress", "none", "open"],
    [10, "completed", "files", "over"],
    [20, "downloaded from the signing provider", "files", "over"],
    [50, "rejected", "none", "over"],
    [70, "cancelled", "none", "over"],
    [99, "error", "none", "open"],
    [42, "status 42", "files", "open"],
    [undefined, "status not shown", "files", "open"],
    [null, "status not shown", "files", "open"],
  ];
  for (const [status, words, files, end] of statuses) {
    it(`T125 T126 a status of ${status} reads "${words}", ${files === "files" ? "offers" : "does not offer"} signed files, and is ${end}`, () => {
      const { description, context } = row({ status, signatories: [] });
      assert.equal(description, `${words} · 0 of 0 signed`);
      assert.equal(offered(context).includes(commands.downloadSigned), files === "files");
      assert.equal(offered(context).includes(commands.downloadFromProvider), files === "files");
      assert.equal(offered(context).includes(commands.remindSignatories), end === "open");
      assert.equal(whyNoSignedFiles({ id: "o-1", status }) === undefined, files === "files");
    });
  }

  it("T120 nothing of a row is run by clicking or hovering, and no tooltip or label holds an address to sign at", () => {
    const link = "https://sign.example/very-secret";
    const order = {
      id: "o-1",
      packageName: "Lease",
      status: 5,
      signatories: [{ emailAddress: "asa@example.com", signStatus: 1, signUrl: link }],
      files: [{ id: "f", name: "a.pdf" }],
    } as SigningOrder;
    for (const each of [node(order), ...childrenOf(order)])
      assert.doesNotMatch(JSON.stringify(rowOf(each)), /very-secret/);
    assert.doesNotMatch(orderJson(order), /very-secret/);
    assert.match(orderJson(order), /Copy Signing Address/);
    assert.deepEqual(
      [...readFileSync("client/signing/signingTree.ts", "utf8").matchAll(/command: commands\.(\w+)/g)].map(
        ([, name]) => name,
      ),
      ["loadOlderOrders"],
    );
  });

  it("a signatory shows name, address, status and turn in words, and offers only what is available", () => {
    const signatory = (more: object) =>
      childrenOf({
        id: "o-1",
        signatories: [{ emailAddress: "asa@example.com", firstName: "Åsa", lastName: "Berg", ...more }],
      }).map(rowOf)[0];
    const waiting = signatory({ signStatus: 1, signingSequence: 1, signUrl: "" });
    assert.deepEqual(
      [waiting?.label, waiting?.description, waiting?.tooltip],
      [
        "Åsa Berg",
        "created · asa@example.com",
        "Åsa Berg\nasa@example.com\ncreated\nSigning sequence: DependsOnInitial",
      ],
    );
    assert.deepEqual(offered(waiting?.context ?? ""), []);
    assert.deepEqual(
      offered(signatory({ signStatus: 3, signUrl: "https://x.example" })?.context ?? ""),
      [commands.copySignAddress, commands.downloadProof].sort(),
    );
    assert.equal(signatory({ signStatus: 42, firstName: null, lastName: null })?.description, "status 42");
  });

  it("an order from here is shown without its mark, which stays in the tooltip", () => {
    const { label, tooltip } = row({ packageName: "Lease [1] [9b070f6a-79cc]" });
    assert.deepEqual([label, tooltip.split("\n")[0]], ["Lease [1]", "Lease [1] [9b070f6a-79cc]"]);
  });

  it("names from the service cannot turn the text direction, and are cut", () => {
    assert.equal(orderName({ id: "1", packageName: "Lease\u202e" }), "Lease\\u{202e}");
    assert.equal(signatoryName({ firstName: "x".repeat(5000) }).length, 121);
  });

  it("a time without a zone says so", () => {
    assert.equal(timeWords("2026-03-01T10:00:00"), "2026-03-01T10:00:00 (time zone not stated)");
    for (const text of ["2026-03-01T10:00:00Z", "2026-03-01T11:00:00.0000000+01:00"])
      assert.equal(timeWords(text), new Date(Date.UTC(2026, 2, 1, 10)).toLocaleString());
  });

  it("the end of the list says that the list proves nothing", () => {
    assert.match(
      rowOf({ kind: "end", listed: 50, before: undefined }).tooltip,
      /may exist even if it is not listed here/,
    );
    assert.equal(rowOf({ kind: "end", listed: 50, before: "2026-03-01T10:00:00Z" }).label, "Load older orders");
  });

  it("arguments of commands are checked before they are used", () => {
    assert.deepEqual(
      [undefined, null, "x", {}, { order: null }, { order: { id: 7 } }, { order: { id: "" } }].map(givenOrder),
      Array.from({ length: 7 }, () => undefined),
    );
    assert.deepEqual(givenOrder({ kind: "signatory", order: { id: "o-1" }, index: 1 }), { id: "o-1", signatory: 1 });
    const owner = { identity: "service client", connection: "acme" };
    assert.deepEqual(givenOrder({ kind: "order", order: { id: "o-1" }, owner })?.owner, owner);
    assert.deepEqual(givenOrder({ kind: "order", order: { id: "o-1" }, index: "1" }), {
      id: "o-1",
      signatory: undefined,
    });
    assert.deepEqual(
      [givenToken({ sent: { token: "t" } }), givenToken({ sent: {} }), givenToken(null)],
      ["t", undefined, undefined],
    );
  });

  it("a filter is described in words, and a day is checked while it is typed", () => {
    assert.equal(filterWords({ from: "2026-01-01", statuses: [5, 10] }), "from 2026-01-01, in progress or completed");
    assert.deepEqual(
      ["", "2026-02-28", "2026-02-30", "28.2.2026", "2026-13-01"].map((day) => dayProblem(day) === undefined),
      [true, true, false, false, false],
    );
  });
});

describe("files of an order", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("get their own names by what they contain, and no two the same", () => {
    const files = ["../../etc/passwd", "a.pdf", "A.PDF", undefined, ""].map((name) => ({
      name,
      bytes: bytes("%PDF-1.4"),
    }));
    assert.deepEqual(namesFor(files, "Lease: 1/2"), [
      "etc-passwd.pdf",
      "a.pdf",
      "A 2.pdf",
      "Lease-1-2 4.pdf",
      "Lease-1-2 5.pdf",
    ]);
    assert.deepEqual(
      ["%PDF-1", "PK\u0003\u0004x", "\ufeff <a/>", "?"].map((text) => extensionOf(bytes(text))),
      [".pdf", ".zip", ".xml", ".bin"],
    );
    assert.equal(namesFor([{ name: `${"n".repeat(4000)}.pdf`, bytes: bytes("%PDF-") }], "x")[0]?.length, 84);
  });

  it("get the ids of signatures from any place in the answers", () => {
    assert.deepEqual(
      [{}, { signatureIds: ["a", "a", 7, ""] }, { signatureId: "b" }, { signatures: ["c", { id: "d" }] }].map(
        (signatory) => signatureIds(signatory),
      ),
      [[], ["a"], ["b"], ["c", "d"]],
    );
    assert.deepEqual([1, 2048, 3 * 1024 * 1024].map(sizeWords), ["1 byte", "2 KB", "3.0 MB"]);
  });
});

describe("signing orders on the service", () => {
  let at: Desk;
  const never = new AbortController().signal;

  before(async () => {
    at = await desk();
  });

  after(() => at[Symbol.asyncDispose]());

  async function carry(
    call: OrderCall,
    before: SigningOrder,
    more: { readonly lookUp?: (signal: AbortSignal) => Promise<string> } = {},
  ) {
    const request = { path: { orderId: before.id } };
    const api = at.service.mine;
    const done = await send<OrderCall>({
      api,
      operation: call,
      request,
      signal: never,
      ...more,
      consent: async () =>
        grantTicket({ connection: api.connection, operation: call, receivers: receiversOf(call, {}), ...request }),
    });
    assert.ok(done);
    return reportOf(call, done.answer, { before, now: await readOrder(api, before.id) });
  }

  it("lists the newest, older ones before a date, and shows where the list ends", async () => {
    await at.choose("N19", "5");
    const made: SigningOrder[] = [];
    for (let number = 0; number < 7; number += 1) {
      made.push(await at.make({ packageName: `Order ${number}` }));
      await at.service.control("POST", "/clock", { advanceMs: 60_000 });
    }
    const newest = await readOrders(at.service.mine, noFilter);
    assert.equal(newest.length, 5);
    const before = oldestDate(newest);
    assert.ok(before !== undefined);
    const all = withOlder(newest, await readOrders(at.service.mine, noFilter, { before }));
    assert.deepEqual(new Set(all.map(({ id }) => id)), new Set(made.map(({ id }) => id)));
    const again = withOlder(all, await readOrders(at.service.mine, noFilter, { before: oldestDate(all) ?? "" }));
    assert.equal(again.length, all.length);
    assert.deepEqual(await readOrders(at.service.mine, { statuses: [70] }), []);
    assert.equal(oldestDate([{ id: "a", createdDate: "2026-01-01" }, { id: "b" }]), undefined);
    await at.choose("N19", "50");
  });

  it("an order that the service does not show is undefined, not a failure", async () =>
    assert.equal(await readOrder(at.service.mine, "missing"), undefined));

  it("T117 T120 the dialog of a reminder names everyone who has not signed, as read just before, and the outbox agrees", async () => {
    const order = await at.make();
    await at.act(order, 0, "sign");
    const fresh = await at.read(order);
    const { people, consequences, question } = dialogOf("signing.sendReminders", fresh);
    assert.match(question, /^Remind everybody who has not signed "Lease \[/);
    assert.deepEqual(people, ["Bo Ek <bo@example.com>"]);
    assert.match(consequences[0] ?? "", /in progress, 1 of 2 signed/);
    await at.service.control("DELETE", "/outbox");
    const report = await carry("signing.sendReminders", fresh);
    assert.deepEqual(
      (await at.outbox()).map(({ to }) => to),
      ["bo@example.com"],
    );
    assert.deepEqual(report, {
      done: true,
      words: `The service says that it reminded everyone who has not signed ${fresh.packageName}. The order was read again and is in progress, as before. Not signed: Bo Ek <bo@example.com>.`,
    });
  });

  it("T121 cancelling and deleting are two dialogs, each with its own question, button and consequences", async () => {
    const order = await at.make();
    const [cancel, remove] = [dialogOf("signing.orders.cancel", order), dialogOf("signing.orders.delete", order)];
    assert.match(cancel.question, /^Cancel the signing order/);
    assert.match(remove.question, /^Delete the signing order/);
    assert.deepEqual([cancel.yes, remove.yes], ["Cancel the Order", "Delete the Order"]);
    assert.deepEqual(cancel.people, [
      "Åsa Berg <asa@example.com>",
      "Bo Ek <bo@example.com>",
      "the order's webhook for cancellation, if it has one",
    ]);
    assert.deepEqual(remove.people, ["Åsa Berg <asa@example.com>", "Bo Ek <bo@example.com>"]);
    const shown = consentDetail({
      host: "h",
      connection: "c",
      sandbox: true,
      environment: undefined,
      environments: "none",
      what: "w",
      receivers: remove.people ?? [],
      consequences: remove.consequences ?? [],
    });
    assert.match(shown, /It cannot be brought back/);
    const report = await carry("signing.orders.cancel", order);
    assert.deepEqual([report.done, (await at.read(order)).status], [true, 70]);
    assert.deepEqual(dialogOf("signing.orders.delete", await at.read(order)).people, []);
  });

  it("names a webhook that answers show", () => {
    const dialog = dialogOf("signing.orders.cancel", {
      id: "o-1",
      status: 5,
      cancelledWebhookUrl: "https://hook.example/x",
    });
    assert.deepEqual(dialog.people, [
      "all signatories of the order; the service does not list them",
      "https://hook.example/x",
    ]);
    assert.match(dialog.consequences.join(" "), /calls the order's webhook/);
  });

  it("T120 a report names nobody as not having signed if the service does not show the signatories", () => {
    const order = { id: "o-1", status: 5 };
    assert.equal(readsNow(order, order), "The order was read again and is in progress, as before.");
  });

  it("T122 an answer of false is reported as not done, with a new reading", async () => {
    const order = await at.make();
    await carry("signing.orders.cancel", order);
    const over = await at.read(order);
    for (const [call, words] of [
      ["signing.orders.cancel", /^The order was not cancelled/],
      ["signing.sendReminders", /^Nobody was reminded/],
    ] as const) {
      const report = await carry(call, over);
      assert.equal(report.done, false);
      assert.match(report.words, words);
      assert.match(report.words, /The order was read again and is cancelled, as before\./);
    }
    await at.choose("G12", "no");
    const open = await at.make();
    const report = await carry("signing.orders.delete", open);
    assert.deepEqual([report.done, /^The order was not deleted/.test(report.words)], [false, true]);
    await at.choose("G12", "yes");
  });

  it("a deletion is reported as done only once the service no longer shows the order", async () => {
    const order = await at.make();
    assert.deepEqual(reportOf("signing.orders.delete", true, { before: order, now: order }).done, false);
    const report = await carry("signing.orders.delete", order);
    assert.deepEqual(report, {
      done: true,
      words: `The order ${order.packageName} is deleted: the service does not show it any more.`,
    });
  });

  it("a lost answer is looked up and reported as unknown, and nothing is sent again", async () => {
    const order = await at.make();
    await at.service.control("DELETE", "/ledger");
    await at.service.control("POST", "/faults", { operation: "signing.orders.cancel", kind: "reset-after", times: 1 });
    const lookUp = async (signal: AbortSignal) =>
      (await lookAfter(at.service.mine, "signing.orders.cancel", order, { signal })).words;
    await assert.rejects(
      carry("signing.orders.cancel", order, { lookUp }),
      /may have taken effect anyway.* The order was read again and is cancelled\.$/,
    );
    assert.equal(await at.calls("signing.orders.cancel"), 1);
    assert.match(
      (await lookAfter(at.service.mine, "signing.sendReminders", order, { signal: never })).words,
      /The order's status does not show whether reminders were sent\.$/,
    );
  });

  for (const [id, alternative, usual] of [
    ["N16", "minimal", "full"],
    ["G7", "in data", "bare"],
    ["G9", "signingOrderFiles", "files"],
    ["T125", "42", "none"],
    ["N38", "local", "milliseconds"],
  ] as const) {
    it(`reads orders if the service chose ${id} ${alternative}`, async () => {
      const order = await at.make();
      await at.choose(id, alternative);
      const listed = (await readOrders(at.service.mine, noFilter)).find((each) => each.id === order.id);
      assert.ok(listed);
      const rows = [node(listed), ...childrenOf(listed)].map(rowOf);
      assert.deepEqual(
        rows.slice(1).map(({ label }) => label),
        ["Åsa Berg", "Bo Ek", "lease.pdf"],
      );
      assert.ok(rows.every(({ label, spoken }) => label !== "" && spoken !== ""));
      await at.choose(id, usual);
    });
  }
});
