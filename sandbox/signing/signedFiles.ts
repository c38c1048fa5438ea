/** Signed files and proofs of signatures: real PDFs, marked as the sandbox's (document 2, "Digital signing"). */
import { createHash } from "node:crypto";
import { archiveFolders, storeDocument } from "../archive/store.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { appendSheet, attachFile, joinPdfs, printSheet } from "../print/index.ts";
import { anyOrder, isCompleted, nameOf, orderStatus, ownOrder, setStatus } from "./order.ts";
import type { Order, Signatory } from "./order.ts";

interface Named {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Makes the signed files of a completed order, and archives them if the order requires it. Does this only once: from
 * then on, everybody gets the same bytes.
 */
export async function sealOrder(state: State, id: string): Promise<void> {
  const order = anyOrder(state, id);
  const unsealed = state.all<Named & { id: string }>(
    "SELECT id, name, bytes FROM signingFile WHERE signingOrder = ? AND signed IS NULL ORDER BY number",
    id,
  );
  const sealed = await Promise.all(
    unsealed.map(async (file) => ({ id: file.id, name: file.name, signed: await sign(order, file) })),
  );
  state.transaction(() => {
    for (const { id: file, name, signed } of sealed) {
      const isFirst =
        state.run("UPDATE signingFile SET signed = ? WHERE id = ? AND signed IS NULL", signed, file) === 1;
      if (isFirst) archive(state, order, { name, bytes: signed });
    }
  });
}

/**
 * Archives in Development, because an order names no environment, and the archive uses Development if none is named
 * (G19). If the folder no longer exists, the file is not archived, but still counts as signed.
 */
function archive(state: State, { company, content: { archiveFolderId } }: Order, { name, bytes }: Named): void {
  if (archiveFolderId === undefined || !archiveFolders(state, company).some(({ id }) => id === archiveFolderId)) return;
  storeDocument(state, {
    company,
    environment: "Development",
    folder: archiveFolderId,
    fileName: name,
    bytes,
    type: 2,
  });
}

/** Resolves with a PDF of the uploaded pages and a page that says who signed. */
async function sign(order: Order, file: Named): Promise<Uint8Array> {
  const sheet = (facts: readonly (readonly [string, string])[]) =>
    printSheet({
      title: `Signed: ${file.name}`,
      subject: `Signing order ${order.id}`,
      created: new Date(order.updatedAt),
      groups: [
        [
          ["Order", order.content.packageName],
          ["Id", order.id],
          ["SHA-256 of the document as sent", hash(file.bytes)],
          ...facts,
        ],
        ...order.signatories.map(signatoryFacts),
      ],
    });
  const signed = await appendSheet(file.bytes, await sheet([]), { note: `SANDBOX: signed, order ${order.id}` });
  return (
    signed ??
    attachFile(await sheet([["Pages", "The document cannot be opened. It is attached as it was sent."]]), file)
  );
}

function signatoryFacts({ content, signedAt, ...rest }: Signatory): [string, string][] {
  return [
    ["Signed by", nameOf({ content, signedAt, ...rest })],
    ["E-mail", content.emailAddress],
    ["Signed at", new Date(signedAt ?? 0).toISOString()],
  ];
}

export const certifiedPdf: Handler = (call) => signedFiles(call, completedOrder(call));

/** Returns the files as the provider holds them; fetching them may change the order's status (N51). */
export const pdfFromProvider: Handler = (call) => {
  const order = completedOrder(call);
  if (order.status === orderStatus.completed && call.state.choice("N51") === "yes")
    setStatus(call.state, order, orderStatus.downloaded);
  return signedFiles(call, order);
};

function signedFiles({ state }: Call, order: Order): Reply {
  return files(state, order.content.packageName, async () => {
    await sealOrder(state, order.id);
    return state
      .all<{ name: string; signed: Uint8Array }>(
        "SELECT name, signed FROM signingFile WHERE signingOrder = ? ORDER BY number",
        order.id,
      )
      .map(({ name, signed }) => ({ name, bytes: signed }));
  });
}

export const signatureFile: Handler = (call) => {
  const order = orderWithProofs(call);
  const proofs = readSignatures(call.state, order).filter(({ id }) => id === call.path["signatureId"]);
  if (proofs.length === 0) throw new Refusal("signature-missing");
  return files(call.state, "Proof", () => Promise.all(proofs.map((proof) => printProof(order, proof))));
};

export const allSignatureFiles: Handler = (call) => {
  const order = orderWithProofs(call);
  const proofs = readSignatures(call.state, order);
  if (proofs.length === 0) throw new Refusal("signature-missing");
  return files(call.state, `${order.content.packageName}, proofs`, () =>
    Promise.all(proofs.map((proof) => printProof(order, proof))),
  );
};

interface Proof {
  readonly id: string;
  readonly signatory: Signatory;
  readonly file: Named;
}

function readSignatures(state: State, order: Order): readonly Proof[] {
  const rows = state.all<{ id: string; number: number; name: string; bytes: Uint8Array }>(
    "SELECT signature.id, signatory AS number, name, bytes FROM signature JOIN signingFile ON signingFile.id = file WHERE signature.signingOrder = ? ORDER BY signatory, signingFile.number",
    order.id,
  );
  return rows.flatMap(({ id, number, name, bytes }) =>
    order.signatories
      .filter((each) => each.number === number)
      .map((signatory) => ({ id, signatory, file: { name, bytes } })),
  );
}

async function printProof(order: Order, { id, signatory, file }: Proof): Promise<Named> {
  const bytes = await printSheet({
    title: "Proof of signature",
    subject: `Signature ${id}`,
    created: new Date(signatory.signedAt ?? order.createdAt),
    groups: [
      signatoryFacts(signatory),
      [
        ["Document", file.name],
        ["SHA-256 of the document", hash(file.bytes)],
        ["Order", order.id],
        ["Signature", id],
      ],
    ],
  });
  return { name: `Proof ${id}.pdf`, bytes };
}

/** Answers with one PDF, or a list with each file in base64 (G10). */
function files(state: State, name: string, make: () => Promise<readonly Named[]>): Reply {
  if (state.choice("G10") === "list") {
    const list = async () =>
      Buffer.from(
        JSON.stringify(
          (await make()).map((each) => ({ name: each.name, fileContent: Buffer.from(each.bytes).toString("base64") })),
        ),
      );
    return { file: { type: "application/json; charset=utf-8", bytes: list } };
  }
  return {
    file: {
      type: "application/pdf",
      name: `${name.replace(/\.pdf$/i, "")}.pdf`,
      bytes: async () => joinPdfs((await make()).map(({ bytes }) => bytes)),
    },
  };
}

/** 404 if the order is not completed (T126). */
function completedOrder({ state, company, path }: Call): Order {
  const order = ownOrder(state, { company, id: path["orderId"] });
  if (!isCompleted(order)) throw new Refusal("order-not-completed");
  return order;
}

function orderWithProofs({ state, company, path }: Call): Order {
  const order = ownOrder(state, { company, id: path["orderId"] });
  if (state.choice("G15") === "no") throw new Refusal("signature-missing");
  return order;
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
