/**
 * Everything that happened to one form, signing order or archived document: what was noted here, and what the service
 * says now. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import {
  auditLevels,
  auditSources,
  daysAround,
  environments,
  explain,
  isApiError,
  readAuditEvents,
  searchDocuments,
} from "../../api/index.ts";
import type { Api, AuditEvent, Environment, ListedDocument, SigningOrder } from "../../api/index.ts";
import { documentsOf, timeInWords, timeOf, versionInWords } from "../records/archiveDocumentModel.ts";
import type { ArchiveDocument } from "../records/archiveDocumentModel.ts";
import { findDocument } from "../records/archiveSearchModel.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { userText } from "../records/auditUserModel.ts";
import type { OwnClient } from "../records/auditUserModel.ts";
import { versionWords } from "../records/smartformModel.ts";
import { readBoth, valuesOf } from "../records/readBackModel.ts";
import type { TestForm } from "../records/testForms.ts";
import { orderJson, orderName, signatoryName, signStatusOf, statusOf } from "../records/signingOrderModel.ts";
import { readOrder } from "../records/signingOrdersModel.ts";
import type { Column } from "../panels/table/source.ts";
import { keyOf } from "../records/journeyLinks.ts";
import type { Link, Thing } from "../records/journeyLinks.ts";

/**
 * Where the facts of an entry come from, or why the entry has no facts. These are the values in the JSON of an entry;
 * `howWords` contains the words for the user.
 */
type How =
  | "the service says"
  | "noted here when you sent it"
  | "the event's text names its id"
  | "could not be asked"
  | "not shown";

export interface Entry {
  /** The time as the source wrote it; null if the source gives no time. */
  readonly at: string | null;
  readonly what: string;
  /** Name or state of the thing that the entry is about, in words. */
  readonly name: string;
  /** Empty if the entry is about no particular thing. */
  readonly id: string;
  readonly how: How;
  /** Everything known about the entry, as JSON. */
  readonly json: string;
}

/** What the journey is read from. */
export interface Sources {
  readonly api: Api;
  /** The environment of the connection in use; undefined if its forms run as drafts. */
  readonly environment: Environment | undefined;
  /** Links that were noted for this connection. */
  readonly links: readonly Link[];
  /** The test forms that were made from here. */
  readonly forms: readonly TestForm[];
  /** The clients of the connection. */
  readonly clients: readonly OwnClient[];
  readonly now: Date;
}

type Options = { readonly signal: AbortSignal };

/**
 * The result of one reading. `ids`: further ids of the thing itself; `others`: things that the service says belong to
 * it.
 */
interface Found {
  /** The name of the thing itself, if one was found. */
  readonly name?: string | undefined;
  readonly entries: readonly Entry[];
  readonly ids?: readonly string[];
  readonly others?: readonly Thing[];
}

const day = 86_400_000;

/** The maximum number of events read: twenty answers, if every answer is full. */
export const mostEvents = 20_000;

/** The maximum number of answers with events that are read, however few events each one has. */
export const mostAnswers = 200;

/** The maximum number of forms, orders and documents that are read: each one may name others. */
export const mostThings = 100;

/**
 * Returns the entries, oldest first; entries without a known time come last. There is also an entry for everything that
 * could not be read. Rejects if the signal aborts.
 */
export async function readJourney(subject: Thing, sources: Sources, options: Options): Promise<readonly Entry[]> {
  // Entries are always added by making a new array: a hundred thousand arguments of `push` would overflow the stack.
  let entries = withoutAddress(sources.api);
  const known = new Map<string, string>();
  const followed = new Set<Link>();
  /** Names of things by their keys. */
  const named = new Map<string, string>();
  const queue: Thing[] = [subject];
  let count = 0;
  for (const [index, thing] of queue.entries()) {
    if (known.has(keyOf(thing))) continue;
    if (count === mostThings) {
      entries = [...entries, notFollowed(thing, queue.slice(index), known)];
      break;
    }
    count += 1;
    const { name, entries: more, ids = [], others = [] } = await read(thing, sources, options);
    entries = [...entries, ...more];
    for (const id of [thing.id, ...ids]) {
      known.set(keyOf({ kind: thing.kind, id }), id);
      if (name !== undefined) named.set(keyOf({ kind: thing.kind, id }), name);
    }
    for (const other of others) queue.push(other);
    for (const link of sources.links) {
      if (followed.has(link) || ![link.from, link.to].some((end) => known.has(keyOf(end)))) continue;
      followed.add(link);
      queue.push(link.from, link.to);
    }
  }
  entries = [...entries, ...[...followed].map((link) => linkEntry(link, named.get(keyOf(link.from))))];
  entries = [...entries, ...(await readAudit([...known.values()], entries, sources, options))];
  const place = ({ at }: Entry) => knownTime(at, sources.now) ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((one, other) => place(one) - place(other));
}

