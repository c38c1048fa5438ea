/** Everything that one form, signing order or archived document went through: what was noted here, and what the service says now. Knows no `vscode`. */
import {
  auditLevels, auditSources, daysAround, environments, explain, isApiError, readAuditEvents, searchDocuments, type Api, type AuditEvent, type Environment, type ListedDocument, type SigningOrder,
} from "../../api/index.ts";
import { documentsOf, timeInWords, timeOf, versionInWords, type ArchiveDocument } from "../archive/documentModel.ts";
import { findDocument } from "../archive/searchModel.ts";
import { visible } from "../plainText.ts";
import { versionWords } from "../forms/createTestForm.ts";
import { readBoth, valuesOf } from "../forms/readBackModel.ts";
import type { TestForm } from "../forms/testForms.ts";
import { orderJson, orderName, signatoryName, signStatusOf, statusOf } from "../signing/orderModel.ts";
import { readOrder } from "../signing/ordersModel.ts";
import type { Column } from "../table/source.ts";
import { keyOf, type Link, type Thing } from "./journeyLinks.ts";

/** How something is known; "not asked" and "not shown" stand where nothing is. */
export type How = "the service says" | "noted here when you sent it" | "the event's text names its id" | "could not be asked" | "not shown";

export interface Entry {
  /** As it was written; null where no time is told. */
  readonly at: string | null;
  readonly what: string;
  /** Its name, and how far it is. */
  readonly name: string;
  /** Empty where the entry is about none. */
  readonly id: string;
  readonly how: How;
  /** What is known of it, whole, as JSON. */
  readonly json: string;
}

/** What the journey is read with. */
export interface Sources {
  readonly api: Api;
  /** Of the connection in use; undefined where forms run as drafts. */
  readonly environment: Environment | undefined;
  /** What was noted of this connection. */
  readonly links: readonly Link[];
  /** The test forms that were made from here. */
  readonly forms: readonly TestForm[];
  readonly now: Date;
}

type Options = { readonly signal: AbortSignal };

/** What one reading found. `ids`: more names of the thing itself; `others`: what the service says belongs to it. */
interface Found {
  readonly entries: readonly Entry[];
  readonly ids?: readonly string[];
  readonly others?: readonly Thing[];
}

const day = 86_400_000;

/** Events that are read at most: twenty answers. */
export const mostEvents = 20_000;

/** Oldest first; what has no known time comes last. Whatever cannot be asked is an entry. Rejects where the signal says so. */
export async function readJourney(subject: Thing, sources: Sources, options: Options): Promise<readonly Entry[]> {
  const entries: Entry[] = [...withoutAddress(sources.api)];
  const known = new Map<string, string>();
  const followed = new Set<Link>();
  const queue: Thing[] = [subject];
  for (const thing of queue) {
    if (known.has(keyOf(thing))) continue;
    const { entries: more, ids = [], others = [] } = await read(thing, sources, options);
    entries.push(...more);
    for (const id of [thing.id, ...ids]) known.set(keyOf({ kind: thing.kind, id }), id);
    queue.push(...others);
    for (const link of sources.links) {
      if (followed.has(link) || ![link.from, link.to].some((end) => known.has(keyOf(end)))) continue;
      followed.add(link);
      entries.push(linkEntry(link));
      queue.push(link.from, link.to);
    }
  }
  entries.push(...await readAudit([...known.values()], entries, sources, options));
  return entries.toSorted((one, other) => place(one) - place(other));
}

function place({ at }: Entry): number {
  const time = at === null ? Number.NaN : timeOf(at);
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}

function read(thing: Thing, sources: Sources, options: Options): Promise<Found> {
  switch (thing.kind) {
    case "form": return readForm(thing, sources, options);
    case "order": return readSigning(thing, sources, options);
    case "document": return readDocument(thing, sources, options);
  }
}

function entry(what: string, more: { readonly at?: string | null | undefined; readonly name?: string; readonly id?: string; readonly how?: How; readonly record?: unknown }): Entry {
  const { at, name = "", id = "", how = "the service says", record } = more;
  return { at: at || null, what, name: visible(name), id, how, json: typeof record === "string" ? record : `${JSON.stringify(record ?? { what, name, id, how }, undefined, 2)}\n` };
}

/** A service without an address is not asked: nothing that it knows is in the journey. */
function withoutAddress({ connection: { signingApiUrl, archiveApiUrl, auditApiUrl } }: Api): readonly Entry[] {
  const services = [["Signing orders", "signingApiUrl", signingApiUrl], ["The archive", "archiveApiUrl", archiveApiUrl], ["Audit events", "auditApiUrl", auditApiUrl]] as const;
  return services.flatMap(([what, setting, address]) => (address === undefined
    ? [entry(`${what}: not asked`, { name: `The connection has no ${setting} in smartform.connections. What it would show is missing here.`, how: "could not be asked" })] : []));
}

