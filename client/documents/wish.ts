/** Asks what a document is to be made of, in one list that shows everything before it is sent. */
import { basename } from "node:path/posix";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { environments } from "../../api/index.ts";
import { isOf, TestForms } from "../records/testForms.ts";
import type { TestForm } from "../records/testForms.ts";
import { readToSend } from "../window/readFile.ts";
import { pickFile } from "../window/pickFile.ts";
import type { Item } from "../window/plainWindow.ts";
import { window } from "../window/window.ts";
import type { Documents, Reached } from "./documents.ts";
import { inGroup } from "../connections/documentsPlaceModel.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { attachedWords, attachmentType, dataOfFile, formData, groupProblem, noData, ownSource } from "./wishModel.ts";
import type { Attached, DocumentData, DocumentWish } from "./wishModel.ts";

interface WishOptions {
  readonly metaFile: string;
  readonly document: string;
  /** What the first row does: `Start the editing session`. */
  readonly action: string;
  readonly userName: "needed" | "optional";
  readonly attachments: boolean;
}

interface Row extends Item {
  readonly change?: (wish: DocumentWish) => Promise<DocumentWish | undefined>;
}

/**
 * Returns what the person confirmed; undefined if they cancelled. User name, source and environment group are kept for
 * the connection, and shown every time.
 */
export async function askWish(
  documents: Documents,
  { session, place }: Reached,
  { metaFile, document, action, userName, attachments }: WishOptions,
): Promise<DocumentWish | undefined> {
  const { choices } = documents;
  const owner = ownerOf(session);
  const grouped = groupOfConnection(documents, owner);
  const known = choices.of(owner);
  let wish: DocumentWish | undefined = {
    metaFile,
    document,
    data: undefined,
    userName: known.userName ?? "",
    source: known.source ?? ownSource,
    attachments: [],
    environmentGroup: known.environmentGroup ?? "",
  };
  const changes = {
    data: async (now: DocumentWish) => {
      const data = await askData(documents, { session, place });
      return data && { ...now, data };
    },
    userName: async (now: DocumentWish) => {
      const name = await askName({
        title: l10n.t("User name"),
        prompt: l10n.t("Written to the service's audit log, and kept for this connection in this workspace"),
        value: now.userName,
        needed: userName === "needed",
      });
      if (name === undefined) return undefined;
      await choices.put(owner, { userName: name });
      return { ...now, userName: name };
    },
    source: async (now: DocumentWish) => {
      const source = await askName({
        title: l10n.t("Source"),
        prompt: l10n.t("In the service's statistics, what you create is counted under this source"),
        value: now.source,
        needed: true,
      });
      if (source === undefined) return undefined;
      await choices.put(owner, { source });
      return { ...now, source };
    },
    group: async (now: DocumentWish) => {
      const environmentGroup = await askGroup(grouped);
      return environmentGroup === undefined ? undefined : { ...now, environmentGroup };
    },
    attach: async (now: DocumentWish) => {
      const attached = await askAttachment();
      return attached && { ...now, attachments: [...now.attachments, attached] };
    },
  };
  // Missing values are asked for first, so that the list is complete.
  wish = await changes.data(wish);
  if (wish !== undefined && userName === "needed" && wish.userName === "") wish = await changes.userName(wish);
  while (wish !== undefined) {
    const now: DocumentWish = wish;
    const picked: Row | undefined = await window.showQuickPick<Row>(
      [
        {
          icon: "play",
          label: action,
          detail: session.sandbox
            ? l10n.t(
                "{0} of {1}, in {2} on {3} (sandbox on this computer)",
                document,
                metaFile,
                place.environment,
                session.host,
              )
            : l10n.t("{0} of {1}, in {2} on {3}", document, metaFile, place.environment, session.host),
        },
        { label: l10n.t("What is sent"), kind: vscode.QuickPickItemKind.Separator },
        { icon: "file-code", label: l10n.t("Data"), description: now.data?.label ?? "", change: changes.data },
        {
          icon: "account",
          label: l10n.t("User name"),
          description: now.userName || l10n.t({ message: "none", comment: ["No user name."] }),
          detail: l10n.t("Written to the service's audit log"),
          change: changes.userName,
        },
        {
          icon: "tag",
          label: l10n.t("Source"),
          description: now.source,
          detail: l10n.t("Shown in the service's statistics"),
          change: changes.source,
        },
        ...(attachments ? attachmentRows(now, changes.attach) : []),
        {
          icon: "group-by-ref-type",
          label: l10n.t("Environment group"),
          description: groupShown(grouped),
          change: changes.group,
        },
      ],
      { title: action, placeHolder: l10n.t("Press Enter to send this, or choose what to change") },
    );
    if (picked === undefined) return undefined;
    if (picked.change === undefined) return now;
    // Escape in one box leads back to the list.
    wish = (await picked.change(now)) ?? now;
  }
  return undefined;
}

/** What has an environment group: a connection in this workspace, or a session. */
export interface Grouped {
  readonly now: () => string | undefined;
  readonly put: (environmentGroup: string) => Promise<void>;
  readonly prompt: string;
}

export function groupOfConnection({ choices, refresh }: Pick<Documents, "choices" | "refresh">, owner: Owner): Grouped {
  return {
    now: () => choices.of(owner).environmentGroup,
    async put(environmentGroup) {
      await choices.put(owner, { environmentGroup });
      // The title of the view names the group.
      refresh();
    },
    prompt: l10n.t(
      "Enter the group's name or id. Leave this empty if your company does not use environment groups. The group is kept for this connection in this workspace, and is shown beside the title of the Documents view.",
    ),
  };
}