/**
 * `next`: the first thing that was not read; `rest`: `next` and all things after it, some of which are already known.
 */
function notFollowed(next: Thing, rest: readonly Thing[], known: ReadonlyMap<string, string>): Entry {
  const left = new Set(rest.map(keyOf).filter((key) => !known.has(key))).size;
  return entry(l10n.t("Not everything that belongs to this journey was read"), {
    name: l10n.t(
      'A journey reads at most {0} forms, signing orders and documents. This journey has more, which were not read (known so far: {1}). To see the first one that was not read, use "Smartform Statistics and Audit: Show Journey…" with the id in this row.',
      mostThings,
      left,
    ),
    id: next.id,
    how: "could not be asked",
    record: { kind: next.kind, id: next.id, environment: next.environment, notRead: left },
  });
}

const earliest = Date.parse("1990-01-01");

/**
 * Returns milliseconds. Undefined for a time that nothing in a journey can have, such as the year 1 or 9999, which
 * services write for "never". Such a time must not determine the days for which audit events are read.
 */
function knownTime(at: string | null, now: Date): number | undefined {
  const time = at === null ? Number.NaN : timeOf(at);
  return time >= earliest && time <= now.getTime() + 366 * day ? time : undefined;
}

function read(thing: Thing, sources: Sources, options: Options): Promise<Found> {
  switch (thing.kind) {
    case "form":
      return readForm(thing, sources, options);
    case "order":
      return readSigning(thing, sources, options);
    case "document":
      return readDocument(thing, sources, options);
  }
}

function entry(
  what: string,
  more: {
    readonly at?: string | null | undefined;
    readonly name?: string;
    readonly id?: string;
    readonly how?: How;
    readonly record?: unknown;
  },
): Entry {
  const { at, name = "", id = "", how = "the service says", record } = more;
  return {
    at: at || null,
    what,
    name: visible(name),
    id,
    how,
    json: typeof record === "string" ? record : `${JSON.stringify(record ?? { what, name, id, how }, undefined, 2)}\n`,
  };
}

/** A service without an address is not asked. Its answers are missing from the journey, and an entry says so. */
function withoutAddress({ connection: { signingApiUrl, archiveApiUrl, auditApiUrl } }: Api): readonly Entry[] {
  const services = [
    [l10n.t("Signing orders"), "signingApiUrl", signingApiUrl],
    [l10n.t("The archive"), "archiveApiUrl", archiveApiUrl],
    [l10n.t("Audit events"), "auditApiUrl", auditApiUrl],
  ] as const;
  return services.flatMap(([what, setting, address]) =>
    address === undefined
      ? [
          entry(l10n.t("{0}: not read", what), {
            name: l10n.t(
              "The connection has no {0} in smartform.connections, so nothing from that service is shown here.",
              setting,
            ),
            how: "could not be asked",
          }),
        ]
      : [],
  );
}

/** Turns a failed reading into an entry, so that the other readings still count. */
async function asked(what: string, id: string, { signal }: Options, ask: () => Promise<Found>): Promise<Found> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !isApiError(error)) throw error;
    return {
      entries: [
        entry(l10n.t("{0}: not shown", what), {
          name: explain(error),
          id,
          how: error.code === "not-found" ? "not shown" : "could not be asked",
        }),
      ],
    };
  }
}

