/**
 * The dialog that writes an audit event with the connection's client of type Audit, then looks for it with the client
 * that may read.
 */
import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { auditLevels, withMarker } from "../../api/index.ts";
import type { Answer } from "../../language/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { reading } from "../calls/reading.ts";
import type { Session } from "../connections/session.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { askSteps } from "../window/steps.ts";
import type { Answers, Step } from "../window/stepsModel.ts";
import { window } from "../window/window.ts";
import { openEvent, tableKey } from "./auditTable.ts";
import {
  checkedEvent,
  companyOf,
  consequencesOf,
  descriptionProblem,
  eventOf,
  keepCompany,
  looksPersonal,
  optionalFields,
  reportOf,
  sources,
  timeProblem,
  typedCompany,
} from "./writeModel.ts";
import type { WrittenEvent } from "./writeModel.ts";

const needed = (value: string): string | undefined => (value === "" ? l10n.t("Enter a value.") : undefined);

/** `company`: the id as the service returned it; if undefined, the person types it. */
const stepsFor =
  (company: string | undefined) =>
  (answers: Answers): readonly Step[] => {
    const more = new Set((answers.get("more") ?? "").split(" "));
    const personal = looksPersonal([answers.get("user") ?? "", answers.get("description") ?? ""]);
    return [
      ...(company === undefined
        ? [
            {
              key: "customerId",
              prompt: l10n.t(
                "Id of the company. It could not be determined, so enter the id here. The service gives it only with the parties of a Smartform",
              ),
              problem: needed,
            },
          ]
        : []),
      { key: "logName", prompt: l10n.t("Event name; searches find the event by this name"), problem: needed },
      { key: "user", prompt: l10n.t("User that the event belongs to; recorded permanently"), problem: needed },
      { key: "source", prompt: l10n.t("Source of the event"), items: sources },
      {
        key: "level",
        prompt: l10n.t("Level of the event"),
        items: [...auditLevels].map(([number, name]) => ({ value: String(number), label: name })),
      },
      { key: "description", prompt: l10n.t("Facts about the event, as a JSON object"), problem: descriptionProblem },
      {
        key: "gdpr",
        prompt: personal
          ? l10n.t("Does the event hold personal data? It looks as if it does")
          : l10n.t("Does the event hold personal data?"),
        items: [
          {
            value: "yes",
            label: l10n.t("The event holds personal data"),
            detail: l10n.t("The event is marked as holding personal data. Nobody can ever remove the event."),
          },
          {
            value: "no",
            label: l10n.t("No personal data"),
            detail: personal ? l10n.t("Something in the event looks like an email address or a personal number.") : "",
          },
        ],
      },
      {
        key: "more",
        prompt: l10n.t("More fields; all are optional"),
        several: true,
        items: optionalFields.map(({ key, label, detail }) => ({ value: key, label, description: key, detail })),
      },
      ...optionalFields
        .filter(({ key }) => more.has(key))
        .map(({ key, label, detail }): Step => ({
          key,
          prompt: `${label}: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`,
          problem: key === "logDateUtc" ? timeProblem : () => undefined,
        })),
    ];
  };

/**
 * Asks for the event, and sends it if the person agrees. `given`: the owner of the table in which the command was
 * chosen; without it, the current connection is used.
 */
export async function writeEvent(services: Services, sides: Sides, given?: Owner): Promise<void> {
  const { connections } = services;
  const session = await connections.session(given && { owner: given });
  const owner = ownerOf(session);
  // Rejects, before the person fills in anything, if there is no client of type Audit; the error says what to do.
  await connections.auditSession({ owner });
  const told = await companyId(session);
  if (told === undefined) return;
  const { globalState } = services.extension;
  const atFirst: Readonly<Record<string, string | undefined>> = {
    description: "{}",
    customerId: typedCompany(globalState, session.identity),
  };
  const answers = await askSteps(stepsFor(told.state === "known" ? told.value : undefined), {
    title: l10n.t("Write an Audit Event · {0}", session.name),
    known: (key) => atFirst[key],
  });
  if (answers === undefined) return;
  const company = told.state === "known" ? told.value : (answers.get("customerId") ?? "");
  const event = eventOf(answers, company);
  if (told.state !== "known") await keepCompany(globalState, session.identity, company);
  await sendEvent(services, { event, company, typed: told.state !== "known", owner, sides });
}

/** Undefined if the person cancelled the reading. */
async function companyId({ api }: Session): Promise<Answer<string> | undefined> {
  return reading(l10n.t("Reading the company’s id…"), (signal) => companyOf(api, { signal }));
}

interface Sent {
  readonly event: unknown;
  /** The company's id as the service returned it, or as the person typed it. */
  readonly company: string;
  readonly typed?: boolean;
  readonly owner: Owner;
  readonly sides: Sides;
}

/**
 * Sends one event with a ticket, then looks for the event on the service and reports the result. Rejects with an error
 * for the user.
 */
async function sendEvent(services: Services, { event, company, typed = false, owner, sides }: Sent): Promise<void> {
  const { connections, tables } = services;
  const marker = randomUUID(),
    now = new Date();
  const body = withMarker(checkedEvent(event, company), marker);
  const look = async (signal: AbortSignal) => {
    const { api } = await connections.session({ owner });
    return reportOf((...search) => api.call(...search), body, { marker, now, signal });
  };
  const sent = await carryOut({
    session: await connections.auditSession({ owner }),
    operation: "audit.write",
    request: { body },
    dialog: {
      question: l10n.t('Write the audit event "{0}"?', body.logName),
      consequences: consequencesOf(body, { typed }),
      yes: l10n.t("Write the Event"),
    },
    lookUp: async (signal) => (await look(signal)).words,
  });
  if (sent === undefined) return;
  tables.find(tableKey(owner))?.refresh();
  await report({ event: body, look, open: (id) => openEvent(services, { sides, owner, id }) });
}

interface Reporting {
  readonly event: WrittenEvent;
  readonly look: (signal: AbortSignal) => ReturnType<typeof reportOf>;
  readonly open: (id: string) => Promise<void>;
}

/** A 200 does not prove that the event is stored (T98), so the event is looked for, as often as the person asks. */
async function report({ event, look, open }: Reporting): Promise<void> {
  const { verified, words } = (await reading(l10n.t('Looking for the event "{0}"…', event.logName), look)) ?? {
    verified: undefined,
    words: l10n.t("You cancelled the check, so it is not known whether the event is stored."),
  };
  if (verified?.state === "stored") {
    if ((await window.showInformationMessage(words, l10n.t("Open as JSON"))) !== undefined)
      await open(verified.event.id);
    return;
  }
  if (
    (await window.showWarningMessage(l10n.t("The service accepted the event. {0}", words), l10n.t("Look Again"))) !==
    undefined
  )
    await report({ event, look, open });
}