/** A failed reading is an entry, and takes nothing from the others. */
async function asked(what: string, id: string, { signal }: Options, ask: () => Promise<Found>): Promise<Found> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !isApiError(error)) throw error;
    return { entries: [entry(`${what}: not shown`, { name: explain(error), id, how: error.code === "not-found" ? "not shown" : "could not be asked" })] };
  }
}

async function readForm(thing: Thing, { api, forms, environment }: Sources, options: Options): Promise<Found> {
  const { id } = thing;
  const made = forms.find(({ formId }) => formId === id);
  const noted = made === undefined ? [] : [entry("Test form made", { at: made.at, name: `${made.smartformName}, ${versionWords(made.environment)}`, id, how: "noted here when you sent it", record: made })];
  const there = await asked("Form", id, options, async () => {
    const both = await readBoth(api, { formId: id, environment: thing.environment }, options);
    const count = valuesOf(both).length;
    return { entries: [entry("Form as it is now", { name: `${count === 1 ? "1 property" : `${count} properties`}; the service tells no time`, id, record: { asTheWebhookHasIt: both.plain, asPrinted: both.readable } })] };
  });
  const archived = await documentsOfForm(id, { api, environment: environmentNamed(thing.environment) ?? environment }, options);
  return { entries: [...noted, ...there.entries, ...archived.entries], others: archived.others ?? [] };
}

/** Documents of the archive that name the form. */
async function documentsOfForm(id: string, { api, environment }: Pick<Sources, "api" | "environment">, options: Options): Promise<Found> {
  if (api.connection.archiveApiUrl === undefined) return { entries: [] };
  if (environment === undefined) return { entries: [entry("The archive: not searched for the form", { name: "The archive always has an environment, and neither the form nor the connection names one.", id, how: "could not be asked" })] };
  return asked("The archive", id, options, async () => {
    const { documents } = await searchDocuments(api.call, { environment, searchQuery: id }, { most: Infinity, ...options });
    const naming = documents.filter(({ dialogId }) => dialogId?.toLowerCase() === id.toLowerCase());
    return {
      entries: naming.length > 0 ? [] : [entry("The archive: lists no document that names the form", { name: `Searched in ${environment} alone. A PDF that was stored by itself names no form.`, id })],
      others: naming.map((document) => ({ kind: "document", id: document.id, environment })),
    };
  });
}

async function readSigning({ id }: Thing, { api }: Sources, options: Options): Promise<Found> {
  if (api.connection.signingApiUrl === undefined) return { entries: [] };
  return asked("Signing order", id, options, async () => {
    const order = await readOrder(api, id, options);
    if (order === undefined) return { entries: [entry("Signing order: not shown", { name: "The service does not show it to this client: it may be deleted, or of another company.", id, how: "not shown" })] };
    return { entries: orderEntries(order) };
  });
}

function orderEntries(order: SigningOrder): readonly Entry[] {
  const { id, createdDate, updatedDate, signatories } = order;
  const record = orderJson(order);
  const people = (signatories ?? []).map((signatory) => `${signatoryName(signatory)}: ${signStatusOf(signatory)}`);
  const state = [orderName(order), `${statusOf(order)}${updatedDate ? "" : "; the service tells no time of it"}`, ...people].join(" · ");
  return [
    ...(createdDate ? [entry("Signing order made", { at: createdDate, name: orderName(order), id, record })] : []),
    entry("Signing order changed last, and is now", { at: updatedDate, name: state, id, record }),
  ];
}

async function readDocument(thing: Thing, { api, links }: Sources, options: Options): Promise<Found> {
  const { id } = thing;
  const environment = environmentNamed(thing.environment);
  if (api.connection.archiveApiUrl === undefined) return { entries: [] };
  if (environment === undefined) return { entries: [entry("Document of the archive: not asked", { name: `The archive has no environment ${thing.environment ?? "without a name"}.`, id, how: "could not be asked" })] };
  return asked("Document of the archive", id, options, async () => {
    const document = await lookFor(id, environment, { api, since: links.find(({ to }) => keyOf(to) === keyOf(thing))?.at }, options);
    if (document === undefined) return { entries: [entry("Document of the archive: not listed", { name: `${environment} does not list it, which proves nothing: how many documents are listed at most is not documented.`, id, how: "not shown" })] };
    const { dialogId } = document.listed;
    return { entries: versionEntries(document, environment), ids: document.versions.map((version) => version.id), others: dialogId ? [{ kind: "form", id: dialogId, environment }] : [] };
  });
}

/** No search looks for ids of documents: what is newer than the note of it is looked through first, then everything. */
async function lookFor(id: string, environment: Environment, { api, since }: { readonly api: Api; readonly since: string | undefined }, options: Options): Promise<ArchiveDocument | undefined> {
  const limits = [...(since === undefined ? [] : [{ createdFrom: new Date(Date.parse(since) - day).toISOString() }]), {}];
  for (const limit of limits) {
    const { documents } = await searchDocuments(api.call, { environment, ...limit }, { most: Infinity, ...options });
    const found = documentsOf(documents).find((document) => document.versions.some((version) => version.id.toLowerCase() === id.toLowerCase()));
    if (found !== undefined) return await findDocument(api.call, environment, found, options) ?? found;
  }
  return undefined;
}