async function readForm(thing: Thing, { api, forms, environment }: Sources, options: Options): Promise<Found> {
  const { id } = thing;
  const made = forms.find(({ formId }) => formId === id);
  const noted =
    made === undefined
      ? []
      : [
          entry(l10n.t("Test form created"), {
            at: made.at,
            name: `${made.smartformName}, ${versionWords(made.environment)}`,
            id,
            how: "noted here when you sent it",
            record: made,
          }),
        ];
  const there = await asked(l10n.t("Form"), id, options, async () => {
    const both = await readBoth(api, { formId: id, environment: thing.environment }, options);
    const count = valuesOf(both).length;
    return {
      entries: [
        entry(l10n.t("Form as it is now"), {
          name: oneOrMany(
            count,
            l10n.t("1 property; the service does not say when it was set"),
            l10n.t("{0} properties; the service does not say when they were set", count),
          ),
          id,
          record: { asTheWebhookHasIt: both.plain, asPrinted: both.readable },
        }),
      ],
    };
  });
  const archived = await documentsOfForm(
    id,
    { api, environment: environmentNamed(thing.environment) ?? environment },
    options,
  );
  return {
    name: made?.smartformName,
    entries: [...noted, ...there.entries, ...archived.entries],
    others: archived.others ?? [],
  };
}

/** Finds documents of the archive that name the form. */
async function documentsOfForm(
  id: string,
  { api, environment }: Pick<Sources, "api" | "environment">,
  options: Options,
): Promise<Found> {
  if (api.connection.archiveApiUrl === undefined) return { entries: [] };
  if (environment === undefined)
    return {
      entries: [
        entry(l10n.t("The archive: not searched for the form"), {
          name: l10n.t(
            "Neither the form nor the connection has an environment. Without one, the archive would look in Development, so the archive was not searched.",
          ),
          id,
          how: "could not be asked",
        }),
      ],
    };
  return asked(l10n.t("The archive"), id, options, async () => {
    const { documents } = await searchDocuments(
      api.call,
      { environment, searchQuery: id },
      { most: Infinity, ...options },
    );
    const naming = documents.filter(({ dialogId }) => dialogId?.toLowerCase() === id.toLowerCase());
    return {
      entries:
        naming.length > 0
          ? []
          : [
              entry(l10n.t("The archive lists no document of this form"), {
                name: l10n.t(
                  "Only the environment {0} was searched. A PDF that was stored without its form is not found this way. The archive's list may also be incomplete: the API documents do not say how many documents the list can hold.",
                  environment,
                ),
                id,
              }),
            ],
      others: naming.map((document) => ({ kind: "document", id: document.id, environment })),
    };
  });
}

async function readSigning({ id }: Thing, { api }: Sources, options: Options): Promise<Found> {
  if (api.connection.signingApiUrl === undefined) return { entries: [] };
  return asked(l10n.t("Signing order"), id, options, async () => {
    const order = await readOrder(api, id, options);
    if (order === undefined)
      return {
        entries: [
          entry(l10n.t("Signing order: not shown"), {
            name: l10n.t(
              "The service does not show this signing order to this client: the order may have been deleted, or may belong to another company.",
            ),
            id,
            how: "not shown",
          }),
        ],
      };
    return { name: order.packageName ? orderName(order) : undefined, entries: orderEntries(order) };
  });
}

function orderEntries(order: SigningOrder): readonly Entry[] {
  const { id, createdDate, updatedDate, signatories } = order;
  const record = orderJson(order);
  const people = (signatories ?? []).map((signatory) => `${signatoryName(signatory)}: ${signStatusOf(signatory)}`);
  const state = [
    orderName(order),
    updatedDate ? statusOf(order) : l10n.t("{0}; the service does not say since when", statusOf(order)),
    ...people,
  ].join(" · ");
  return [
    ...(createdDate
      ? [entry(l10n.t("Signing order created"), { at: createdDate, name: orderName(order), id, record })]
      : []),
    entry(l10n.t("Last change of the signing order, and its state now"), { at: updatedDate, name: state, id, record }),
  ];
}

