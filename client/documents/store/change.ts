/**
 * Changes and deletes stored documents: reads them, shows what was read and asks for consent, and reads them again
 * afterwards.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf, visible } from "../../../language/index.ts";
import { changedSentence, deletedSentence, plannedSentence } from "../../../api/index.ts";
import type { StoreChanges, StoreQuery, StoreRow } from "../../../api/index.ts";
import { carryOut } from "../../calls/carryOut.ts";
import { placeWords, searchAt } from "../../connections/documentsPlaceModel.ts";
import { reading } from "../../calls/reading.ts";
import { askSteps } from "../../window/steps.ts";
import type { Step } from "../../window/stepsModel.ts";
import { window } from "../../window/window.ts";
import {
  beforeWords,
  changeLines,
  changesOf,
  countWords,
  deletedWords,
  lookAtMany,
  manyLines,
  planMany,
  readAgain,
  readBackWords,
  rowWords,
} from "./changeModel.ts";
import type { Looking } from "./changeModel.ts";
import { cellText, filterWords, idsOf, idsText, valueIn } from "./searchModel.ts";
import type { StoreFolder } from "./table.ts";
import { agrees } from "../../window/agrees.ts";

async function lookingIn({ place, columns, session }: StoreFolder): Promise<{
  readonly session: Awaited<ReturnType<StoreFolder["session"]>>;
  readonly looking: (signal?: AbortSignal) => Looking;
}> {
  const now = await session();
  return {
    session: now,
    looking: (signal) => ({
      call: searchAt(place, now.api.call),
      environment: place.environment,
      folder: columns,
      ...(signal && { signal }),
    }),
  };
}

/** Asks for columns and their new values; undefined if the person cancelled or chose none. */
async function askChanges({ columns }: StoreFolder, title: string, row?: StoreRow): Promise<StoreChanges | undefined> {
  if (columns.length === 0)
    throw new Error(l10n.t("The folder's definition lists no column that could be read, so nothing can be changed."));
  const answers = await askSteps(
    (so): readonly Step[] => [
      {
        key: "columns",
        prompt: l10n.t("Columns to change"),
        several: true,
        items: columns.map((column, index) => ({
          value: String(index),
          label: visible(column.displayName),
          description: row ? visible(cellText(valueIn(row, column))) : "",
        })),
      },
      ...(so.get("columns") ?? "")
        .split(" ")
        .filter((index) => index !== "")
        .map((index): Step => ({
          key: index,
          prompt: l10n.t(
            "{0}: the new value; leave it empty to remove the value",
            columns[Number(index)]?.displayName ?? "",
          ),
          problem: () => undefined,
        })),
    ],
    {
      title,
      known(key) {
        const column = columns[Number(key)];
        return row === undefined || column === undefined ? undefined : cellText(valueIn(row, column));
      },
    },
  );
  if (answers === undefined) return undefined;
  const entered = new Map(
    [...answers].flatMap(([key, value]) =>
      key === "columns" ? [] : [[columns[Number(key)]?.name ?? "", value] as const],
    ),
  );
  if (entered.size > 0) return changesOf(columns, entered);
  void window.showInformationMessage(l10n.t("No column was chosen: nothing was changed."));
  return undefined;
}

export async function changeOne(folder: StoreFolder, row: StoreRow): Promise<void> {
  const { place, columns } = folder;
  const { jobid, docid } = idsOf(row);
  const { session, looking } = await lookingIn(folder);
  const now = await reading(
    l10n.t("Reading the stored document again…"),
    async (signal) => ({ found: await readAgain(looking(signal), row) }),
    place,
  );
  if (now === undefined) return;
  const changes = await askChanges(
    folder,
    l10n.t("Change stored document {0} · {1}", idsText(row), placeWords(place)),
    now.found ?? row,
  );
  if (changes === undefined) return;
  if (
    !(await agrees(l10n.t("Change the columns of the stored document {0}?", idsText(row)), {
      detail: [
        ...changeLines(now.found ?? row, changes, columns),
        "",
        now.found ? l10n.t("The values before the change were read just now.") : beforeWords(row, false),
        l10n.t("Host: {0}", session.host),
        placeWords(place),
        l10n.t("The API documents describe no way to get back what the columns held before."),
      ].join("\n"),
      yes: l10n.t("Change It"),
    }))
  )
    return;
  const made = await carryOut({
    session,
    operation: "store.update",
    request: { ...place.at, body: { JobId: jobid, DocId: docid, UpdateColumns: changes } },
    lookUp: (signal) => readBackWords(looking(signal), row, changes),
  });
  if (made === undefined) return;
  await report(folder, changedSentence(made.answer), (signal) => readBackWords(looking(signal), row, changes));
}

