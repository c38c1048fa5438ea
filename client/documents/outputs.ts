/**
 * Makes outputs and shows them: PDFs in the PDF panel, text as plain text that is never rendered, MFDX as a file saved
 * where the person chooses.
 */
import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { File } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { fileWord } from "../window/fileName.ts";
import { saveAs } from "../window/saveFile.ts";
import { window } from "../window/window.ts";
import type { Documents, Reached } from "./documents.ts";
import { dataOutputs, outputRow, productOf, sessionOutputs } from "./outputsModel.ts";
import type { Output } from "./outputsModel.ts";
import type { Place } from "../connections/documentsPlaceModel.ts";
import { placeOf } from "./sessionsModel.ts";
import type { KeptSession, Status } from "./sessionsModel.ts";
import { askGroup, askWish, groupShown } from "./wish.ts";
import type { Grouped } from "./wish.ts";
import { dataCallOf } from "./wishModel.ts";

/** Makes one of the outputs of a document, without leaving a session behind. */
export async function makeOutput(
  documents: Documents,
  reached: Reached,
  { metaFile, document }: { readonly metaFile: string; readonly document: string },
): Promise<void> {
  const { session, place } = reached;
  const output = await pickOutput(dataOutputs, l10n.t("Output of {0}", document));
  if (output === undefined) return;
  const wish = await askWish(documents, reached, {
    metaFile,
    document,
    action: l10n.t("Create the {0}", output.label),
    userName: "optional",
    attachments: output.attachments,
  });
  if (wish?.data === undefined) return;
  const operation = output[wish.data.kind];
  const made = dataCallOf(output.attachments ? wish : { ...wish, attachments: [] });
  const make = (signal?: AbortSignal) =>
    carryOut({ session, operation, request: { environment: place.environment, ...made }, ...(signal && { signal }) });
  await present(documents, output, {
    key: `${place.key} ${metaFile} ${document} ${output.kind} ${randomBytes(6).toString("hex")}`,
    place,
    name: document,
    make,
  });
}

/**
 * Shows the current content of the session. The service advises requesting the content only after editing is finished.
 */
export async function showSessionOutput(
  documents: Documents,
  { session, place }: Reached,
  kept: KeptSession,
  status: Status,
): Promise<void> {
  let { at } = place;
  const output = await pickOutput(
    sessionOutputs,
    status === "Draft"
      ? l10n.t("Editing is not finished: the output shows what was saved so far")
      : l10n.t("Output of {0}", kept.name),
    {
      now: () => at.environmentGroup,
      async put(environmentGroup) {
        const regrouped = { ...kept, environmentGroup };
        ({ at } = placeOf(place, regrouped));
        await documents.sessions.put(regrouped);
        documents.refresh();
      },
      prompt: l10n.t(
        "Name or id of the environment group. Leave this empty if your company uses no environment groups. The group is kept for this editing session. Every call for the session sends the group, if the call accepts one.",
      ),
    },
  );
  if (output === undefined) return;
  const make = (signal?: AbortSignal) =>
    carryOut({
      session,
      operation: output.operation,
      request: { ...at, path: { dxmlUID: kept.dxmlUID } },
      ...(signal && { signal }),
    });
  await present(documents, output, {
    key: `${place.key} ${kept.dxmlUID} ${output.kind} ${at.environmentGroup ?? ""}`,
    place,
    name: kept.name,
    make,
  });
}

/**
 * `grouped`: the environment group, which is sent with the call and can be changed in this list. Undefined for outputs
 * that need data, because the list for the data shows the group.
 */
async function pickOutput<One extends Output>(
  outputs: readonly One[],
  placeHolder: string,
  grouped?: Grouped,
): Promise<One | undefined> {
  const rows = outputs.map(outputRow);
  for (;;) {
    const group = {
      icon: "group-by-ref-type",
      label: l10n.t("Environment group"),
      description: grouped === undefined ? "" : groupShown(grouped),
      output: undefined,
    };
    const picked = await window.showQuickPick(grouped === undefined ? rows : [...rows, group], {
      title: l10n.t("Output"),
      placeHolder,
    });
    if (grouped === undefined || picked !== group) return picked?.output;
    await askGroup(grouped);
  }
}

interface Presented {
  /** One panel per key. */
  readonly key: string;
  readonly place: Place;
  readonly name: string;
  /** Undefined if the call was cancelled; null if these data produce no document. */
  readonly make: (signal?: AbortSignal) => Promise<{ readonly answer: File | null } | undefined>;
}

/** Shows what was made, or saves it. */
export async function present(
  { services: { panels }, sides }: Documents,
  { label, shown, extension }: Output,
  { key, place, name, make }: Presented,
): Promise<void> {
  const made = await make();
  if (made === undefined) return;
  const product = productOf(made.answer, shown);
  switch (product.shown) {
    case "nothing":
      await window.showInformationMessage(product.words);
      return;
    case "pdf": {
      // The panel first shows the PDF that was just made; its refresh button makes a new one.
      let first: Uint8Array | undefined = product.bytes;
      await panels.show({
        key,
        title: `${name} · ${label}`,
        place: `${place.environment} · ${place.connection}`,
        async render(_, signal) {
          const bytes = first;
          first = undefined;
          return bytes ?? again(await make(signal));
        },
      });
      return;
    }
    case "text":
      await showText(sides, product.text, `${fileWord(name) || "document"}.${extension}`);
      return;
    case "file":
      await saveAndSay(product.bytes, {
        title: l10n.t("Save the {0}", label),
        name: `${fileWord(name) || "document"}.${extension}`,
        extension,
      });
  }
}

function again(made: { readonly answer: File | null } | undefined): Uint8Array {
  if (made === undefined) throw new Error(l10n.t("Stopped. The PDF shown is the previous one."));
  const product = productOf(made.answer, "pdf");
  if (product.shown === "nothing") throw new Error(product.words);
  if (product.shown === "text") throw new Error(l10n.t("The service's answer is not a PDF."));
  return product.bytes;
}

/** Opens a read-only page of plain text, named after what it shows. The text is never rendered. */
export async function showText(sides: Documents["sides"], text: string, name: string): Promise<void> {
  const { document } = await sides.open(text, name, { preview: false });
  if (name.endsWith(".dxml")) await vscode.languages.setTextDocumentLanguage(document, "xml");
}

export async function saveAndSay(
  bytes: Uint8Array,
  { extension, ...wanted }: { readonly title: string; readonly name: string; readonly extension?: string },
): Promise<void> {
  const target = await saveAs(bytes, {
    ...wanted,
    ...(extension && { filters: { [extension.toUpperCase()]: [extension] } }),
  });
  if (target !== undefined)
    await window.showInformationMessage(l10n.t("Saved as {0}.", vscode.workspace.asRelativePath(target)));
}