async function readDocument(thing: Thing, { api, links, now }: Sources, options: Options): Promise<Found> {
  const { id } = thing;
  const environment = environmentNamed(thing.environment);
  if (api.connection.archiveApiUrl === undefined) return { entries: [] };
  if (environment === undefined)
    return {
      entries: [
        entry(l10n.t("Document of the archive: not requested"), {
          name:
            thing.environment === null
              ? l10n.t(
                  "No environment was given. Without one, the archive would look in Development, so the document was not requested.",
                )
              : l10n.t("The archive has no environment {0}.", thing.environment),
          id,
          how: "could not be asked",
        }),
      ],
    };
  return asked(l10n.t("Document of the archive"), id, options, async () => {
    const document = await lookFor(
      id,
      environment,
      { api, now, since: links.find(({ to }) => keyOf(to) === keyOf(thing))?.at },
      options,
    );
    if (document === undefined)
      return {
        entries: [
          entry(l10n.t("Document of the archive: not listed"), {
            name: l10n.t(
              "In {0}, the archive does not list this document. The document may still be there: the API documents do not say how many documents a list can hold.",
              environment,
            ),
            id,
            how: "not shown",
          }),
        ],
      };
    const { dialogId } = document.listed;
    return {
      name: document.listed.fileName ? document.fileName : undefined,
      entries: versionEntries(document, environment),
      ids: document.versions.map((version) => version.id),
      others: dialogId ? [{ kind: "form", id: dialogId, environment }] : [],
    };
  });
}

/**
 * No search finds a document by its id. If the time of the note about the document is known, this first searches the
 * documents stored since one day before that time. The day is there because the clocks of the service and this computer
 * may differ. If the document is not found, all documents are searched.
 */
async function lookFor(
  id: string,
  environment: Environment,
  { api, now, since }: Pick<Sources, "api" | "now"> & { readonly since: string | undefined },
  options: Options,
): Promise<ArchiveDocument | undefined> {
  const noted = knownTime(since ?? null, now);
  const limits = [...(noted === undefined ? [] : [{ createdFrom: new Date(noted - day).toISOString() }]), {}];
  for (const limit of limits) {
    const { documents } = await searchDocuments(api.call, { environment, ...limit }, { most: Infinity, ...options });
    const found = documentsOf(documents).find((document) =>
      document.versions.some((version) => version.id.toLowerCase() === id.toLowerCase()),
    );
    if (found !== undefined) return (await findDocument(api.call, environment, found, options)) ?? found;
  }
  return undefined;
}

function versionEntries(
  { listed, fileName, versions, missing }: ArchiveDocument,
  environment: Environment,
): readonly Entry[] {
  const [newest] = versions;
  const unnamed =
    missing === undefined
      ? l10n.t("The service does not say how many more versions there are")
      : oneOrMany(
          missing,
          l10n.t("1 more version, which the service counts but does not list"),
          l10n.t("{0} more versions, which the service counts but does not list", missing),
        );
  return [
    ...versions.map((version) =>
      entry(
        version === newest ? l10n.t("Newest version stored in the archive") : l10n.t("Version stored in the archive"),
        {
          at: version.stored,
          id: version.id,
          record: version === newest ? listed : version,
          name: [
            version.fileName || fileName,
            versionInWords(version),
            environment,
            ...(version.who === undefined ? [] : [l10n.t("by {0}", version.who)]),
          ].join(" · "),
        },
      ),
    ),
    ...(missing === 0
      ? []
      : [
          entry(l10n.t("Other versions of the document"), {
            name: unnamed,
            id: listed.id,
            record: listed satisfies ListedDocument,
          }),
        ]),
  ];
}

/** `named`: the name of the thing whose PDF was sent or stored; without a name, the id of the thing stands for it. */
function linkEntry(link: Link, named: string | undefined): Entry {
  const { from, to, at } = link;
  const whose = named || from.id;
  const what = to.kind === "order" ? l10n.t("Sent to be signed") : l10n.t("Stored in the archive");
  const name = {
    form: l10n.t("The PDF of the form {0}", whose),
    order: l10n.t("The PDF of the signing order {0}", whose),
    document: l10n.t("The PDF of the archived document {0}", whose),
  }[from.kind];
  const { identity: _, ...record } = link;
  return entry(what, { at, name, id: to.id, how: "noted here when you sent it", record });
}

