/**
 * Finds editing sessions of all users in an environment, with every filter that the service has. Adds the sessions that
 * the person picks to the view.
 */
import * as l10n from "@vscode/l10n";
import { carryOut } from "../calls/carryOut.ts";
import { grouped } from "../window/inDisplayLanguage.ts";
import { askSteps } from "../window/steps.ts";
import type { Step } from "../window/stepsModel.ts";
import { window } from "../window/window.ts";
import type { Documents, Reached } from "./documents.ts";
import {
  filterWords,
  isWholeFilter,
  sessionQuery,
  statuses,
  timeProblem,
  times,
  withoutFilter,
} from "./findSessionsModel.ts";
import type { SessionQuery } from "./findSessionsModel.ts";
import { foundSessions, foundWords, statusWords, tooManyWords } from "./sessionsModel.ts";

/** Maximum number of found sessions that one list shows. */
const shown = 1000;

export async function findSessions(documents: Documents, { session, place }: Reached): Promise<void> {
  const byFilter = {
    icon: "filter",
    label: l10n.t("By status, and by when the sessions were started or changed…"),
    hours: undefined,
    none: undefined,
  };
  const picked = await window.showQuickPick([...windows, byFilter], {
    title: l10n.t("Find sessions by when they were started, or by status"),
    placeHolder: l10n.t("Sessions of everyone in this environment"),
  });
  if (picked === undefined) return;
  const query =
    picked.hours === undefined
      ? await askFilter()
      : { createdStart: new Date(Date.now() - picked.hours * 3_600_000).toISOString() };
  if (query === undefined) return;
  const made = await carryOut({
    session,
    operation: "documents.sessions.list",
    request: { environment: place.environment, query },
  });
  if (made === undefined) return;
  const found = foundSessions(made.answer);
  if (found.length === 0) {
    await window.showInformationMessage(
      picked.none?.(place.environment) ??
        l10n.t("The service lists no session in {0} that matches: {1}.", place.environment, filterWords(query)),
    );
    return;
  }
  const rows = found
    .slice(0, shown)
    .map((one) => ({ label: one.dxmlUID, description: statusWords(one.status), detail: foundWords(one), one }));
  const placeHolder =
    found.length > shown
      ? l10n.t(
          "The newest {0} of {1} sessions; the service does not say whose they are",
          grouped(shown),
          grouped(found.length),
        )
      : l10n.t("{0} sessions; the service does not say whose they are", found.length);
  const chosen = await window.showQuickPick(rows, {
    title: l10n.t("Add to the view"),
    placeHolder,
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const { sessions } = documents;
  const known = new Map(sessions.of(place.key).map((one) => [one.dxmlUID, one]));
  const left = await sessions.put(
    ...chosen.map(({ one: { dxmlUID, started, validTo } }) => {
      const before = known.get(dxmlUID);
      return {
        ...(before ?? { place: place.key, dxmlUID, name: dxmlUID, started }),
        validTo: validTo ?? before?.validTo ?? null,
      };
    }),
  );
  documents.refresh();
  if (left > 0) await window.showInformationMessage(tooManyWords(left));
}

/** Undefined if the person cancelled or entered no filter. */
async function askFilter(): Promise<SessionQuery | undefined> {
  const prompts = {
    createdStart: l10n.t("Started from this day or time on, in your own time zone; leave empty for no limit"),
    createdEnd: l10n.t("Started on or before this day or time; leave empty for no limit"),
    modifiedStart: l10n.t("Changed from this day or time on; leave empty for no limit"),
    modifiedEnd: l10n.t("Changed on or before this day or time; leave empty for no limit"),
  };
  const answers = await askSteps(
    (): readonly Step[] => [
      {
        key: "status",
        prompt: l10n.t("Statuses to list; select none to list all"),
        several: true,
        items: statuses.map((status) => ({ value: status, label: statusWords(status), description: status })),
      },
      ...times.map((key) => ({ key, prompt: prompts[key], placeholder: "2026-11-30 16:45", problem: timeProblem })),
    ],
    { title: l10n.t("Find editing sessions") },
  );
  const query = answers && sessionQuery(answers);
  if (query === undefined || isWholeFilter(query)) return query;
  await window.showInformationMessage(withoutFilter());
  return undefined;
}

/** `none`: says that the service lists no such session in an environment. */
const windows: readonly {
  readonly icon?: string;
  readonly label: string;
  readonly hours: number;
  readonly none: (environment: string) => string;
}[] = [
  {
    label: l10n.t("In the last hour"),
    hours: 1,
    none: (environment) =>
      l10n.t("The service lists no session that was started in {0} in the last hour.", environment),
  },
  {
    label: l10n.t("In the last day"),
    hours: 24,
    none: (environment) => l10n.t("The service lists no session that was started in {0} in the last day.", environment),
  },
  {
    label: l10n.t("In the last week"),
    hours: 7 * 24,
    none: (environment) =>
      l10n.t("The service lists no session that was started in {0} in the last week.", environment),
  },
  {
    label: l10n.t("In the last 30 days"),
    hours: 30 * 24,
    none: (environment) =>
      l10n.t("The service lists no session that was started in {0} in the last 30 days.", environment),
  },
];
