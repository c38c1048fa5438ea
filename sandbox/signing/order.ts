/** A signing order as stored, and as shown in answers (document 2, "Signing order"). */
import { Refusal } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import { writeTime } from "../base/time.ts";

/** The numbers that stand for the statuses of orders and signatories in answers. */
export const orderStatus = {
  created: 1,
  inProgress: 5,
  completed: 10,
  downloaded: 20,
  rejected: 50,
  canceled: 70,
  error: 99,
} as const;
export const signStatus = {
  notSet: 0,
  created: 1,
  started: 2,
  completed: 3,
  rejected: 4,
  expired: 5,
  forwarded: 6,
  canceled: 7,
} as const;

/** The content of the request, without files and signatories. */
export interface OrderContent {
  readonly packageName: string;
  readonly language: string;
  readonly emailNotificationSubject: string;
  readonly emailNotificationMessage: string;
  readonly signingNotificationTitle: string;
  readonly signingNotificationMessage: string;
  readonly useSignatureOrder: boolean;
  readonly signNowViaUrl: boolean;
  readonly completedWebhookUrl?: string;
  readonly cancelledWebhookUrl?: string;
  readonly distributes: boolean;
  readonly archiveFolderId?: string;
}

export interface SignatoryContent {
  readonly id?: string;
  readonly emailAddress: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly signViaUrl: boolean;
  /** 0 Initial, 1 DependsOnInitial, 2 NoOrder. */
  readonly signingSequence: number;
}

export interface Signatory {
  /** From 0, in the order of the request. */
  readonly number: number;
  /** The last segment of the address of the signatory's page; the address alone permits signing. */
  readonly pageKey: string;
  readonly signStatus: number;
  readonly signedAt: number | null;
  readonly content: SignatoryContent;
}

/** A file without its bytes. */
interface OrderFile {
  readonly id: string;
  readonly name: string;
}

export interface Order {
  readonly id: string;
  readonly company: string;
  readonly status: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly content: OrderContent;
  readonly files: readonly OrderFile[];
  readonly signatories: readonly Signatory[];
}

export interface OrderRow {
  readonly id: string;
  readonly company: string;
  readonly status: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly contentJson: string;
}

const nextChange = "(SELECT coalesce(max(change), 0) + 1 FROM signingOrder)";

export function insertOrder(
  state: State,
  {
    company,
    content,
    files,
    signatories,
  }: {
    readonly company: string;
    readonly content: OrderContent;
    readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
    readonly signatories: readonly SignatoryContent[];
  },
): Order {
  const id = newId();
  const now = state.now();
  state.run(
    `INSERT INTO signingOrder VALUES (?, ?, ?, ?, ?, ${nextChange}, ?)`,
    id,
    company,
    orderStatus.created,
    now,
    now,
    JSON.stringify(content),
  );
  for (const [number, { name, bytes }] of files.entries())
    state.run("INSERT INTO signingFile VALUES (?, ?, ?, ?, ?, NULL)", newId(), id, number, name, bytes);
  for (const [number, each] of signatories.entries()) {
    state.run(
      "INSERT INTO signatory VALUES (?, ?, ?, ?, NULL, ?)",
      id,
      number,
      newId(),
      signStatus.notSet,
      JSON.stringify(each),
    );
  }
  return anyOrder(state, id);
}

/** 404 if no company has an order with this id. */
export function anyOrder(state: State, id: string | undefined): Order {
  const row = state.one<OrderRow>("SELECT * FROM signingOrder WHERE id = ?", id ?? "");
  if (!row) throw new Refusal("order-missing");
  return toOrder(state, row);
}

/** 404 if the company has no order with this id. */
export function ownOrder(
  state: State,
  { company, id }: { readonly company: string; readonly id: string | undefined },
): Order {
  const order = anyOrder(state, id);
  if (order.company !== company) throw new Refusal("order-missing");
  return order;
}

export function toOrder(state: State, { contentJson, ...row }: OrderRow): Order {
  return {
    ...row,
    content: JSON.parse(contentJson) as OrderContent,
    files: state.all<OrderFile & { number: number }>(
      "SELECT id, name FROM signingFile WHERE signingOrder = ? ORDER BY number",
      row.id,
    ),
    signatories: state
      .all<Omit<Signatory, "content"> & { contentJson: string }>(
        "SELECT number, pageKey, signStatus, signedAt, contentJson FROM signatory WHERE signingOrder = ? ORDER BY number",
        row.id,
      )
      .map(({ contentJson: json, ...signatory }) => ({ ...signatory, content: JSON.parse(json) as SignatoryContent })),
  };
}

export function setStatus(state: State, { id }: Order, status: number): void {
  state.run(
    `UPDATE signingOrder SET status = ?, updatedAt = ?, change = ${nextChange} WHERE id = ?`,
    status,
    state.now(),
    id,
  );
}

export function setSignStatus(state: State, { id }: Order, { number }: Signatory, status: number): void {
  state.run(
    "UPDATE signatory SET signStatus = ?, signedAt = ? WHERE signingOrder = ? AND number = ?",
    status,
    status === signStatus.completed ? state.now() : null,
    id,
    number,
  );
}

/** Returns whether the order's status still allows signatories to act. */
export function isOpen({ status }: Order): boolean {
  return status === orderStatus.created || status === orderStatus.inProgress;
}

export function isCompleted({ status }: Order): boolean {
  return status === orderStatus.completed || status === orderStatus.downloaded;
}

export function pageOf(origin: string, { pageKey }: Signatory): string {
  return `${origin}${prefixes.app}/signing/${pageKey}`;
}

/** Returns the signatory's name, or the email address if the name is missing. */
export function nameOf({ content: { firstName, lastName, emailAddress } }: Signatory): string {
  return [firstName, lastName].filter(Boolean).join(" ") || emailAddress;
}

/** Returns the order as one record of an answer. Only id, files and signatories are documented (N16, T125). */
export function viewOrder(state: State, order: Order, { origin }: { readonly origin: string }) {
  const { content } = order;
  const odd = state.choice("T125") === "42";
  const signatures = new Map<number, string[]>();
  for (const { id, signatory } of state.all<{ id: string; signatory: number }>(
    "SELECT id, signatory FROM signature WHERE signingOrder = ? ORDER BY signatory, rowid",
    order.id,
  )) {
    signatures.set(signatory, [...(signatures.get(signatory) ?? []), id]);
  }
  const record = {
    id: order.id,
    [state.choice("G9")]: order.files.map(({ id, name }) => ({ id, name })),
    signatories: order.signatories.map((signatory) => ({
      id: signatory.content.id ?? String(signatory.number + 1),
      emailAddress: signatory.content.emailAddress,
      firstName: signatory.content.firstName ?? null,
      lastName: signatory.content.lastName ?? null,
      signStatus: odd && signatory.signStatus === signStatus.started ? 42 : signatory.signStatus,
      signingSequence: signatory.content.signingSequence,
      signViaUrl: signatory.content.signViaUrl,
      signUrl: content.signNowViaUrl || signatory.content.signViaUrl ? pageOf(origin, signatory) : "",
      signatureIds: signatures.get(signatory.number) ?? [],
    })),
  };
  if (state.choice("N16") === "minimal") return record;
  return {
    ...record,
    packageName: content.packageName,
    status: odd && order.status === orderStatus.inProgress ? 42 : order.status,
    language: content.language,
    useSignatureOrder: content.useSignatureOrder,
    archiveFolderId: content.archiveFolderId ?? null,
    createdDate: writeTime(state, order.createdAt),
    updatedDate: writeTime(state, order.updatedAt),
  };
}