/**
 * The service searches only the names of events, so this reads all days since the first known time and filters here.
 */
async function readAudit(
  ids: readonly string[],
  soFar: readonly Entry[],
  { api, clients, now }: Sources,
  options: Options,
): Promise<readonly Entry[]> {
  if (api.connection.auditApiUrl === undefined) return [];
  const times = soFar.flatMap(({ at }) => knownTime(at, now) ?? []);
  const from = new Date(
    times.length === 0 ? now.getTime() - 30 * day : times.reduce((one, other) => Math.min(one, other)),
  );
  const { entries } = await asked(l10n.t("Audit events"), "", options, async () => {
    const days = daysAround({ from, to: now < from ? from : now });
    const found: AuditEvent[] = [];
    let [read, total] = [0, 0];
    for await (const page of readAuditEvents(api.call, days, { take: 1000, mostCalls: mostAnswers, ...options })) {
      ({ read, total } = page);
      for (const event of page.events) if (names(event, ids)) found.push(event);
      if (read >= mostEvents) break;
    }
    const limits = [
      ...(read < total
        ? [
            entry(l10n.t("Not all audit events were read"), {
              name: l10n.t(
                "The newest {0} of {1} events from {2} to {3} were read.",
                read,
                total,
                days.dateFrom,
                days.dateTo,
              ),
              how: "could not be asked",
            }),
          ]
        : []),
      ...(times.length === 0
        ? [
            entry(l10n.t("Audit events: only the last 30 days"), {
              name: l10n.t(
                "Nothing in this journey has a known time, so audit events from before {0} were not requested.",
                days.dateFrom,
              ),
              how: "could not be asked",
            }),
          ]
        : []),
    ];
    return { entries: [...found.map((event) => eventEntry(event, clients)), ...limits] };
  });
  return entries;
}

function eventEntry(event: AuditEvent, clients: readonly OwnClient[]): Entry {
  const { id, createdDate, logName, source, level, user } = event;
  const words = (known: ReadonlyMap<number, string>, number: number | null | undefined): string =>
    number === null || number === undefined ? "" : (known.get(number) ?? String(number));
  const name = [words(auditSources, source), words(auditLevels, level), userText(user, clients)]
    .filter((part) => part !== "")
    .join(" · ");
  return entry(l10n.t("Audit: {0}", visible(logName)), {
    at: createdDate,
    name,
    id,
    how: "the event's text names its id",
    record: event,
  });
}

/** Whether the event's text contains one of the ids as a whole word, because a short id may be part of other words. */
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

const howWords: Readonly<Record<How, string>> = {
  "the service says": l10n.t("the service says"),
  "noted here when you sent it": l10n.t("noted here when you sent it"),
  "the event's text names its id": l10n.t("the event's text contains an id of this journey"),
  "could not be asked": l10n.t("could not be asked"),
  "not shown": l10n.t("not shown"),
};

/** `timeZone`: the reader's own, such as `Europe/Stockholm`. */
export function journeyColumns(timeZone: string, now: Date): readonly Column<Entry>[] {
  return [
    { key: "at", title: l10n.t("Time ({0})", timeZone), width: 185, text: ({ at }) => timeText(at, timeZone, now) },
    { key: "what", title: l10n.t("What"), width: 220, text: ({ what }) => what },
    { key: "name", title: l10n.t("Name or state"), width: 360, text: ({ name }) => name },
    { key: "how", title: l10n.t("How it is known"), width: 190, text: ({ how }) => howWords[how] },
    { key: "id", title: l10n.t("Id"), width: 280, text: ({ id }) => id },
  ];
}

function timeText(at: string | null, timeZone: string, now: Date): string {
  if (at === null) return l10n.t("not given");
  if (knownTime(at, now) === undefined) return visible(at);
  // The Swedish locale formats dates as ISO does.
  return timeInWords(at, (date) => date.toLocaleString("sv", { timeZone }));
}

export const journeyNote = l10n.t(
  "The time of an audit event is when the audit service received it; the time of a note comes from this computer. Something that is not in this list may still have happened: perhaps a service was not asked, or does not show it.",
);