export async function deleteOne(folder: StoreFolder, row: StoreRow): Promise<void> {
  const { place, columns } = folder;
  const path = idsOf(row);
  const { session, looking } = await lookingIn(folder);
  const now = await reading(
    l10n.t("Reading the stored document again…"),
    async (signal) => ({ found: await readAgain(looking(signal), row) }),
    place,
  );
  if (now === undefined) return;
  const made = await carryOut({
    session,
    operation: "store.delete",
    request: { ...place.at, path },
    lookUp: (signal) => deletedWords(looking(signal), row),
    dialog: {
      question: l10n.t("Delete the stored document {0}?", idsText(row)),
      yes: l10n.t("Delete"),
      consequences: [
        rowWords(now.found ?? row, columns),
        beforeWords(row, now.found !== undefined),
        l10n.t("The document is deleted permanently: you cannot bring it back."),
      ],
    },
  });
  if (made !== undefined)
    await report(folder, deletedSentence(made.answer), (signal) => deletedWords(looking(signal), row));
}

/** Shows the count and some of the documents first, and asks for the ticket only then (T152). */
export async function changeMany(folder: StoreFolder, query: Pick<StoreQuery, "filters" | "join">): Promise<void> {
  const { place, columns } = folder;
  if (query.filters.length === 0)
    throw new Error(
      l10n.t(
        "Every document of the store might be changed if you give no comparison. Fill in at least one box above the table, and press Enter.",
      ),
    );
  const { session, looking } = await lookingIn(folder);
  const search = filterWords(query, columns);
  const changes = await askChanges(
    folder,
    l10n.t("Change all documents that match the search · {0}", placeWords(place)),
  );
  if (changes === undefined) return;
  const planned = await reading(
    l10n.t("Counting what would be changed…"),
    (signal) => planMany(looking(signal), query, changes),
    place,
  );
  if (planned === undefined) return;
  if (planned.found === 0) return void (await window.showInformationMessage(plannedSentence(planned)));
  const count = countWords(planned);
  const go = {
    icon: "edit",
    label: l10n.t("Change {0}…", count),
    detail: l10n.t("Search: {0}", visible(search)),
  };
  const some = planned.sample.map((row) => ({
    label: rowWords(row, columns),
    description: l10n.t("would be changed"),
  }));
  const picked = await window.showQuickPick(
    [go, { label: l10n.t("Some of these documents"), kind: vscode.QuickPickItemKind.Separator }, ...some],
    {
      title: l10n.t("Change all documents that match the search · {0}", placeWords(place)),
      placeHolder: plannedSentence(planned),
    },
  );
  if (picked !== go) return;
  const made = await carryOut({
    session,
    operation: "store.updateMany",
    request: { ...planned.request, ...place.at },
    dialog: {
      question: l10n.t("Change {0}?", count),
      yes: l10n.t("Change Them"),
      consequences: manyLines(planned, { changes, search, folder: columns }),
    },
    lookUp: (signal) => lookAtMany(looking(signal), planned, changes),
  });
  if (made !== undefined)
    await report(folder, changedSentence(made.answer, planned), (signal) =>
      lookAtMany(looking(signal), planned, changes),
    );
}

/** Reports the service's answer and what was read afterwards. */
async function report(
  { place, refresh }: StoreFolder,
  said: string,
  look: (signal: AbortSignal) => Promise<string>,
): Promise<void> {
  refresh();
  const seen = await reading(l10n.t("Reading again…"), look, place).catch((error: unknown) =>
    l10n.t("The store could not be read again: {0}", messageOf(error)),
  );
  void window.showInformationMessage(seen === undefined ? said : `${said} ${seen}`);
}
