/** The last step of a signing order: one list of rarely needed settings with their current values, and a way back. */
import * as l10n from "@vscode/l10n";
import { shownAddress } from "../../api/index.ts";
import { askLine, askPick } from "../window/ask.ts";
import type { Ending, Place } from "../window/ask.ts";
import type { Choice } from "../window/stepsModel.ts";
import { idProblem, moreOfSignatory, webhookProblem, webhookPrompt } from "./moreModel.ts";
import { signatoryName } from "../records/signingOrderModel.ts";
import { folderWords } from "./setupModel.ts";
import type { Setup } from "./setupModel.ts";
import { given } from "./startOrderModel.ts";
import type { Draft, DraftSignatory } from "./startOrderModel.ts";

/** What a step did to the draft, and where the person goes next. */
export type Turn = Ending<Draft>;

type Part = "on" | "completedWebhookUrl" | "cancelledWebhookUrl" | "archiveFolderId" | number;

export async function askMore(begun: Draft, place: Place, setup: Setup): Promise<Turn> {
  const behind = { ...place, back: true };
  let now = begun;
  for (;;) {
    const none = l10n.t("none");
    const items: readonly Choice<Part>[] = [
      { icon: "arrow-right", label: l10n.t("Go on"), value: "on" },
      {
        icon: "plug",
        label: l10n.t("Webhook when completed"),
        detail: webhookShown(now.completedWebhookUrl) ?? none,
        value: "completedWebhookUrl",
      },
      {
        icon: "plug",
        label: l10n.t("Webhook when cancelled"),
        detail: webhookShown(now.cancelledWebhookUrl) ?? none,
        value: "cancelledWebhookUrl",
      },
      {
        icon: "archive",
        label: l10n.t("Archive folder for the signed documents"),
        detail: folderShown(now, setup) ?? none,
        value: "archiveFolderId",
      },
      ...now.signatories.map((signatory, index) => ({
        icon: "person",
        label: signatoryName(signatory),
        detail: moreOfSignatory(signatory) || l10n.t("nothing more"),
        value: index,
      })),
    ];
    const { kind, value } = await askPick<Part>({ ...behind, placeholder: placeholderOf(setup), items });
    if (kind !== "next" || value === undefined || value === "on") return { kind, value: now };
    const turn =
      typeof value === "number"
        ? await askSignatory(now, value, behind)
        : value === "archiveFolderId"
          ? await askFolder(now, behind, setup)
          : await askWebhook(now, value, behind);
    now = turn.value;
    if (turn.kind === "left") return turn;
  }
}

function placeholderOf({ provider, archive }: Setup): string {
  const notSaid = l10n.t("not stated");
  return l10n.t(
    "Choose a setting to change it. Signing provider: {0}; archive: {1}",
    provider ?? notSaid,
    archive ?? notSaid,
  );
}

function folderShown({ archiveFolderId }: Draft, { folders }: Setup): string | undefined {
  const id = given(archiveFolderId);
  const folder = folders?.find(({ folderId }) => folderId === id);
  return id === undefined || folder === undefined || folderWords(folder) === id ? id : `${folderWords(folder)} (${id})`;
}

function webhookShown(written: string | undefined): string | undefined {
  const address = given(written);
  return address === undefined ? undefined : shownAddress(address);
}

async function askWebhook(
  draft: Draft,
  name: "completedWebhookUrl" | "cancelledWebhookUrl",
  place: Place,
): Promise<Turn> {
  const { kind, value } = await askLine({
    ...place,
    value: draft[name] ?? "",
    placeholder: "https://",
    prompt: webhookPrompt(name),
    problem: webhookProblem,
  });
  return { kind, value: kind === "back" ? draft : { ...draft, [name]: value } };
}

async function askFolder(draft: Draft, place: Place, { folders }: Setup): Promise<Turn> {
  const byId = async (value: string): Promise<Turn> => {
    const typed = await askLine({
      ...place,
      prompt: l10n.t(
        'Id of the archive folder; leave it empty for none. Use "Smartform Archive: Copy Id of an Archive Folder…" to get it.',
      ),
      value,
    });
    return { kind: typed.kind, value: typed.kind === "back" ? draft : { ...draft, archiveFolderId: typed.value } };
  };
  const known = (folders ?? []).flatMap((folder): readonly Choice<string>[] =>
    folder.folderId === undefined
      ? []
      : [{ icon: "folder", label: folderWords(folder), description: folder.folderId, value: folder.folderId }],
  );
  if (known.length === 0) return byId(draft.archiveFolderId ?? "");
  const { kind, value } = await askPick<string | null>({
    ...place,
    placeholder: l10n.t("Archive folder for the signed documents; everybody who may open it sees them"),
    active: given(draft.archiveFolderId) ?? "",
    items: [
      { icon: "circle-slash", label: l10n.t("No folder"), value: "" },
      ...known,
      { icon: "edit", label: l10n.t("Another folder, by its id…"), value: null },
    ],
  });
  if (kind !== "next" || value === undefined) return { kind, value: draft };
  return value === null ? byId(draft.archiveFolderId ?? "") : { kind, value: { ...draft, archiveFolderId: value } };
}

/**
 * Shows two boxes and a choice. If the person leaves at any of these steps, what they have typed stays in the draft.
 */
async function askSignatory(begun: Draft, at: number, place: Place): Promise<Turn> {
  let signatory: DraftSignatory | undefined = begun.signatories[at];
  if (signatory === undefined) return { kind: "next", value: begun };
  const who = signatoryName(signatory);
  const boxes = [
    {
      key: "ownId",
      prompt: l10n.t(
        "Id of {0} in your own system: up to 64 letters, digits, - and _. If you leave it empty, the id is made from the mark that the order's name contains.",
        who,
      ),
      problem: idProblem,
    },
    {
      key: "personalNumber",
      prompt: l10n.t(
        "Personal number of {0}, for signing providers that check it. The number is sent with the order, and kept nowhere else. Leave this empty to send no number.",
        who,
      ),
    },
  ] as const satisfies readonly {
    readonly key: keyof DraftSignatory;
    readonly prompt: string;
    readonly problem?: typeof idProblem;
  }[];
  const draft = (): Draft => ({
    ...begun,
    signatories: signatory === undefined ? begun.signatories : begun.signatories.with(at, signatory),
  });
  for (let index = 0; ;) {
    const box = boxes[index];
    let kind: Turn["kind"];
    if (box !== undefined) {
      const typed = await askLine({ ...place, ...box, value: signatory[box.key] ?? "" });
      kind = typed.kind;
      signatory = { ...signatory, [box.key]: typed.value };
    } else {
      const picked = await askLink(signatory, place);
      kind = picked.kind;
      if (picked.value !== undefined) signatory = { ...signatory, signViaUrl: picked.value };
    }
    if (kind === "left" || (kind === "back" && index === 0) || (kind === "next" && box === undefined))
      return { kind, value: draft() };
    index += kind === "back" ? -1 : 1;
  }
}

function askLink(signatory: DraftSignatory, place: Place): Promise<Ending<boolean | undefined>> {
  return askPick<boolean>({
    ...place,
    placeholder: l10n.t("How does {0} sign?", signatoryName(signatory)),
    active: signatory.signViaUrl === true,
    items: [
      { label: l10n.t("As set for the whole order"), value: false },
      {
        label: l10n.t("With a link to sign immediately"),
        detail: l10n.t("Anyone who has a signatory's link can sign as that signatory."),
        value: true,
      },
    ],
  });
}