export function groupShown({ now }: Pick<Grouped, "now">): string {
  return inGroup(now()).environmentGroup ?? l10n.t({ message: "none", comment: ["No environment group."] });
}

/** Undefined if the person cancelled; the group is then unchanged. */
export async function askGroup({ now, put, prompt }: Grouped): Promise<string | undefined> {
  const typed = (
    await window.showInputBox({
      title: l10n.t("Environment group"),
      value: now() ?? "",
      validateInput: groupProblem,
      prompt,
    })
  )?.trim();
  if (typed !== undefined) await put(typed);
  return typed;
}

function attachmentRows(wish: DocumentWish, attach: NonNullable<Row["change"]>): readonly Row[] {
  return [
    ...wish.attachments.map((attached): Row => ({
      icon: "paperclip",
      label: l10n.t("Attachment"),
      description: attachedWords(attached),
      detail: l10n.t("Choose this attachment to remove it"),
      change: async (now) => ({ ...now, attachments: now.attachments.filter((other) => other !== attached) }),
    })),
    {
      icon: "add",
      label: l10n.t("Attach…"),
      description: wish.attachments.length === 0 ? l10n.t("no attachments") : "",
      change: attach,
    },
  ];
}

async function askName({
  title,
  prompt,
  value,
  needed,
}: {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly needed: boolean;
}): Promise<string | undefined> {
  const name = await window.showInputBox({
    title,
    prompt,
    value,
    validateInput: (text) => (needed && text.trim() === "" ? l10n.t("Enter a value.") : undefined),
  });
  return name?.trim();
}

async function askData({ services }: Documents, { session }: Reached): Promise<DocumentData | undefined> {
  const open = vscode.window.activeTextEditor?.document;
  const forms = new TestForms(services.extension.globalState)
    .list()
    .filter((form) => isOf(form, session) && form.formId !== null);
  const rows: readonly (Item & { readonly read?: () => Promise<DocumentData | undefined> })[] = [
    ...(open !== undefined && /\.(json|xml)$/i.test(open.fileName)
      ? [
          {
            icon: "file-code",
            label: basename(open.uri.path),
            description: l10n.t("as it is in the editor"),
            read: async () => dataOfFile(basename(open.uri.path), open.getText()),
          },
        ]
      : []),
    {
      icon: "files",
      label: l10n.t("A file of the workspace…"),
      description: l10n.t("JSON, or XML whose root is Data"),
      read: askFile,
    },
    {
      icon: "circle-slash",
      label: l10n.t("No data"),
      description: l10n.t("an empty JSON object"),
      read: async () => noData,
    },
    ...(forms.length > 0 ? [{ label: l10n.t("Test forms"), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...forms.map((form) => ({
      icon: "note",
      label: form.smartformName,
      description: l10n.t("data of the test form that was created on {0}", new Date(form.at).toLocaleString()),
      read: () => readForm(session, form),
    })),
  ];
  return (
    await window.showQuickPick(rows, {
      title: l10n.t("Data of the document"),
      placeHolder: l10n.t("Data to fill the document with"),
    })
  )?.read?.();
}

async function askFile(): Promise<DocumentData | undefined> {
  const file = await pickFile("**/*.{json,xml}", {
    none: l10n.t(
      'There is no JSON or XML file in this workspace. Create one with the data of the document, or choose "No data".',
    ),
    title: l10n.t("File with the data"),
  });
  if (file === undefined) return undefined;
  return dataOfFile(basename(file.path), (await vscode.workspace.openTextDocument(file)).getText());
}

/** Reads the form's values; the service leaves out images and files. */
async function readForm(
  { api }: Reached["session"],
  { formId, environment, smartformName }: TestForm,
): Promise<DocumentData> {
  const filed = environments.find((name) => name.toLowerCase() === environment?.toLowerCase());
  const { values } = await api.call("forms.read", {
    path: { id: formId ?? "" },
    query: { readableValues: true },
    ...(filed && { environment: filed }),
  });
  return formData(values, l10n.t("the test form of {0}", smartformName));
}

async function askAttachment(): Promise<Attached | undefined> {
  const picked = await window.showQuickPick(
    [
      { icon: "file-pdf", label: l10n.t("A file…"), description: l10n.t("PDF or AXML"), ask: askAttachedFile },
      { icon: "file", label: l10n.t("A document of a MetaFile…"), description: "", ask: askAttachedDocument },
    ],
    { title: l10n.t("Attach") },
  );
  return picked?.ask();
}

async function askAttachedFile(): Promise<Attached | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t("File to attach"),
      openLabel: l10n.t("Attach"),
      filters: { [l10n.t("PDF or AXML")]: ["pdf", "axml"] },
    })) ?? [];
  if (uri === undefined) return undefined;
  const name = basename(uri.path);
  const type = attachmentType(name);
  if (type === undefined)
    throw new Error(l10n.t("{0} cannot be attached: the service takes PDF and AXML files.", name));
  return { kind: "file", name, type, bytes: await readToSend(uri) };
}

async function askAttachedDocument(): Promise<Attached | undefined> {
  const metaFile = await askName({
    title: l10n.t("Attach a document of a MetaFile"),
    prompt: l10n.t("Name of the MetaFile"),
    value: "",
    needed: true,
  });
  const document =
    metaFile &&
    (await askName({
      title: l10n.t("Attach a document of a MetaFile"),
      prompt: l10n.t("Name of the document in {0}", metaFile),
      value: "",
      needed: true,
    }));
  return metaFile && document ? { kind: "document", metaFile, document } : undefined;
}
