/** What the sandbox stores of a signing order. The test reads it directly, because no call shows it. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoIds } from "../../../sandbox/demo/ids.ts";
import { onePagePdf } from "../../../sandbox/demo/onePagePdf.ts";
import { openState } from "../../../sandbox/openState.ts";
import { seed } from "../../../sandbox/seed.ts";
import { ensureClients } from "../../../sandbox/signIn/clients.ts";
import { act } from "../../../sandbox/signing/life.ts";
import { anyOrder, insertOrder } from "../../../sandbox/signing/order.ts";
import { sealOrder } from "../../../sandbox/signing/signedFiles.ts";
import { visit } from "../visit.ts";

const text = {
  emailNotificationSubject: "s",
  emailNotificationMessage: "m",
  signingNotificationTitle: "t",
  signingNotificationMessage: "n",
};

describe("sandbox: the stored data of a signing order", () => {
  it("archives a signed document once, however many request its files at that moment", async () => {
    const state = openState(undefined);
    state.transaction(() => {
      ensureClients(state);
      seed(state, "demo");
    });
    const { id } = insertOrder(state, {
      company: "demo",
      content: {
        packageName: "p",
        language: "sv",
        ...text,
        useSignatureOrder: false,
        signNowViaUrl: false,
        distributes: false,
        archiveFolderId: demoIds.archiveFolderId,
      },
      files: [{ name: "only once.pdf", bytes: onePagePdf(["Lease"]) }],
      signatories: [{ emailAddress: "asa@x.example", signViaUrl: false, signingSequence: 2 }],
    });
    const order = anyOrder(state, id);
    for (const signatory of order.signatories) act({ state, send: () => {}, origin: "" }, order, signatory, "sign");
    await Promise.all([sealOrder(state, id), sealOrder(state, id)]);
    assert.deepEqual(
      state
        .all("SELECT count(*) AS count FROM archiveDocument WHERE fileName = 'only once.pdf'")
        .map((row) => row["count"]),
      [1],
    );
    state.close();
  });

  it("keeps no personal number", async () => {
    const data = mkdtempSync(join(tmpdir(), "smartform-signing-"));
    try {
      const service = await visit({ data });
      const signatories = [
        {
          emailAddress: "asa@x.example",
          firstName: "Åsa",
          lastName: "Berg",
          personalNumber: "19811231-7919",
          signUrl: "",
        },
      ];
      const body = {
        packageName: "canary-name",
        language: "sv",
        ...text,
        signatories,
        signingOrderFiles: [{ name: "a.pdf", fileContent: Buffer.from(onePagePdf(["Lease"])).toString("base64") }],
      };
      assert.equal((await service.call("POST", "/signing/DigitalSigningOrders/", { body })).at("type"), 0);
      await service.close();
      const kept = readdirSync(data)
        .map((file) => readFileSync(join(data, file), "latin1"))
        .join("");
      assert.match(kept, /canary-name/);
      assert.doesNotMatch(kept, /19811231/);
    } finally {
      rmSync(data, { recursive: true });
    }
  });
});
