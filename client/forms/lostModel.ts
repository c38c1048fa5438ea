/**
 * Looks for a form whose id is unknown. Either the answer was lost, or the form was made together with its PDF: the
 * answer to such a request contains no id (document 1, "PDFs"). The service has no search for forms, so this reads
 * forms whose ids the service names elsewhere. The marker in a form proves that it is the right one. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { daysAround, isObject } from "../../api/index.ts";
import type { Api } from "../../api/index.ts";
import { grouped } from "../window/inDisplayLanguage.ts";
import { oneOrMany } from "../../language/index.ts";
import { markOf, placeOf } from "../records/readBackModel.ts";
import type { TestForm } from "../records/testForms.ts";
import { answered } from "../calls/answersModel.ts";

interface Search {
  /** Undefined if none of the forms that were read has the marker. */
  readonly formId: string | undefined;
  /** How many forms were read, and why others were not. */
  readonly looked: number;
  readonly doubts: readonly string[];
}

type Options = { readonly signal: AbortSignal };

/**
 * At most this many forms are read: first the forms in progress, then those whose audit events are nearest in time to
 * the request.
 */
const most = 100;
const together = 6;
/** The audit source for forms (document 2, "Audit event (written)"). */
const ofForms = 2;

/** `audits`: whether the connection has an address for the audit API. Rejects if cancelled. */
export async function findLost(
  api: Pick<Api, "call">,
  form: TestForm,
  { audits, signal }: Options & { readonly audits: boolean },
): Promise<Search> {
  const inProgress = await idsInProgress(api, form, { signal });
  const inAudit = audits
    ? await idsInAudit(api, form, { signal })
    : {
        ids: [],
        doubts: [
          l10n.t(
            "The connection has no address for the audit API, so audit events, which may mention forms, were not searched.",
          ),
        ],
      };
  const ids = [...new Set([...inProgress.ids, ...inAudit.ids])].filter((id) => id !== form.smartformId);
  const doubts = [...inProgress.doubts, ...inAudit.doubts];
  let looked = 0;
  let silent = 0;
  for (let first = 0; first < Math.min(ids.length, most); first += together) {
    const some = ids.slice(first, Math.min(first + together, most));
    const marks = await Promise.all(some.map((id) => markIn(api, id, { place: form, signal })));
    looked += marks.filter((mark) => mark !== "silent" && mark !== "none").length;
    silent += marks.filter((mark) => mark === "silent").length;
    const found = some.find((_, index) => isMark(marks[index], form.marker));
    if (found !== undefined) return { formId: found, looked, doubts: [] };
  }
  if (silent > 0)
    doubts.push(
      oneOrMany(
        silent,
        l10n.t("1 form could not be checked, because the service did not answer."),
        l10n.t("{0} forms could not be checked, because the service did not answer.", silent),
      ),
    );
  if (ids.length > most)
    doubts.push(
      l10n.t("The search checks at most {0} forms. The form that you are looking for may be one of the others.", most),
    );
  return { formId: undefined, looked, doubts };
}

type Mark = { readonly mark: string | undefined } | "none" | "silent";

function isMark(found: Mark | undefined, marker: string): boolean {
  return typeof found === "object" && found.mark === marker;
}

/** Reads the marker of the form with this id; `none` if there is no such form. */
async function markIn(
  api: Pick<Api, "call">,
  id: string,
  { place, signal }: Options & { readonly place: TestForm },
): Promise<Mark> {
  const read = await answered(
    api.call("forms.read", { path: { id }, ...placeOf({ formId: id, environment: place.environment }) }, { signal }),
  );
  if (read.state === "known") return { mark: markOf(read.value) };
  return read.state === "absent" ? "none" : "silent";
}

interface Named {
  readonly ids: readonly string[];
  readonly doubts: readonly string[];
}

async function idsInProgress(api: Pick<Api, "call">, form: TestForm, options: Options): Promise<Named> {
  return orDoubt(l10n.t("Forms in progress could not be listed."), async () => {
    const listed = await api.call("forms.inProgress", placeOf({ formId: "", environment: form.environment }), options);
    return {
      ids: listed.flatMap(({ id, dialogDefinitionId }) =>
        id && (!dialogDefinitionId || dialogDefinitionId === form.smartformId) ? [id] : [],
      ),
      doubts: [],
    };
  });
}

/**
 * Returns everything that looks like an id in the audit events of forms, starting with the events nearest in time to
 * the request. The documents do not say how an event names its facts.
 */
async function idsInAudit(api: Pick<Api, "call">, form: TestForm, options: Options): Promise<Named> {
  return orDoubt(l10n.t("The audit events, which may mention forms, could not be searched."), async () => {
    const at = new Date(form.at);
    const { eventLogs, totalRecords } = await api.call(
      "audit.search",
      { body: { ...daysAround({ from: at, to: at }), source: ofForms, take: 1000, skip: 0 } },
      options,
    );
    const distance = ({ createdDate }: { readonly createdDate: string }): number =>
      Math.abs(Date.parse(createdDate) - at.getTime()) || 0;
    return {
      ids: eventLogs
        .toSorted((one, other) => distance(one) - distance(other))
        .flatMap(({ description }) =>
          isObject(description)
            ? Object.values(description).flatMap((value) =>
                typeof value === "string" && value.length < 1000 ? (value.match(id) ?? []) : [],
              )
            : [],
        ),
      doubts:
        totalRecords > eventLogs.length
          ? [
              l10n.t(
                "Only the newest {0} of {1} audit events from the days around the request were read. The others may mention the form.",
                grouped(eventLogs.length),
                grouped(totalRecords),
              ),
            ]
          : [],
    };
  });
}

const id = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

async function orDoubt(doubt: string, ask: () => Promise<Named>): Promise<Named> {
  const found = await answered(ask());
  return found.state === "known" ? found.value : { ids: [], doubts: [doubt] };
}

/** Worded so that it never claims that the form does not exist. */
export function lostWords({ looked, doubts }: Pick<Search, "looked" | "doubts">): string {
  return [
    oneOrMany(
      looked,
      l10n.t("The form was not found. 1 form was checked, and it has another marker."),
      l10n.t("The form was not found. {0} forms were checked, and none has its marker.", looked),
    ),
    ...doubts,
    l10n.t('If you know the id of the form, open the form with "Smartform Forms: Open Form by Its Id…".'),
  ].join(" ");
}