function versionEntries({ listed, fileName, versions, missing }: ArchiveDocument, environment: Environment): readonly Entry[] {
  const [newest] = versions;
  const unnamed = missing === undefined ? "How many more versions there are is not told" : `${missing} more ${missing === 1 ? "version" : "versions"}, which the service counts and does not name`;
  return [
    ...versions.map((version) => entry(version === newest ? "Newest version stored in the archive" : "Version stored in the archive", {
      at: version.stored, id: version.id, record: version === newest ? listed : version,
      name: [version.fileName || fileName, versionInWords(version), environment, ...(version.who === undefined ? [] : [`by ${version.who}`])].join(" · "),
    })),
    ...(missing === 0 ? [] : [entry("Other versions of the document", { name: unnamed, id: listed.id, record: listed satisfies ListedDocument })]),
  ];
}

const linkWords: Readonly<Record<Thing["kind"], string>> = { form: "the form", order: "the signing order", document: "the archived document" };

function linkEntry(link: Link): Entry {
  const { from, to, at } = link;
  const what = to.kind === "order" ? "Sent to be signed" : "Stored in the archive";
  const { identity: _, ...record } = link;
  return entry(what, { at, name: `The PDF of ${linkWords[from.kind]} ${from.id}`, id: to.id, how: "noted here when you sent it", record });
}

/** The service searches the names of events alone, so that the days since the first known time are read, and filtered here. */
async function readAudit(ids: readonly string[], soFar: readonly Entry[], { api, now }: Sources, options: Options): Promise<readonly Entry[]> {
  if (api.connection.auditApiUrl === undefined) return [];
  const times = soFar.map(place).filter((time) => time < Number.MAX_SAFE_INTEGER);
  const from = times.length === 0 ? new Date(now.getTime() - 30 * day) : new Date(Math.min(...times));
  const { entries } = await asked("Audit events", "", options, async () => {
    const days = daysAround({ from, to: now < from ? from : now });
    const found: AuditEvent[] = [];
    let [read, total] = [0, 0];
    for await (const page of readAuditEvents(api.call, days, { take: 1000, ...options })) {
      ({ read, total } = page);
      found.push(...page.events.filter((event) => names(event, ids)));
      if (read >= mostEvents) break;
    }
    const limits = [
      ...(read < total ? [entry("Audit events: not all read", { name: `The newest ${read} of ${total} events from ${days.dateFrom} to ${days.dateTo} were read.`, how: "could not be asked" })] : []),
      ...(times.length === 0 ? [entry("Audit events: last 30 days alone", { name: `No time of it is known, so that earlier days than ${days.dateFrom} were not asked for.`, how: "could not be asked" })] : []),
    ];
    return { entries: [...found.map(eventEntry), ...limits] };
  });
  return entries;
}

function eventEntry(event: AuditEvent): Entry {
  const { id, createdDate, logName, source, level, user } = event;
  const words = (known: ReadonlyMap<number, string>, number: number | null | undefined): string => (number === null || number === undefined ? "" : known.get(number) ?? String(number));
  const name = [words(auditSources, source), words(auditLevels, level), user ?? ""].filter((part) => part !== "").join(" · ");
  return entry(`Audit: ${visible(logName)}`, { at: createdDate, name, id, how: "the event's text names its id", record: event });
}

/** Whether the event's text holds one of the ids as a whole word: a short id is part of many others. */
export function names(event: AuditEvent, ids: readonly string[]): boolean {
  const text = JSON.stringify(event).toLowerCase();
  return ids.some((id) => holds(text, id.toLowerCase()));
}

function holds(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + id.length)) {
    if (!/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + id.length))) return true;
  }
  return false;
}

function environmentNamed(name: string | null): Environment | undefined {
  return environments.find((each) => each.toLowerCase() === name?.toLowerCase());
}

/** `timeZone` as `Europe/Stockholm`: the reader's own. */
export function journeyColumns(timeZone: string): readonly Column<Entry>[] {
  return [
    { key: "at", title: `Time (${timeZone})`, width: 190, text: ({ at }) => timeText(at, timeZone) },
    { key: "what", title: "What", width: 260, text: ({ what }) => what },
    { key: "name", title: "Name or state", width: 420, text: ({ name }) => name },
    { key: "how", title: "Known by", width: 220, text: ({ how }) => how },
    { key: "id", title: "Id", width: 280, text: ({ id }) => id },
  ];
}

function timeText(at: string | null, timeZone: string): string {
  if (at === null) return "not told";
  // Swedish writes dates as ISO does.
  return Number.isNaN(timeOf(at)) ? visible(at) : timeInWords(at, (date) => date.toLocaleString("sv", { timeZone }));
}

export const journeyNote = "Times of audit events are when the audit service received them; those of notes are of this computer. What is not in this list may have happened all the same: services that are not asked, or do not show something, prove nothing.";
