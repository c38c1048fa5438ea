/**
 * Calls that can reach people, sent while the disk fails at each operation in turn. What the service has is never
 * reported as failed, what it lacks is never reported as done, and refusals are reported as refusals.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grantTicket } from "../../sandbox/permits.ts";
import { dataAsBase64, isApiError, receiversOf } from "../../../api/index.ts";
import type { Api, Request } from "../../../api/index.ts";
import { CallFailed, send } from "../../../client/calls/carryOutModel.ts";
import { acceptedOf } from "../../../client/sending/distributionModel.ts";
import { remembering } from "../../../client/sending/memoryModel.ts";
import { createTestForm } from "../../../client/forms/createTestForm.ts";
import { TestForms } from "../../../client/records/testForms.ts";
import { sendRequest } from "../../../client/sending/sendModel.ts";
import type { Carry } from "../../../client/sending/sendModel.ts";
import { forgetSent, recoverSent, rememberSent, sentOrders, sentPlace } from "../../../client/records/sentOrders.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";
import { memory } from "../documents/memory.ts";
import { faults, onDisk } from "./faults.ts";
import type { Failing, Heard } from "./faults.ts";

interface Tried<T> extends Heard {
  readonly result: PromiseSettledResult<T>;
}

describe("sending while the disk says no", function () {
  this.timeout(120_000);
  let contract: Contract;
  let api: Api;
  let folder: string;
  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
    folder = await mkdtemp(join(tmpdir(), "smartform-sending-"));
  });
  after(async () => {
    await contract.close();
    await rm(folder, { recursive: true, force: true });
  });
  const items = async (path: string) =>
    ((await contract.control("GET", path)) as { readonly items: readonly Readonly<Record<string, unknown>>[] }).items;
  const newFolder = (): string => join(folder, randomUUID());

  /**
   * Runs the work without a fault, and then once for each fault at each disk operation. Calls `judge` after each run.
   * Resolves with the number of runs that were rejected.
   */
  async function everywhere<T>(
    work: (failing: Failing | undefined) => Promise<Tried<T>>,
    judge: (tried: Tried<T>, where: string) => Promise<void> | void,
  ): Promise<number> {
    // In the first run, the sandbox also reads its own files, so this run does not count.
    await work(undefined);
    const usual = await work(undefined);
    await judge(usual, "as usual");
    let rejected = 0;
    for (const fault of faults) {
      for (const lasts of [false, true]) {
        for (let at = 1; at <= usual.points.length; at += 1) {
          const tried = await work({ fault, at, lasts });
          if (tried.result.status === "rejected") rejected += 1;
          await judge(tried, `${fault.code} ${lasts ? "from" : "at"} ${at}, ${tried.points[at - 1] ?? "nothing"}`);
        }
      }
    }
    return rejected;
  }

  for (const isRefused of [false, true]) {
    it(`a test form that the service ${isRefused ? "refuses" : "makes"}`, async () => {
      let [sent, listed]: readonly [number, string | undefined] = [0, undefined];
      const rejected = await everywhere(
        async (failing) => {
          await contract.control("POST", "/reset", {});
          const [store, place, marker] = [memory(), newFolder(), randomUUID()];
          const body = {
            dialogDefinitionId: isRefused ? randomUUID() : contract.ready.demo.smartforms.singleStep,
            values: {},
          };
          const tried = await onDisk(failing, () =>
            createTestForm(
              body,
              { name: "sandbox", identity: "mine", environment: undefined, api },
              {
                consent: () => assert.fail(),
                forms: new TestForms(store, place),
                smartformName: "Claim",
                marker,
                now: new Date(0),
              },
            ),
          );
          sent = (await items("/ledger")).filter(({ operation }) => operation === "forms.create").length;
          const after = new TestForms(store, place);
          await after.recover();
          listed = after.list().find((form) => form.marker === marker)?.state;
          return tried;
        },
        ({ result }, where) => {
          if (result.status === "fulfilled") assert.deepEqual([isRefused, sent, listed], [false, 1, "made"], where);
          else if (isApiError(result.reason))
            assert.deepEqual([isRefused, sent, result.reason.outcome], [true, 1, "none"], where);
          // The disk failed before anything was sent, so the form must not be listed as made.
          else assert.deepEqual([sent, listed === "made"], [0, false], `${where}: ${String(result.reason)}`);
        },
      );
      assert.ok(rejected > 0, "no fault was told");
    });
  }

  it("the record of a signing order: the order is sent only after it is stored, and no message contradicts the answer afterwards", async () => {
    let isKept = false;
    const rejected = await everywhere(
      async (failing) => {
        const [store, where] = [memory(), newFolder()];
        isKept = false;
        const tried = await onDisk(failing, async () => {
          const place = sentPlace(store, where);
          await rememberSent(place, { identity: "mine", token: "t", sentAt: "2026-01-01" });
          const killed = sentPlace(memory(), where);
          await recoverSent(killed).catch(() => undefined);
          isKept = true;
          await forgetSent(place, "t");
          return sentOrders(store, "mine").length;
        });
        return tried;
      },
      ({ result }, where) => {
        if (isKept) assert.deepEqual(result, { status: "fulfilled", value: 0 }, where);
        else assert.equal(result.status, "rejected", where);
      },
    );
    assert.ok(rejected > 0, "no fault was told");
  });

  for (const answer of ["accepts", "refuses", "is asked about no"] as const) {
    it(`a distribution that ${answer === "is asked about no" ? "the person does not send" : `the service ${answer}`}`, async () => {
      let [reached, accepted, rejections] = [0, 0, 0];
      const carry: Carry = (wish) =>
        send({
          api,
          signal: new AbortController().signal,
          ...wish,
          consent: async () =>
            answer === "is asked about no"
              ? undefined
              : grantTicket({
                  connection: api.connection,
                  operation: wish.operation,
                  receivers: receiversOf(wish.operation, wish.request),
                  ...(wish.request as Omit<Request<"archive.upload">, "files">),
                }),
        });
      const rejected = await everywhere(
        async (failing) => {
          await contract.control("POST", "/reset", {});
          const [store, place] = [memory(), newFolder()];
          const body = {
            MetaFile: answer === "refuses" ? "NoSuchMetaFile" : contract.ready.demo.metaFile,
            Document: contract.ready.demo.document,
            DataAsBase64: dataAsBase64({ json: { Customer: { Name: "Bo" } } }),
          };
          const tried = await onDisk(failing, () =>
            remembering(
              {
                folder: place,
                store,
                identity: "here",
                ask: async () => "same",
                warn: () => {
                  rejections += 1;
                },
              },
              (ports) =>
                sendRequest(
                  "distribution.sendOnceJson",
                  { environment: "Test", body, files: new Map() },
                  {
                    carry,
                    api,
                    signal: new AbortController().signal,
                    order: async () => undefined,
                    listForm: () => assert.fail("a distribution makes no form"),
                    ...ports,
                  },
                ),
            ),
          );
          reached = (await items("/outbox")).length;
          accepted = acceptedOf(store, "here").length;
          return tried;
        },
        ({ result }, where) => {
          if (result.status === "fulfilled")
            assert.deepEqual(
              [result.value === undefined, reached, accepted],
              answer === "accepts" ? [false, 1, 1] : [true, 0, 0],
              where,
            );
          else if (result.reason instanceof CallFailed)
            assert.deepEqual([answer, reached, result.reason.outcome], ["refuses", 0, "none"], where);
          else assert.deepEqual([reached, accepted], [0, 0], `${where}: ${String(result.reason)}`);
          if (answer === "refuses") assert.notEqual(result.status, "fulfilled", where);
        },
      );
      assert.ok(rejected > 0 && rejections > 0, `${rejected} were told, ${rejections} were put into the log`);
    });
  }
});
